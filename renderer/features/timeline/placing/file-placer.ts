import type { Api } from '#renderer/api/api.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import type { UploadRow } from '#renderer/api/uploads/upload-row.ts';
import { fileKindOf } from '#renderer/common/inserting/file-things.ts';
import { readPhotos } from '#renderer/common/inserting/photo-settings.ts';
import { addThingCommand } from '#renderer/common/inserting/where.ts';
import { type FilesAdded, insteadOf, sizeFromFirst, withSize } from '#renderer/common/sources/add-assets.ts';
import { selectAdded } from '#renderer/common/sources/add-at-playhead.ts';
import { scenesCommand } from '#renderer/common/sources/add-scenes.ts';
import { type ClipShape, clipMatch, takeOpenSize } from '#renderer/common/sources/clip-match.ts';
import { factsOfFile, otherImageReason } from '#renderer/common/sources/file-facts.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { sceneFiles } from '#shared/editing/insert/files.ts';
import type { InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { FileKind } from '#shared/editing/insert/thing.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { ok } from '#shared/lib/result.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';
import { naturalSeconds } from '#shared/template/values/source-length.ts';
import type { DropTarget } from '../moves/drop-target.ts';
import { gapPosition } from '../moves/reorder.ts';
import {
  lengthCommand,
  type PlacedFile,
  type PlacedItem,
  placedScenes,
  placedThing,
  removedCommand,
  renamedCommand,
  replacedVideo,
} from './placed-files.ts';
import { filesPlaceOf, type PlaceTarget, whereOf } from './where-of.ts';

/** Puts files of the desktop into the film while they are uploaded. */
export interface FilePlacer {
  /**
   * Begins the uploads, and puts what a film can take where it was dropped: one step. `sceneFiles` says which become
   * scenes. Throws what listing the project does.
   */
  readonly place: (files: readonly OfferedFile[], target: PlaceTarget) => Promise<void>;
  readonly dispose: () => void;
}

export interface FilePlacerOptions {
  readonly api: {
    readonly client: Pick<Api['client'], 'call'>;
    readonly uploads: Pick<Api['uploads'], 'rows' | 'add'>;
  };
  readonly editor: EditorStore;
  readonly words: Pick<Catalogue['timeline'], 'notPlaced' | 'notPlacedWhy' | 'fontNotPlaced' | 'othersNotPlaced'>;
  readonly refuse: (reason: string) => void;
  readonly onAdded?: (added: FilesAdded) => void;
}

/** A file of the desktop, with what its head says. */
interface FileItem extends PlacedItem {
  readonly kind: FileKind;
  readonly shape: Omit<ClipShape, 'kind'>;
}

type InsertTarget = Pick<Extract<DropTarget, { kind: 'insert' }>, 'gap'>;

/** Where the scenes of an empty film go, wherever files are dropped. */
const START: InsertTarget = { gap: { index: 0, frame: 0 } };

/** An empty film has no scene to hold a sound or captions: they run across the film, wherever they were dropped. */
function placeFor(movie: Movie, target: PlaceTarget): PlaceTarget {
  return movie.scenes.length === 0 && target.kind === 'layers' ? { kind: 'insert', ...START } : target;
}

/** What came of an upload later belongs to the step that placed it. */
type Amendment = { readonly key: string; readonly placed: PlacedFile } & (
  | { readonly kind: 'renamed'; readonly name: string }
  | { readonly kind: 'removed' }
  | { readonly kind: 'length'; readonly seconds: number }
  /** Of the first clip of a film whose size nobody has chosen. */
  | { readonly kind: 'size'; readonly clip: ClipShape }
);

export function createFilePlacer({ api, editor, words, refuse, onAdded }: FilePlacerOptions): FilePlacer {
  const { uploads, client } = api;
  const { project } = editor.getState();
  const stopped = new AbortController();
  const placed = new Map<string, { readonly key: string; readonly file: PlacedFile }>();
  const amendments: Amendment[] = [];

  /** Not while somebody drags, which a step would end, nor while the XML has an error, which takes none. */
  const canAmend = () => {
    const { gesture, isTextBroken } = editor.getState();
    return gesture === null && !isTextBroken;
  };
  const amend = () => {
    while (amendments.length > 0 && canAmend()) {
      const next = amendments.shift();
      const command = next && commandOf(next, editor);
      if (command) editor.actions.dispatch(command, { key: next.key, joins: true });
    }
  };
  const later = (amendment: Amendment) => {
    amendments.push(amendment);
    amend();
  };

  const measure = async (key: string, file: PlacedFile) => {
    const facts = await client.call('readMediaFacts', {
      parameters: { project },
      query: { src: file.name },
      signal: stopped.signal,
    });
    if (facts.video === null) return;
    const { endSeconds, displayWidth: width, displayHeight: height, frameRate } = facts.video;
    const { template, movie } = editor.getState();
    const isFirst = file.made.kind === 'scene' && movie?.scenes[0]?.id === file.made.id;
    if (isFirst && takeOpenSize(project, template))
      later({ kind: 'size', key, placed: file, clip: { kind: 'video', width, height, frameRate } });
    const seconds = naturalSeconds({ pictureSeconds: endSeconds, durationSeconds: facts.durationSeconds });
    if (seconds !== null) later({ kind: 'length', key, placed: file, seconds });
  };

  const look = (rows: readonly UploadRow[]) => {
    for (const [upload, { key, file }] of [...placed]) {
      const row = rows.find(({ id }) => id === upload);
      if (row === undefined) {
        placed.delete(upload);
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
      // Without its facts it stays as long as it is; its media say so themselves.
      if (file.seconds === null && file.isPhoto !== true) measure(key, now).catch(() => undefined);
    }
  };
  const unsubscribe = [uploads.rows.subscribe(look), editor.subscribe(amend)];

  /** Does a step of what was dropped; without a timeline on screen too: what comes of it is seen when it is back. */
  const dispatch = (key: string, command: PlannableCommand): boolean => {
    const done = editor.actions.dispatch(command, { key, joins: true });
    if (!done.ok) refuse(say(done.error));
    return done.ok;
  };
  const follow = (key: string, file: PlacedFile | null) => {
    if (file !== null && !stopped.signal.aborted) placed.set(file.upload, { key, file });
  };
  const placeScenes = (key: string, items: readonly FileItem[], { gap }: InsertTarget): boolean => {
    // The film may have changed while the files were looked at: a gap is counted in what it is now.
    const { movie, document: before } = editor.getState();
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
    for (const file of placedScenes(before, editor.getState().document, items)) follow(key, file);
    return true;
  };
  const placeLayer = (key: string, item: FileItem, where: InsertWhere): boolean => {
    const state = editor.getState();
    const { name, kind, seconds, shape } = item;
    const { width, height } = shape;
    const size = width === null || height === null ? null : { width, height };
    const command = addThingCommand(state, { kind, source: { kind: 'asset', name }, seconds, size }, where);
    if (command === null || !dispatch(key, command)) return false;
    const { document, selection } = editor.getState();
    follow(key, placedThing(state.document, document, selection.primary, item));
    return true;
  };
  const replaceVideo = (key: string, item: FileItem, layer: NodeId, before: MediaSource): boolean => {
    const source = { kind: 'asset', name: item.name } as const;
    if (!dispatch(key, { type: 'layer/set', layers: [layer], source })) return false;
    follow(key, { ...item, layer, made: { kind: 'source', before } });
    return true;
  };
  const placeItems = (items: readonly FileItem[], target: PlaceTarget, isLayers = false): FilesAdded | null => {
    const { movie } = editor.getState();
    if (movie === null) return null;
    const key = `files ${crypto.randomUUID()}`;
    const scenes = isLayers ? [] : sceneFiles(items, filesPlaceOf(movie, target));
    if (scenes.length > 0 && !placeScenes(key, scenes, target.kind === 'insert' ? target : START)) return null;
    const others = items.filter((item) => !scenes.includes(item));
    const replaced = target.kind === 'replace' ? replacedVideo(target.scene) : null;
    // One file takes the place of the video; further ones lie over it.
    const replacing = replaced === null ? undefined : others.find(({ kind }) => kind === 'video');
    const place = placeFor(movie, target);
    const placeOther = (item: FileItem) =>
      replaced !== null && item === replacing
        ? replaceVideo(key, item, replaced.id, replaced.source)
        : placeLayer(key, item, whereOf(place, item.kind));
    if (!others.every(placeOther)) return null;
    const asLayers = insteadOf(editor, () => {
      const place = target.kind === 'insert' ? { ...target, gap: { ...target.gap, index: 0 } } : target;
      placeItems(items, place, true);
      return ok(null);
    });
    return { scenes: scenes.length, asLayers: scenes.some(({ isPhoto }) => isPhoto) ? asLayers : null };
  };

  return {
    async place(files, target) {
      const reasons = await Promise.all(files.map(({ file }) => otherImageReason(file)));
      const kinds = files.map(({ file }, at) => (reasons[at] === null ? fileKindOf(file) : null));
      const looked = Promise.all(files.map(({ file }, at) => factsOfFile(file, kinds[at] ?? null)));
      const ids = await uploads.add(project, files);
      const known = await looked;
      const rows = uploads.rows.getState();
      const items = ids.flatMap((upload, at): readonly FileItem[] => {
        const row = rows.find(({ id }) => id === upload);
        const facts = known[at];
        const kind = facts?.isSound === true ? 'audio' : kinds[at];
        if (row === undefined || facts === undefined || kind == null) return [];
        const { seconds, size, frameRate } = facts;
        const shape = { width: size?.width ?? null, height: size?.height ?? null, frameRate };
        return [{ upload, name: row.name, seconds, kind, isPhoto: kind === 'image', shape }];
      });
      if (editor.getState().movie === null || files.length === 0) return;
      const unplaced = files.flatMap(({ file: { name } }, at) =>
        kinds[at] === null ? [{ name, why: reasons[at] }] : [],
      );
      if (unplaced.length > 0) refuse(whyNotPlaced(unplaced, words));
      const added = items.length === 0 ? null : placeItems(items, target);
      if (added !== null) onAdded?.(added);
      look(uploads.rows.getState());
    },
    dispose() {
      stopped.abort();
      for (const stop of unsubscribe) stop();
      placed.clear();
      amendments.length = 0;
    },
  };
}

/** Files that a message names, so that a folder of hundreds does not fill the window. */
const MOST_NAMED = 3;

/** Names the files that became no layer, each with its reason; after the first few, their number. */
function whyNotPlaced(
  files: readonly { readonly name: string; readonly why: string | null | undefined }[],
  words: FilePlacerOptions['words'],
): string {
  const named = files.slice(0, MOST_NAMED).map(({ name, why }) => {
    if (why != null) return words.notPlacedWhy(name, why);
    return isFontFile(name) ? words.fontNotPlaced(name) : words.notPlaced(name);
  });
  const others = files.length - named.length;
  return [...named, ...(others > 0 ? [words.othersNotPlaced(others)] : [])].join(' ');
}

function commandOf(amendment: Amendment, editor: EditorStore): PlannableCommand | null {
  const { document, movie } = editor.getState();
  const { placed } = amendment;
  switch (amendment.kind) {
    case 'renamed':
      return renamedCommand(document, placed, amendment.name);
    case 'removed':
      return removedCommand(document, placed);
    case 'length':
      return movie === null ? null : lengthCommand(document, placed, amendment.seconds, movie.frameRate);
    case 'size': {
      const size = movie === null ? null : clipMatch(movie, amendment.clip);
      return size === null ? null : { type: 'movie/set', ...size };
    }
    default:
      return amendment satisfies never;
  }
}
