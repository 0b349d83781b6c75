import type { PlannableCommand, ScenePosition } from '../../../shared/editing/commands.ts';
import { statement } from '../../../shared/statements/statement.ts';
import type { FrameRate, Frames } from '../../../shared/template/values/frame-rate.ts';
import { naturalFrames, naturalSeconds } from '../../../shared/template/values/source-length.ts';
import type { AssetEntry } from '../../api/client/asset-list.ts';

/** Seconds of a scene whose source does not say how long it is. */
const DEFAULT_SECONDS = 5;

/** Whether an asset can be a scene: it has a picture. */
export function canBeScene({ media }: AssetEntry): boolean {
  return media?.kind === 'video';
}

/** Something that a scene can show. */
export interface Placeable {
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
  return scenesCommand(scenes.map(placeableOf), at, rate);
}

export function placeableOf({ name, media }: AssetEntry): Placeable {
  return { name, seconds: media === null ? null : naturalSeconds(media) };
}

/** Like {@link addScenesCommand}, for anything that has a picture. */
export function scenesCommand(
  scenes: readonly Placeable[],
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

function addScene({ name, seconds }: Placeable, at: ScenePosition, rate: FrameRate): PlannableCommand {
  return { type: 'scene/add', at, duration: sceneLength(seconds, rate), source: { kind: 'asset', name } };
}

/** How many frames a scene of such a source has. */
export function sceneLength(seconds: number | null, rate: FrameRate): Frames {
  return naturalFrames(seconds ?? DEFAULT_SECONDS, rate);
}
