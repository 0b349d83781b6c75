import { RectangleHorizontal } from 'lucide-react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { addableOf, scenesCommand, selectAdded, takeAssetsCommand } from '#renderer/editor/added-scenes.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { assetInsertable, canBeSound } from '#renderer/editor/file-kinds.ts';
import { asStepOf, insertItems, insertItemsCommand } from '#renderer/editor/inserting.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import {
  type FilesPlace,
  type InsertTarget,
  type PhotoScenes,
  sceneFiles,
} from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import type { PlannableCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { type ClipShape, clipMatch, matchCommand, takeSizeUndecided } from './clip-match.ts';

export interface AssetsPlace {
  readonly place: FilesPlace;
  /** The position of new scenes. */
  readonly at: ScenePosition;
  /** Returns the insertion target of a new layer of this kind, or of a sound. */
  readonly layersAt: (kind: Insertable['kind']) => InsertTarget;
}

/** The result of adding files. */
export interface FilesAdded {
  readonly scenes: number;
  /** Replaces the step with a step that adds the photos as layers; null if no photo became a scene. */
  readonly asLayers: (() => Result<unknown, Message>) | null;
}

/** Adds assets to the movie in one step, as scenes, layers, and sounds. Returns null if none of them can be added. */
export function addAssets(
  editor: Editor,
  assets: readonly AssetEntry[],
  { place, at, layersAt }: AssetsPlace,
): Result<FilesAdded, Message> | null {
  const { movie, document } = editor.document.state;
  if (movie === null) return null;
  const insertables = assets.flatMap((entry) => {
    const insertable = assetInsertable(entry);
    return insertable === null ? [] : [{ entry, insertable, kind: insertable.kind }];
  });
  if (insertables.length === 0) return null;
  const scenes = sceneFiles(insertables, place);
  const isInFilm = ({ entry }: (typeof insertables)[number]) => place !== 'scene' && canBeSound(entry);
  const layers = insertables
    .filter((each) => !scenes.includes(each) && !isInFilm(each))
    .map(({ insertable }) => insertable);
  const media = scenes[0]?.entry.media ?? null;
  const size = media === null ? null : sizeFromFirst(editor, media);
  const shown = scenesCommand(
    scenes.map(({ entry }) => addableOf(entry)),
    { at, rate: size?.frameRate ?? movie.frameRate, photos: readPhotos() },
  );
  const sounds = insertables.filter(isInFilm).map(({ entry }) => entry);
  const command = takeAssetsCommand(sounds, movie.id, shown === null ? null : withSize(shown, size, scenes.length));
  const key = `add ${crypto.randomUUID()}`;
  if (command !== null) {
    const done = editor.document.dispatch(command, { key });
    if (!done.ok) return done;
    selectAdded(editor, document);
  }
  // Captions and sounds span the whole movie unless the user drops them on a scene.
  const whereFor = (kind: Insertable['kind']): InsertTarget =>
    kind === 'captions' && place !== 'scene' ? { ...layersAt(kind), over: 'film' } : layersAt(kind);
  const added = insertItems(editor, layers, ({ kind }) => whereFor(kind), key);
  if (!added.ok) return added;
  const asLayers = insteadOf(editor, () => {
    const again = `add ${crypto.randomUUID()}`;
    const kinds = insertables.map(({ kind }) => kind);
    if (size !== null) editor.document.dispatch(asStepOf(matchCommand(size), kinds), { key: again });
    return insertItems(
      editor,
      insertables.map(({ insertable }) => insertable),
      ({ kind }) => layersAt(kind),
      again,
    );
  });
  return ok({ scenes: scenes.length, asLayers: scenes.some(({ kind }) => kind === 'image') ? asLayers : null });
}

/**
 * Returns the size and frame rate that an empty movie takes from its first clip. Null if the user chose a size, if the
 * clip's size is unknown, or if the movie already has this size and frame rate.
 */
export function sizeFromFirst(editor: Editor, clip: ClipShape): ReturnType<typeof clipMatch> {
  const { movie, project, template } = editor.document.state;
  // If the browser cannot read the size of a file, the service determines it after the upload.
  if (movie === null || movie.scenes.length > 0 || clip.width === null || !takeSizeUndecided(project, template))
    return null;
  return clipMatch(movie, clip);
}

/**
 * Returns the command that inserts a file; null without a movie. An empty movie takes the size and frame rate of its
 * first video or photo, as when a scene is added.
 * @param clip The facts about the file; null if they are unknown.
 */
export function insertFileCommand(
  editor: Editor,
  insertable: Insertable,
  clip: ClipShape | null,
  target: InsertTarget,
): PlannableCommand | null {
  const { state } = editor.document;
  const isPicture = insertable.kind === 'video' || insertable.kind === 'image';
  const size = isPicture && clip !== null ? sizeFromFirst(editor, clip) : null;
  if (size === null || state.movie === null) return insertItemsCommand(state, insertable, target);
  const command = insertItemsCommand({ ...state, movie: { ...state.movie, ...size } }, insertable, target);
  return command && withSize(command, size, 1);
}

/** Returns the command that adds new scenes and gives the movie this size. */
export function withSize(
  scenes: PlannableCommand,
  size: ReturnType<typeof clipMatch>,
  count: number,
): PlannableCommand {
  if (size === null) return scenes;
  const label = scenes.type === 'batch' ? scenes.label : message('step/add-scenes', { count });
  return { type: 'batch', label, commands: [matchCommand(size), scenes] };
}

/**
 * Returns a function that undoes the last step and runs another one instead. The function does nothing if another step
 * has followed.
 */
export function insteadOf(editor: Editor, run: () => Result<unknown, Message>): () => Result<unknown, Message> {
  const step = editor.document.state.history.entries.at(-1)?.id;
  return () => {
    const { entries, position } = editor.document.state.history;
    if (position !== entries.length || entries.at(-1)?.id !== step) return ok(null);
    editor.document.undo();
    return run();
  };
}

/** Reports that photos became scenes. Until the next step, a button offers to add them as layers instead. */
export function offerLayers(
  editor: Editor,
  toasts: Toasts,
  words: Catalogue['assets'],
  { scenes, asLayers }: FilesAdded,
  onRefused: (reason: Message) => void,
): void {
  if (asLayers === null) return;
  const step = editor.document.state.history.entries.at(-1)?.id;
  const id = toasts.show({
    id: 'photos',
    message: words.photosAdded(scenes),
    detail: words.photosAddedHint,
    seconds: 20,
    action: {
      label: words.asLayers,
      icon: RectangleHorizontal,
      run: () => {
        const done = asLayers();
        if (!done.ok) onRefused(done.error);
      },
    },
    onClose: () => stop(),
  });
  const stop = editor.document.subscribe(({ history: { entries, position } }) => {
    if (position === entries.length && entries.at(-1)?.id === step) return;
    stop();
    toasts.close(id);
  });
}

const PHOTO_SETTING = 'photos';
/** The minimum, maximum, and default duration of a photo scene in seconds. */
export const PHOTO_LENGTHS = { least: 0.1, most: 3600, initial: 4 } as const;

/** Returns the settings of this machine for photos that become scenes. */
export function readPhotos(): PhotoScenes {
  const stored = readStored(PHOTO_SETTING);
  const { seconds, slowZoom } =
    typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const { least, most, initial } = PHOTO_LENGTHS;
  const isLength = typeof seconds === 'number' && seconds >= least && seconds <= most;
  return { seconds: isLength ? seconds : initial, slowZoom: slowZoom === true };
}

export function writePhotos(photos: PhotoScenes): void {
  writeStored(PHOTO_SETTING, photos);
}
