import type { Api } from '#renderer/api/api.ts';
import type { UploadRow } from '#renderer/api/uploads/upload-row.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { type AddableSource, sceneLength, scenesCommand, selectAdded } from '#renderer/editor/added-scenes.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { fileKindOf } from '#renderer/editor/file-kinds.ts';
import { asStepOf } from '#renderer/editor/inserting.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { type InsertTarget, sceneFiles } from '#shared/editing/insert/insert-command.ts';
import type { FileKind } from '#shared/editing/insert/insertable.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { ok } from '#shared/lib/result.ts';
import {
  attributeValue,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import type { MediaSource, Movie, Scene } from '#shared/template/movie/movie.ts';
import { layersOf } from '#shared/template/tables/roles.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { naturalSeconds } from '#shared/template/values/source-length.ts';
import { sourcesOf } from '#shared/template/variables/written-values.ts';
import { type FilesAdded, insertFileCommand, insteadOf, readPhotos, sizeFromFirst, withSize } from './add-assets.ts';
import { type ClipShape, clipCommand, isSizeOpen, markSizeUndecided, takeSizeUndecided } from './clip-match.ts';
import { type DropTarget, filesPlaceOf, gapPosition, layerDestination, type PlaceTarget } from './drop-target.ts';
import { factsOfFile, otherImageReason } from './file-facts.ts';

/** Adds files from the user's machine to the movie before their upload ends. */
export interface FilePlacer {
  /**
   * Starts the uploads. Adds the files that can be layers or scenes in one undo step. `sceneFiles` determines which of
   * them become scenes. Throws the errors of reading the project's assets.
   */
  readonly place: (files: readonly OfferedFile[], target: PlaceTarget) => Promise<void>;
}

export interface FilePlacerOptions {
  readonly api: {
    readonly client: Pick<Api['client'], 'call'>;
    readonly uploads: Pick<Api['uploads'], 'rows' | 'add'>;
  };
  readonly editor: Editor;
  readonly words: Pick<Catalogue['timeline'], 'notPlaced' | 'notPlacedWhy' | 'fontNotPlaced' | 'othersNotPlaced'>;
  readonly refuse: (reason: string) => void;
  readonly onAdded?: (added: FilesAdded) => void;
}

/** A file from the user's machine, with facts from its first bytes. */
interface FileItem extends PlacedItem {
  readonly kind: FileKind;
  readonly shape: Omit<ClipShape, 'kind'>;
}

type GapTarget = Pick<Extract<DropTarget, { kind: 'insert' }>, 'gap'>;

/** The target of scenes in an empty movie, regardless of the drop position. */
const FIRST_GAP: GapTarget = { gap: { index: 0, frame: 0 } };

/** Returns the effective target. In an empty movie, sounds and captions span the movie, because they have no scene. */
function placeFor(movie: Movie, target: PlaceTarget): PlaceTarget {
  return movie.scenes.length === 0 && target.kind === 'layers' ? { kind: 'insert', ...FIRST_GAP } : target;
}

/** A later change to an added file that its upload causes. The change joins the undo step that added the file. */
type Amendment = { readonly key: string; readonly placed: PlacedFile } & (
  | { readonly kind: 'renamed'; readonly name: string }
  | { readonly kind: 'removed' }
  | { readonly kind: 'length'; readonly seconds: number }
  /** The movie takes its size from the first clip, because the user chose no size. */
  | { readonly kind: 'size'; readonly clip: ClipShape }
);

export function createFilePlacer({ api, editor, words, refuse, onAdded }: FilePlacerOptions): FilePlacer {
  const { uploads, client } = api;
  const { project } = editor.document.state;
  const { signal } = editor;
  /** The number of files whose length is being read. */
  let measured = 0;
  const placed = new Map<string, { readonly key: string; readonly file: PlacedFile }>();
  /** The names of the finished uploads; null for a canceled upload. The list of uploads forgets them after a while. */
  const ended = new Map<string, string | null>();
  const amendments: Amendment[] = [];

  /**
   * Returns whether changes can be applied now. They wait during a gesture, because a step would end it. They also wait
   * while the XML has errors, because edits are then refused.
   */
  const canAmend = () => {
    const { gesture, isTextBroken } = editor.document.state;
    return gesture === null && !isTextBroken;
  };
  const amend = () => {
    while (amendments.length > 0 && canAmend()) {
      const next = amendments.shift();
      const command = next && commandOf(next, editor);
      if (command) editor.document.dispatch(command, { key: next.key, joins: true });
    }
    rest();
  };
  const later = (amendment: Amendment) => {
    amendments.push(amendment);
    amend();
  };

  const measure = async (key: string, file: PlacedFile) => {
    const facts = await client.call('readMediaFacts', {
      parameters: { project },
      query: { src: file.name },
      signal,
    });
    if (facts.video === null) return;
    const { endSeconds, displayWidth: width, displayHeight: height, frameRate } = facts.video;
    const { template, movie } = editor.document.state;
    const isFirst = file.made.kind === 'scene' && movie?.scenes[0]?.id === file.made.id;
    if (isFirst && takeSizeUndecided(project, template))
      later({ kind: 'size', key, placed: file, clip: { kind: 'video', width, height, frameRate } });
    const seconds = naturalSeconds({ pictureSeconds: endSeconds, durationSeconds: facts.durationSeconds });
    if (seconds !== null) later({ kind: 'length', key, placed: file, seconds });
  };

  const applyUploads = (rows: readonly UploadRow[]) => {
    for (const [upload, { key, file }] of [...placed]) {
      const row = rows.find(({ id }) => id === upload);
      if (row === undefined) {
        placed.delete(upload);
        ended.set(upload, null);
        later({ kind: 'removed', key, placed: file });
        continue;
      }
      const now = { ...file, name: row.name };
      if (row.name !== file.name) {
        placed.set(upload, { key, file: now });
        later({ kind: 'renamed', key, placed: file, name: row.name });
      }
      if (row.phase.type !== 'done') continue;
      placed.delete(upload);
      ended.set(upload, row.name);
      // Ignore the error. The scene keeps its estimated length, and its source reports the failure.
      if (file.seconds === null && file.isPhoto !== true) {
        measured += 1;
        measure(key, now)
          .catch(() => undefined)
          .finally(() => {
            measured -= 1;
            rest();
          });
      }
    }
    rest();
  };
  let subscribed: readonly (() => void)[] = [];
  /** Subscribes to uploads and edits while added files are still being uploaded. */
  const followChanges = () => {
    if (subscribed.length === 0) subscribed = [uploads.rows.subscribe(applyUploads), editor.document.subscribe(amend)];
  };
  const rest = () => {
    if (placed.size > 0 || amendments.length > 0 || measured > 0) return;
    for (const stop of subscribed) stop();
    subscribed = [];
  };

  /** Dispatches a step for dropped files, with or without a mounted timeline. */
  const dispatch = (key: string, command: PlannableCommand): boolean => {
    const done = editor.document.dispatch(command, { key, joins: true });
    if (!done.ok) refuse(say(done.error));
    return done.ok;
  };
  const follow = (key: string, file: PlacedFile | null) => {
    if (file === null || signal.aborted || ended.has(file.upload)) return;
    placed.set(file.upload, { key, file });
    followChanges();
  };
  const placeScenes = (key: string, items: readonly FileItem[], { gap }: GapTarget): boolean => {
    // Find the gap again, because the movie can have changed while the files were read.
    const { movie, document: before } = editor.document.state;
    const [first] = items;
    if (movie === null || first === undefined) return false;
    const size = sizeFromFirst(editor, { kind: first.kind, ...first.shape });
    const command = scenesCommand(items, {
      at: gapPosition(timelineOf(movie), gap),
      rate: size?.frameRate ?? movie.frameRate,
      photos: readPhotos(),
    });
    if (command === null || !dispatch(key, withSize(command, size, items.length))) return false;
    selectAdded(editor, before);
    for (const file of placedScenes(before, editor.document.state.document, items)) follow(key, file);
    return true;
  };
  const placeLayer = (key: string, item: FileItem, where: InsertTarget, kinds: readonly FileKind[]): boolean => {
    const state = editor.document.state;
    const { name, kind, seconds, shape } = item;
    const { width, height } = shape;
    const size = width === null || height === null ? null : { width, height };
    const file = { kind, source: { kind: 'asset', name }, seconds, size } as const;
    const command = insertFileCommand(editor, file, { kind, ...shape }, where);
    if (command === null || !dispatch(key, asStepOf(command, kinds))) return false;
    const { document, selection } = editor.document.state;
    follow(key, placedInsertable(state.document, document, selection.primary, item));
    return true;
  };
  const replaceVideo = (key: string, item: FileItem, layer: NodeId, before: MediaSource): boolean => {
    const source = { kind: 'asset', name: item.name } as const;
    if (!dispatch(key, { type: 'layer/set', layers: [layer], source })) return false;
    follow(key, { ...item, layer, made: { kind: 'source', before } });
    return true;
  };
  const placeItems = (items: readonly FileItem[], target: PlaceTarget, isLayers = false): FilesAdded | null => {
    const { movie, template } = editor.document.state;
    if (movie === null) return null;
    const wasOpen = isSizeOpen(project, template);
    const key = `files ${crypto.randomUUID()}`;
    const scenes = isLayers ? [] : sceneFiles(items, filesPlaceOf(movie, target));
    if (scenes.length > 0 && !placeScenes(key, scenes, target.kind === 'insert' ? target : FIRST_GAP)) return null;
    const others = items.filter((item) => !scenes.includes(item));
    const kinds = others.map(({ kind }) => kind);
    const replaced = target.kind === 'replace' ? replacedVideo(target.scene) : null;
    // The first video replaces the old one, and the other files become layers above it.
    const replacing = replaced === null ? undefined : others.find(({ kind }) => kind === 'video');
    const place = placeFor(movie, target);
    const placeOther = (item: FileItem) =>
      replaced !== null && item === replacing
        ? replaceVideo(key, item, replaced.id, replaced.source)
        : placeLayer(key, item, layerDestination(place, item.kind), kinds);
    if (!others.every(placeOther)) return null;
    const asLayers = insteadOf(editor, () => {
      // The undone step had taken the size of the first photo.
      if (wasOpen) markSizeUndecided(project, template);
      const place = target.kind === 'insert' ? { ...target, gap: { ...target.gap, index: 0 } } : target;
      const known = items.filter(({ upload }) => ended.get(upload) !== null);
      const named = known.map((item) => ({ ...item, name: ended.get(item.upload) ?? item.name }));
      placeItems(named, place, true);
      return ok(null);
    });
    return { scenes: scenes.length, asLayers: scenes.some(({ isPhoto }) => isPhoto) ? asLayers : null };
  };

  signal.addEventListener('abort', () => {
    placed.clear();
    amendments.length = 0;
    rest();
  });
  return {
    async place(files, target) {
      const reasons = await Promise.all(files.map(({ file }) => otherImageReason(file)));
      const kinds = files.map(({ file }, at) => (reasons[at] === null ? fileKindOf(file) : null));
      const looked = Promise.all(files.map(({ file }, at) => factsOfFile(file, kinds[at] ?? null)));
      const ids = await uploads.add(project, files);
      const factsOfFiles = await looked;
      const rows = uploads.rows.getState();
      const items = ids.flatMap((upload, at): readonly FileItem[] => {
        const row = rows.find(({ id }) => id === upload);
        const facts = factsOfFiles[at];
        const kind = facts?.isSound === true ? 'audio' : kinds[at];
        if (row === undefined || facts === undefined || kind == null) return [];
        const { seconds, size, frameRate } = facts;
        const shape = { width: size?.width ?? null, height: size?.height ?? null, frameRate };
        return [{ upload, name: row.name, seconds, kind, isPhoto: kind === 'image', shape }];
      });
      if (editor.document.state.movie === null || files.length === 0) return;
      const unplaced = files.flatMap(({ file: { name } }, at) =>
        kinds[at] === null ? [{ name, why: reasons[at] }] : [],
      );
      if (unplaced.length > 0) refuse(whyNotPlaced(unplaced, words));
      const added = items.length === 0 ? null : placeItems(items, target);
      if (added !== null) onAdded?.(added);
      applyUploads(uploads.rows.getState());
    },
  };
}

/** The maximum number of file names in a message. A folder can contain hundreds. */
const MAX_NAMED = 3;

/**
 * Returns a message about the files that were not added, with the reasons. The message names the first few files and
 * counts the others.
 */
function whyNotPlaced(
  files: readonly { readonly name: string; readonly why: string | null | undefined }[],
  words: FilePlacerOptions['words'],
): string {
  const notes = files.slice(0, MAX_NAMED).map(({ name, why }) => {
    if (why != null) return words.notPlacedWhy(name, why);
    return isFontFile(name) ? words.fontNotPlaced(name) : words.notPlaced(name);
  });
  const others = files.length - notes.length;
  return [...notes, ...(others > 0 ? [words.othersNotPlaced(others)] : [])].join(' ');
}

function commandOf(amendment: Amendment, editor: Editor): PlannableCommand | null {
  const { document, movie } = editor.document.state;
  const { placed } = amendment;
  switch (amendment.kind) {
    case 'renamed':
      return renamedCommand(document, placed, amendment.name);
    case 'removed':
      return removedCommand(document, placed);
    case 'length':
      return movie === null ? null : lengthCommand(document, placed, amendment.seconds, movie.frameRate);
    case 'size':
      return movie === null ? null : clipCommand(movie, amendment.clip);
    default:
      return amendment satisfies never;
  }
}

/** A file in the movie that is still being uploaded. */
export interface PlacedFile extends AddableSource {
  /** The id of the upload. */
  readonly upload: string;
  readonly layer: NodeId;
  /** The change that added the file. It is reverted if the upload fails. */
  readonly made:
    | { readonly kind: 'scene'; readonly id: NodeId }
    | { readonly kind: 'layer' }
    | { readonly kind: 'source'; readonly before: MediaSource };
}

export interface PlacedItem extends AddableSource {
  readonly upload: string;
}

/** Returns the placed file of an added layer; null without a layer. */
function placedInsertable(
  before: TemplateDocument,
  after: TemplateDocument,
  layer: NodeId | null,
  item: PlacedItem,
): PlacedFile | null {
  if (layer === null) return null;
  const { elements } = indexOf(after);
  const parent = elements.get(layer)?.parent;
  const scene = elements.get(layer)?.scene?.id ?? (parent?.name === 'overlay' ? parent.id : undefined);
  const isNew = scene !== undefined && !indexOf(before).elements.has(scene);
  return { ...item, layer, made: isNew ? { kind: 'scene', id: scene } : { kind: 'layer' } };
}

/** Returns the placed files of the added scenes, in the same order. */
export function placedScenes(
  before: TemplateDocument,
  after: TemplateDocument,
  items: readonly PlacedItem[],
): readonly PlacedFile[] {
  const previousElements = indexOf(before).elements;
  const scenes = indexOf(after).scenes.filter(({ id }) => !previousElements.has(id));
  return items.flatMap((item, at) => {
    const scene = scenes[at];
    const layer = scene && layersOf(scene)[0];
    return scene && layer ? [{ ...item, layer: layer.id, made: { kind: 'scene', id: scene.id } }] : [];
  });
}

/**
 * Returns the video that a file replaces when dropped on a scene; null if the scene's lowest layer has another kind.
 */
export function replacedVideo({ layers }: Scene): { readonly id: NodeId; readonly source: MediaSource } | null {
  const [lowest] = layers;
  return lowest?.kind === 'video' ? lowest : null;
}

/**
 * Returns the command for a file that was uploaded under another name, because its name was taken. Null if no layer
 * shows the file.
 */
export function renamedCommand(document: TemplateDocument, placed: PlacedFile, name: string): PlannableCommand | null {
  if (layerIn(document, placed) === null) return null;
  // Set the attribute directly, because layer commands do not apply to sounds.
  return { type: 'attribute/set', node: placed.layer, name: 'src', value: name };
}

/**
 * Returns the command that reverts adding a file whose upload failed. Null if its layer was deleted or now shows
 * another file.
 */
export function removedCommand(document: TemplateDocument, placed: PlacedFile): PlannableCommand | null {
  if (layerIn(document, placed) === null) return null;
  const { made, layer } = placed;
  switch (made.kind) {
    case 'scene':
      return { type: 'node/remove', nodes: [made.id] };
    case 'layer':
      return { type: 'node/remove', nodes: [layer] };
    case 'source':
      return { type: 'layer/set', layers: [layer], source: made.before };
    default:
      return made satisfies never;
  }
}

/**
 * Returns the command that replaces the estimated length of a scene with the length of its file. Null if the user has
 * changed the length.
 */
export function lengthCommand(
  document: TemplateDocument,
  placed: PlacedFile,
  seconds: number,
  rate: FrameRate,
): PlannableCommand | null {
  if (placed.made.kind !== 'scene' || layerIn(document, placed) === null) return null;
  const { id } = placed.made;
  const scene = indexOf(document).elements.get(id)?.element;
  const guessed = String(sceneLength(placed.seconds, rate));
  if (scene === undefined || attributeValue(scene, 'duration') !== guessed) return null;
  return { type: 'scene/set-duration', scenes: [id], duration: sceneLength(seconds, rate) };
}

/** Returns the layer of the file; null if the layer no longer shows the file. */
function layerIn(document: TemplateDocument, { layer, name }: PlacedFile): ElementNode | null {
  const element = indexOf(document).elements.get(layer)?.element;
  const shows =
    element !== undefined && sourcesOf(element).some((each) => each.form === 'asset' && each.value === name);
  return shows ? element : null;
}
