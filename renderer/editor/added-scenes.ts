import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { type PhotoScenes, photoElement } from '#shared/editing/insert/insert-command.ts';
import type { PlannableCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { type Selection, sceneIds } from '#shared/editing/model/selection.ts';
import { sceneAt, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { FrameRate, Frames } from '#shared/template/values/frame-rate.ts';
import { naturalFrames, naturalSeconds, UNKNOWN_SECONDS } from '#shared/template/values/source-length.ts';
import type { Editor } from './editor.ts';
import type { EditorState } from './editor-state.ts';
import { canBeSound } from './file-kinds.ts';
import { selectSceneIds } from './selectors.ts';

/**
 * The last scene of the latest insertion. The key is the selection of the first inserted scene. Any other selection
 * therefore ends the insertion.
 */
const lastOfAdded = new WeakMap<Selection, NodeId>();

/**
 * Returns the index at which scenes are inserted at the playhead. Inside a scene that is selected or was just added,
 * this is the index after the scene, so that successive insertions keep their order. Otherwise, it is the index at the
 * nearer end of the scene.
 */
export function indexAtPlayhead(state: EditorState): number {
  const { scenes, ...timeline } = timelineOf(state.movie);
  const sceneAtPlayhead = sceneAt({ scenes, ...timeline }, state.playhead);
  if (sceneAtPlayhead === null) return scenes.length;
  const selected = new Set(selectSceneIds(state));
  if (selected.has(sceneAtPlayhead.scene.id)) {
    const added = lastOfAdded.get(state.selection);
    return scenes.findLastIndex(({ id }) => selected.has(id) || id === added) + 1;
  }
  const isNearStart = state.playhead - sceneAtPlayhead.start < sceneAtPlayhead.end - state.playhead;
  return isNearStart ? sceneAtPlayhead.index : sceneAtPlayhead.index + 1;
}

export function positionAtPlayhead(state: EditorState): ScenePosition {
  const nextScene = state.movie?.scenes[indexAtPlayhead(state)];
  return nextScene === undefined ? endOfMovie(state) : { before: nextScene.id };
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
  const previousIds = new Set(sceneIds(before));
  const added = sceneIds(editor.document.state.document).filter((id) => !previousIds.has(id));
  const [first] = added;
  const last = added.at(-1);
  if (first === undefined || last === undefined) return;
  editor.selection.select([first]);
  const { selection, movie } = editor.document.state;
  lastOfAdded.set(selection, last);
  const scenePlace = sceneOfId(timelineOf(movie), first);
  if (scenePlace !== null) editor.playback.seek(scenePlace.start);
}

/**
 * Returns a command that inserts assets in one step: it adds `scenes`, and inserts each audio asset into `parent` (a
 * scene or the movie). Null if no asset can be inserted.
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

/** A source that can become a scene. */
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
export function scenesCommand(scenes: readonly AddableSource[], target: ScenesAt): PlannableCommand | null {
  const [first] = scenes;
  if (first === undefined) return null;
  if (scenes.length === 1) return addScene(first, target);
  const { at } = target;
  // Insert the last scene first, because each insertion at this position precedes the earlier ones.
  const ordered = typeof at === 'number' || 'after' in at ? scenes.toReversed() : scenes;
  const label = message('step/add-scenes', { count: scenes.length });
  return { type: 'batch', label, commands: ordered.map((scene) => addScene(scene, target)) };
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
