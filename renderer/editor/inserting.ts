import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import {
  type InsertWhere,
  insertCommand,
  type PhotoScenes,
  photoElement,
} from '#shared/editing/insert/insert-command.ts';
import type { FileKind, Insertable, NewFile } from '#shared/editing/insert/insertable.ts';
import type { PlannableCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { type Selection, sceneIds } from '#shared/editing/model/selection.ts';
import { sceneAt, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';
import type { FrameRate, Frames } from '#shared/template/values/frame-rate.ts';
import { naturalFrames, naturalSeconds, UNKNOWN_SECONDS } from '#shared/template/values/source-length.ts';
import type { Editor } from './editor.ts';
import type { EditorState } from './editor-state.ts';
import { selectSceneIds } from './selectors.ts';

/** Returns the target of an insertion at the playhead. It is a selected scene if the playhead is in it. */
export function whereAtPlayhead(state: EditorState): InsertWhere {
  const [scene, ...others] = selectSceneIds(state);
  return { frame: state.playhead, scene: others.length > 0 ? null : (scene ?? null) };
}

/**
 * Returns the command that inserts an item into the open template; null without a movie. A new text has the font of the
 * movie.
 */
export function insertItemsCommand(
  state: EditorState,
  insertable: Insertable,
  where: InsertWhere = whereAtPlayhead(state),
): PlannableCommand | null {
  const { movie } = state;
  if (movie === null) return null;
  const font = insertable.kind === 'text' && insertable.font === undefined ? filmFont(movie) : null;
  return insertCommand(
    movie,
    font === null || insertable.kind !== 'text' ? insertable : { ...insertable, font },
    where,
  );
}

/** Returns the font family of the first text in the movie; null if there is none. */
function filmFont({ scenes, overlays }: Movie): string | null {
  for (const { layers } of [...scenes, ...overlays])
    for (const layer of withNestedLayers(layers)) {
      const [family] = layer.kind === 'text' ? layer.style.families : [];
      if (family !== undefined) return family;
    }
  return null;
}

/**
 * Inserts items one after the other under the same key, which makes them one step. The first item can create the scene
 * for the others. A refusal ends the insertion.
 */
export function insertItems(
  editor: Editor,
  insertables: readonly Insertable[],
  where: (insertable: Insertable) => InsertWhere,
  key = `add ${crypto.randomUUID()}`,
): Result<null, Message> {
  for (const insertable of insertables) {
    const command = insertItemsCommand(editor.document.state, insertable, where(insertable));
    if (command === null) continue;
    const done = editor.document.dispatch(command, { key, joins: true });
    if (!done.ok) return done;
  }
  return ok(null);
}

/** Returns the layer that an asset becomes; null if it cannot be a layer, for example a font. */
export function assetInsertable({ name, media }: AssetEntry): NewFile | null {
  const kind = media?.kind;
  if (media == null || kind === undefined || kind === 'font' || kind === 'other' || media.reason !== null) return null;
  const { width, height } = media;
  return {
    kind,
    source: { kind: 'asset', name },
    seconds: kind === 'image' ? null : naturalSeconds(media),
    size: width === null || height === null ? null : { width, height },
  };
}

const ENDINGS: Readonly<Record<FileKind, RegExp>> = {
  video: /\.(?:mp4|m4v|mov|mkv|webm|avi|mpg|mpeg|ts|m2ts|mts|flv|wmv|asf|ogv|3gp|mxf|vob)$/iu,
  image: /\.(?:png|jpe?g|heic|heif|avif|webp|gif|bmp|svg)$/iu,
  audio: /\.(?:mp3|wav|m4a|aac|ogg|oga|opus|flac|aiff?|wma)$/iu,
  captions: /\.(?:srt|vtt)$/iu,
};

/** Returns the kind of a desktop file by its name and type; null if it cannot be a layer. */
export function fileKindOf(file: Pick<File, 'name' | 'type'>): FileKind | null {
  for (const kind of ['video', 'image', 'audio', 'captions'] as const) if (ENDINGS[kind].test(file.name)) return kind;
  if (file.type.startsWith('image/')) return 'image';
  if (file.type.startsWith('audio/')) return 'audio';
  return file.type.startsWith('video/') ? 'video' : null;
}

/** The last scene of an insertion, by the selection of its first scene. */
const lastOfAdded = new WeakMap<Selection, NodeId>();

/**
 * Returns the index at which scenes are inserted at the playhead. If the playhead is in a scene that is selected or was
 * just added, they follow that scene, so that successive insertions keep their order. Otherwise, they are inserted at
 * the nearer end of the current scene.
 */
export function indexAtPlayhead(state: EditorState): number {
  const { scenes, ...timeline } = timelineOf(state.movie);
  const place = sceneAt({ scenes, ...timeline }, state.playhead);
  if (place === null) return scenes.length;
  const selected = new Set(selectSceneIds(state));
  if (selected.has(place.scene.id)) {
    const added = lastOfAdded.get(state.selection);
    return scenes.findLastIndex(({ id }) => selected.has(id) || id === added) + 1;
  }
  const isNearStart = state.playhead - place.start < place.end - state.playhead;
  return isNearStart ? place.index : place.index + 1;
}

export function positionAtPlayhead(state: EditorState): ScenePosition {
  const behind = state.movie?.scenes[indexAtPlayhead(state)];
  return behind === undefined ? endOfMovie(state) : { before: behind.id };
}

export function endOfMovie({ movie }: Pick<EditorState, 'movie'>): ScenePosition {
  const last = movie?.scenes.at(-1);
  return last === undefined ? 0 : { after: last.id };
}

/**
 * Selects the first scene that a step has added, and moves the playhead to it. `before` is the document from before the
 * step.
 */
export function selectAdded(editor: Editor, before: TemplateDocument): void {
  const known = new Set(sceneIds(before));
  const added = sceneIds(editor.document.state.document).filter((id) => !known.has(id));
  const [first] = added;
  const last = added.at(-1);
  if (first === undefined || last === undefined) return;
  editor.selection.select([first]);
  const { selection, movie } = editor.document.state;
  lastOfAdded.set(selection, last);
  const place = sceneOfId(timelineOf(movie), first);
  if (place !== null) editor.playback.seek(place.start);
}

export function isVideo({ media }: AssetEntry): boolean {
  return media?.kind === 'video';
}

/** Returns whether an asset is audio. */
export function canBeSound({ media }: AssetEntry): boolean {
  return media?.kind === 'audio';
}

/**
 * Returns a command that inserts assets as one step: the `scenes`, and each sound into `parent`, which is a scene or
 * the movie. Null if no asset can be inserted.
 */
export function takeAssetsCommand(
  assets: readonly AssetEntry[],
  parent: NodeId,
  scenes: PlannableCommand | null,
): PlannableCommand | null {
  const sounds = assets
    .filter(canBeSound)
    .map(({ name }): PlannableCommand => ({ type: 'sound/add', parent, source: { kind: 'asset', name } }));
  const commands = [...(scenes === null ? [] : [scenes]), ...sounds];
  const [only, ...others] = commands;
  if (only === undefined || others.length === 0) return only ?? null;
  const label = scenes === null ? message('step/add-sounds', { count: sounds.length }) : labelOf(scenes);
  return { type: 'batch', label, commands };
}

function labelOf(scenes: PlannableCommand): Message {
  return scenes.type === 'batch' ? scenes.label : message('step/add-scenes', { count: 1 });
}

/** A source that a scene can show. */
export interface AddableSource {
  readonly name: string;
  /** The duration in seconds; null if it is unknown. */
  readonly seconds: number | null;
  /** Whether the source is a photo, whose duration comes from the settings. */
  readonly isPhoto?: boolean;
}

export function addableOf({ name, media }: AssetEntry): AddableSource {
  return media?.kind === 'image'
    ? { name, seconds: null, isPhoto: true }
    : { name, seconds: media === null ? null : naturalSeconds(media) };
}

/** The position and frame rate of new scenes, and the settings for photos. */
export interface ScenesAt {
  readonly at: ScenePosition;
  readonly rate: FrameRate;
  readonly photos: PhotoScenes;
}

/** Returns a command that adds a scene for each source, in order; null without sources. */
export function scenesCommand(scenes: readonly AddableSource[], given: ScenesAt): PlannableCommand | null {
  const [first] = scenes;
  if (first === undefined) return null;
  if (scenes.length === 1) return addScene(first, given);
  const { at } = given;
  // Each scene is inserted before the ones that were inserted earlier at the same place, so the last scene is inserted
  // first.
  const ordered = typeof at === 'number' || 'after' in at ? scenes.toReversed() : scenes;
  const label = message('step/add-scenes', { count: scenes.length });
  return { type: 'batch', label, commands: ordered.map((scene) => addScene(scene, given)) };
}

function addScene({ name, seconds, isPhoto = false }: AddableSource, { at, rate, photos }: ScenesAt): PlannableCommand {
  const source = { kind: 'asset', name } as const;
  if (!isPhoto) return { type: 'scene/add', at, duration: sceneLength(seconds, rate), source };
  const duration = naturalFrames(photos.seconds, rate);
  return { type: 'element/insert', element: photoElement(source, photos), into: { in: 'new-scene', duration, at } };
}

/** Returns the length in frames of a scene with a source of this duration. */
export function sceneLength(seconds: number | null, rate: FrameRate): Frames {
  return naturalFrames(seconds ?? UNKNOWN_SECONDS, rate);
}
