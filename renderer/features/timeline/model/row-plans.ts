import { type KeyReadingState, keysOfNode, type NodeKeys } from '#renderer/editor/keyframes.ts';
import { setTimes } from '#renderer/editor/layer-edits.ts';
import { type AnimatedProperty, type Clock, type Keyframe, valueAt } from '#shared/editing/keyframes/animated.ts';
import type { KeyCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import {
  movedParts,
  type PartTimes,
  slippedParts,
  trimmedEnds,
  trimmedStarts,
} from '#shared/editing/model/layer-moves.ts';
import { type SnappedFrame, type SnapTarget, snap, snapSpan } from '#shared/editing/model/snapping.ts';
import type { PlacedPart } from '#shared/editing/model/timeline.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, SoundLayer } from '#shared/template/movie/movie.ts';
import { MAX_VOLUME } from '#shared/template/tables/sound-attributes.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { framesOf } from '#shared/timeline/animation.ts';
import { type PresetSpan, presetSpan } from '#shared/timeline/presets.ts';
import type { LayerRow, Row } from './row.ts';

/** The drag mode of a bar: move the whole bar, trim an edge, or slip its source (Alt). */
export type BarHold = 'body' | 'start' | 'end' | 'slip';

export interface BarDrag {
  readonly hold: BarHold;
  /** All dragged parts as they were at the start of the drag. */
  readonly parts: readonly PlacedPart[];
  /** The part under the pointer, which the user drags. */
  readonly held: PlacedPart;
  /** The movement of the pointer in frames, with its fraction. */
  readonly moved: number;
  readonly targets: readonly SnapTarget[];
  /** The snapping distance in frames; 0 if snapping is off. */
  readonly tolerance: number;
}

export interface BarPlan {
  /** The command for the drag; null if it changes nothing. */
  readonly command: PlannableCommand | null;
  readonly target: SnapTarget | null;
}

/** Plans a drag of bars from the movie as it was at the start of the drag. */
export function planBarDrag({ hold, parts, held, moved, targets, tolerance }: BarDrag): BarPlan {
  const start = held.clock + held.offset;
  const from = hold === 'end' ? start + held.length : start;
  const snapped: SnappedFrame =
    tolerance === 0 || hold === 'slip'
      ? { frame: from + moved, target: null }
      : hold === 'body'
        ? snapSpan(start + moved, held.length, targets, tolerance)
        : snap(from + moved, targets, tolerance);
  const by = Math.round(snapped.frame) - from;
  const times = timesOf(hold, parts, by);
  const command =
    times.length === 0 ? null : setTimes(times, hold === 'body' ? 'move' : hold === 'slip' ? 'slip' : 'trim');
  return { command, target: snapped.target };
}

function timesOf(hold: BarHold, parts: readonly PlacedPart[], by: number): readonly PartTimes[] {
  switch (hold) {
    case 'body':
      return movedParts(parts, by);
    case 'start':
      return trimmedStarts(parts, by);
    case 'end':
      return trimmedEnds(parts, by);
    case 'slip':
      // A drag to the right shows earlier frames of the source. Therefore, negate the movement.
      return slippedParts(parts, -by);
    default:
      return hold satisfies never;
  }
}

/**
 * A position among the layers of one parent. The index counts from the backmost layer and ignores the layers that are
 * being moved.
 */
export interface LayerPlace {
  readonly parent: NodeId;
  readonly index: number;
  /** The distance in pixels from the top of the first row to the gap. */
  readonly top: number;
  readonly depth: number;
}

/**
 * Returns the position of layers that are dropped at a height among the rows; null if there is none. Layers without
 * visible rows keep their positions. The moved layers must have visible rows.
 */
export function placeAt(
  rows: readonly Row[],
  tops: readonly number[],
  moving: ReadonlySet<NodeId>,
  y: number,
): LayerPlace | null {
  let best: LayerPlace | null = null;
  const consider = (place: LayerPlace) => {
    if (best === null || Math.abs(place.top - y) < Math.abs(best.top - y)) best = place;
  };
  rows.forEach((row, at) => {
    if (row.kind !== 'layer' || isWithin(rows, row, moving)) return;
    const behind = row.rank.count - row.rank.place - movedBehind(rows, row, moving);
    const top = tops[at] ?? 0;
    const place = { parent: row.parent, depth: row.depth };
    // The gap above a row corresponds to the position in front of the row's layer.
    consider({ ...place, index: behind + 1, top });
    consider({ ...place, index: behind, top: tops[endOf(rows, at)] ?? top });
  });
  return best;
}

/** Returns how many of the moved layers are behind a layer of the same parent. */
function movedBehind(rows: readonly Row[], { parent, rank }: LayerRow, moving: ReadonlySet<NodeId>): number {
  const isBehind = (each: Row) => each.kind === 'layer' && each.parent === parent && each.rank.place > rank.place;
  return rows.filter((each) => moving.has(each.id) && isBehind(each)).length;
}

/** Returns whether a row or one of its ancestors is being moved. */
function isWithin(rows: readonly Row[], row: Row, moving: ReadonlySet<NodeId>): boolean {
  if (moving.has(row.id)) return true;
  const parent = rows.find(({ id }) => id === row.parent);
  return parent !== undefined && isWithin(rows, parent, moving);
}

/** Returns the index after a row and all of its descendants. */
function endOf(rows: readonly Row[], at: number): number {
  const row = rows[at];
  let end = at + 1;
  while (row !== undefined && end < rows.length && (rows[end]?.depth ?? 0) > row.depth) end += 1;
  return end;
}

/** The volume keyframes of a sound. Its bar shows them as points of the volume line. */
export interface VolumeKeys {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly points: readonly VolumePoint[];
}

export interface VolumePoint {
  readonly key: Keyframe;
  /** The frame on the timeline. */
  readonly frame: number;
  readonly volume: number;
}

/** Returns the volume keyframes of a sound; null if its volume is constant. */
export function volumeKeysOf(source: KeyReadingState, sound: NodeId): VolumeKeys | null {
  return volumeKeysIn(keysOfNode(source, sound));
}

/** Returns the volume keyframes among the keyframes of a sound; null if there are none. */
export function volumeKeysIn(keys: NodeKeys | null): VolumeKeys | null {
  const property = keys?.properties.find(({ name }) => name === 'volume');
  if (keys === null || property === undefined) return null;
  const { clock } = keys;
  const points = property.keys.flatMap((key) =>
    typeof key.value === 'number' ? [{ key, frame: key.frame + clock.begin, volume: key.value }] : [],
  );
  return { property, clock, points };
}

/** Returns the animated volume at a frame of the timeline, as an amplitude factor. */
export function volumeInFrame({ property, clock }: Pick<VolumeKeys, 'property' | 'clock'>, frame: number): number {
  const volume = valueAt(property, frame - clock.begin, clock.whole);
  return typeof volume === 'number' ? volume : 1;
}

/**
 * Returns the commands that set the volumes of keyframes. If the volume of a keyframe comes from a variable, the
 * keyframe stays unchanged.
 */
export function withVolumes(
  { property: { node, name, length, spec } }: VolumeKeys,
  volumes: readonly { readonly point: VolumePoint; readonly volume: number; readonly frame?: number }[],
): readonly KeyCommand[] {
  return volumes.flatMap(({ point: { key }, volume, frame = key.frame }): readonly KeyCommand[] =>
    key.written.includes('${')
      ? []
      : [{ type: 'key/set', node, property: name, frame, length, value: spec.type.format(roundedVolume(volume)) }],
  );
}

/**
 * Plans a new volume keyframe on the volume line. If the sound has a constant volume, the keyframe is its first one.
 */
export function newPoint(
  keys: VolumeKeys | null,
  { id, volume }: Pick<SoundLayer, 'id' | 'volume'>,
  clock: Clock,
  frame: number,
): { readonly command: KeyCommand; readonly frame: number } {
  const localFrame = Math.min(Math.max(0, Math.round(frame) - clock.begin), Math.max(0, clock.length - 1));
  const currentVolume = keys === null ? volume : volumeInFrame(keys, localFrame + clock.begin);
  const value = String(roundedVolume(currentVolume));
  return {
    command: { type: 'key/set', node: id, property: 'volume', frame: localFrame, length: clock.length, value },
    frame: localFrame,
  };
}

/**
 * Plans a change of volume in decibels. It affects the chosen keyframes. Without chosen keyframes, it affects all
 * keyframes, or the sound itself if the sound is not animated. Null if all affected volumes come from variables.
 */
export function withVolumeChange(
  keys: VolumeKeys | null,
  { id, volume }: Pick<SoundLayer, 'id' | 'volume'>,
  by: number,
  isChosen: (point: VolumePoint) => boolean = () => false,
): { readonly command: PlannableCommand; readonly volume: number } | null {
  const factor = 10 ** (by / 20);
  if (keys === null) {
    const next = roundedVolume(volume * factor);
    const value = next === 1 ? null : String(next);
    return { command: { type: 'attribute/set', node: id, name: 'volume', value }, volume: next };
  }
  const chosenPoints = keys.points.filter(isChosen);
  const changedPoints = chosenPoints.length > 0 ? chosenPoints : keys.points;
  const [first] = changedPoints;
  const commands = withVolumes(
    keys,
    changedPoints.map((point) => ({ point, volume: point.volume * factor })),
  );
  if (first === undefined || commands.length === 0) return null;
  const label = message('step/set-keys', { count: commands.length });
  return { command: { type: 'batch', label, commands }, volume: roundedVolume(first.volume * factor) };
}

/**
 * Clamps a volume to the allowed range and rounds it to a thousandth of the amplitude. The rounding is inaudible, and
 * is precise enough for half-decibel steps of a quiet sound.
 */
function roundedVolume(volume: number): number {
  return Number(Math.min(MAX_VOLUME, Math.max(0, volume)).toFixed(3));
}

/**
 * Returns the height of a volume on its bar, as a fraction from the bottom. Silence is at the bottom, and 0 dB is at
 * three quarters.
 */
export function levelShare(volume: number): number {
  return Math.min(1, FULL_VOLUME_SHARE * Math.sqrt(Math.max(0, volume)));
}

const FULL_VOLUME_SHARE = 0.75;
/** The volume factor at the top of a bar. */
const LOUDEST_ON_BAR = 1 / FULL_VOLUME_SHARE ** 2;

/** Returns the volume at a fraction of the height, rounded to hundredths. */
export function volumeAt(share: number): number {
  const volume = Math.min(LOUDEST_ON_BAR, Math.max(0, share) ** 2 / FULL_VOLUME_SHARE ** 2);
  const rounded = Math.round(volume * 100) / 100;
  // Volumes within 0.04 of the full volume snap to it.
  return Math.abs(rounded - 1) <= 0.04 ? 1 : rounded;
}

/** An entrance or exit preset of a layer. The layer's bar shows it as a wedge. */
export interface Wedge {
  readonly animation: NodeId;
  readonly side: 'in' | 'out';
  /** The number of frames between the edge of the layer and the inner end of the preset, including `offset`. */
  readonly length: number;
  /**
   * The duration of one repetition in frames. If the edge of the layer cuts off part of the preset, only the visible
   * part counts.
   */
  readonly duration: number;
  /** The number of repetitions within the preset, at least 1. */
  readonly repeats: number;
}

/**
 * Returns the first entrance preset and the first exit preset of a layer. `length` is the length of the layer in
 * frames.
 */
export function wedgesOf({ animations, overlap }: Layer, length: number, rate: FrameRate): readonly Wedge[] {
  const lengthWithOverlap = length + Math.max(0, overlap);
  const wedges: Wedge[] = [];
  for (const animation of animations) {
    if (animation.kind !== 'preset' || !animation.enabled) continue;
    const span = presetSpan(animation, lengthWithOverlap, rate);
    const { phase: side } = span;
    if (side === 'there' || wedges.some((wedge) => wedge.side === side)) continue;
    const hidden = side === 'in' ? Math.max(0, overlap) : 0;
    const reach = reachOf(span, lengthWithOverlap) - hidden;
    if (reach <= 0) continue;
    const repeats = Math.max(1, span.all / span.once);
    const duration = Number.isFinite(animation.repeat)
      ? (Math.min(reach, length) + hidden - animation.offset) / repeats
      : span.once;
    wedges.push({ animation: animation.id, side, length: Math.min(reach, length), duration, repeats });
  }
  return wedges;
}

function reachOf({ phase: side, begin, all }: PresetSpan, length: number): number {
  return side === 'in' ? begin + all : length - begin;
}

/**
 * Returns the distinct frames, in order, at which a layer or its effects have keyframes. They count from the start of
 * the bar.
 */
export function keyFramesOf(layer: Layer, length: number): readonly number[] {
  const lead = Math.max(0, layer.overlap);
  const frames = new Set<number>();
  const custom = layer.animations.filter((animation) => animation.kind === 'custom');
  for (const { keys, offset, duration, enabled } of [
    ...custom,
    ...layer.effects.flatMap(({ animations = [] }) => animations),
  ]) {
    if (!enabled) continue;
    const animationLength = duration === null ? length + lead - offset : framesOf(duration, length + lead);
    for (const { time } of keys) {
      const frame = offset + framesOf(time, animationLength) - lead;
      if (frame >= 0 && frame <= length) frames.add(Math.round(frame));
    }
  }
  return [...frames].sort((one, other) => one - other);
}
