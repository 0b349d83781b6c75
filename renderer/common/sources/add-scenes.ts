import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { PlannableCommand, ScenePosition } from '#shared/editing/commands.ts';
import { type PhotoScenes, photoElement } from '#shared/editing/insert/files.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { FrameRate, Frames } from '#shared/template/values/frame-rate.ts';
import { naturalFrames, naturalSeconds, UNKNOWN_SECONDS } from '#shared/template/values/source-length.ts';

/** Whether an asset has a running picture. */
export function isVideo({ media }: AssetEntry): boolean {
  return media?.kind === 'video';
}

/** Whether an asset can be heard without a picture. */
export function canBeSound({ media }: AssetEntry): boolean {
  return media?.kind === 'audio';
}

/**
 * One step that takes assets into the film: `scenes`, and each sound into what `parent` names: a scene, or the movie,
 * across all scenes. Null where none can be taken.
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
  const label = scenes === null ? statement('step/add-sounds', { count: sounds.length }) : labelOf(scenes);
  return { type: 'batch', label, commands };
}

function labelOf(scenes: PlannableCommand): Statement {
  return scenes.type === 'batch' ? scenes.label : statement('step/add-scenes', { count: 1 });
}

/** Something that a scene can show. */
export interface AddableSource {
  readonly name: string;
  /** Null where it does not say how long it is. */
  readonly seconds: number | null;
  /** A photo is as long as the settings say. */
  readonly isPhoto?: boolean;
}

export function addableOf({ name, media }: AssetEntry): AddableSource {
  return media?.kind === 'image'
    ? { name, seconds: null, isPhoto: true }
    : { name, seconds: media === null ? null : naturalSeconds(media) };
}

/** Where scenes go, at which rate, and how photos become scenes. */
export interface ScenesAt {
  readonly at: ScenePosition;
  readonly rate: FrameRate;
  readonly photos: PhotoScenes;
}

/** One step that makes a scene of each source, in order; null where there is none. */
export function scenesCommand(scenes: readonly AddableSource[], given: ScenesAt): PlannableCommand | null {
  const [first] = scenes;
  if (first === undefined) return null;
  if (scenes.length === 1) return addScene(first, given);
  const { at } = given;
  // At an index and behind a scene each newcomer pushes the ones before it further on, so the last has to come first.
  const ordered = typeof at === 'number' || 'after' in at ? scenes.toReversed() : scenes;
  const label = statement('step/add-scenes', { count: scenes.length });
  return { type: 'batch', label, commands: ordered.map((scene) => addScene(scene, given)) };
}

function addScene({ name, seconds, isPhoto = false }: AddableSource, { at, rate, photos }: ScenesAt): PlannableCommand {
  const source = { kind: 'asset', name } as const;
  if (!isPhoto) return { type: 'scene/add', at, duration: sceneLength(seconds, rate), source };
  const duration = naturalFrames(photos.seconds, rate);
  return { type: 'element/insert', element: photoElement(source, photos), into: { in: 'new-scene', duration, at } };
}

/** How many frames a scene of such a source has. */
export function sceneLength(seconds: number | null, rate: FrameRate): Frames {
  return naturalFrames(seconds ?? UNKNOWN_SECONDS, rate);
}
