import type { PlannableCommand, ScenePosition } from '../../../shared/editing/commands.ts';
import { type Statement, statement } from '../../../shared/statements/statement.ts';
import type { NodeId } from '../../../shared/template/document/document.ts';
import type { FrameRate, Frames } from '../../../shared/template/values/frame-rate.ts';
import { naturalFrames, naturalSeconds, UNKNOWN_SECONDS } from '../../../shared/template/values/source-length.ts';
import type { AssetEntry } from '../../api/client/asset-list.ts';

/** Whether an asset can be a scene: it has a picture. */
export function canBeScene({ media }: AssetEntry): boolean {
  return media?.kind === 'video';
}

/** Whether an asset can be heard without a picture. */
export function canBeSound({ media }: AssetEntry): boolean {
  return media?.kind === 'audio';
}

/**
 * One step that takes assets into the film: each with a picture as a scene, in order, and each sound into what `parent`
 * names: a scene, or the movie, across all scenes. Null where none can be taken.
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
  const label = scenes === null ? statement('step/add-sounds', { count: sounds.length }) : labelOf(scenes, assets);
  return { type: 'batch', label, commands };
}

function labelOf(scenes: PlannableCommand, assets: readonly AssetEntry[]): Statement {
  return scenes.type === 'batch'
    ? scenes.label
    : statement('step/add-scenes', { count: assets.filter(canBeScene).length });
}

/** Something that a scene can show. */
export interface AddableSource {
  readonly name: string;
  /** Null where it does not say how long it is. */
  readonly seconds: number | null;
}

/** One step that makes a scene of each asset, in order; null where none can be one. */
export function addScenesCommand(
  assets: readonly AssetEntry[],
  at: ScenePosition,
  rate: FrameRate,
): PlannableCommand | null {
  const scenes = assets.filter(canBeScene);
  return scenesCommand(scenes.map(addableOf), at, rate);
}

export function addableOf({ name, media }: AssetEntry): AddableSource {
  return { name, seconds: media === null ? null : naturalSeconds(media) };
}

/** Like {@link addScenesCommand}, for anything that has a picture. */
export function scenesCommand(
  scenes: readonly AddableSource[],
  at: ScenePosition,
  rate: FrameRate,
): PlannableCommand | null {
  const [first] = scenes;
  if (first === undefined) return null;
  if (scenes.length === 1) return addScene(first, at, rate);
  // At an index and behind a scene each newcomer pushes the ones before it further on, so the last has to come first.
  const ordered = typeof at === 'number' || 'after' in at ? scenes.toReversed() : scenes;
  const label = statement('step/add-scenes', { count: scenes.length });
  return { type: 'batch', label, commands: ordered.map((scene) => addScene(scene, at, rate)) };
}

function addScene({ name, seconds }: AddableSource, at: ScenePosition, rate: FrameRate): PlannableCommand {
  return { type: 'scene/add', at, duration: sceneLength(seconds, rate), source: { kind: 'asset', name } };
}

/** How many frames a scene of such a source has. */
export function sceneLength(seconds: number | null, rate: FrameRate): Frames {
  return naturalFrames(seconds ?? UNKNOWN_SECONDS, rate);
}
