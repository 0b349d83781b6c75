import { type KeySource, keysOfNode, type NodeKeys } from '#renderer/editor/keyframes.ts';
import { type AnimatedProperty, type Clock, type Keyframe, valueAt } from '#shared/editing/keyframes/animated.ts';
import type { KeyCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import {
  movedParts,
  type PartTimes,
  slippedParts,
  trimmedEnds,
  trimmedStarts,
} from '#shared/editing/model/layer-moves.ts';
import { type Snapped, type SnapTarget, snap, snapSpan } from '#shared/editing/model/snapping.ts';
import type { PlacedPart } from '#shared/editing/model/timeline.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, SoundLayer } from '#shared/template/movie/movie.ts';
import { LOUDEST } from '#shared/template/tables/sound-attributes.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { framesOf } from '#shared/timeline/animation.ts';
import { type PresetSpan, presetSpan } from '#shared/timeline/presets.ts';
import type { LayerRow, Row } from './row.ts';

/** What of a bar is dragged: all of it, an edge, or with Alt the source under it. */
export type BarHold = 'body' | 'start' | 'end' | 'slip';

export interface BarDrag {
  readonly hold: BarHold;
  /** All that are moved, as they were when the drag began. */
  readonly parts: readonly PlacedPart[];
  /** The one that the pointer holds. */
  readonly held: PlacedPart;
  /** How far the pointer has gone, in frames with their fraction. */
  readonly moved: number;
  readonly targets: readonly SnapTarget[];
  /** In frames; 0 snaps to nothing. */
  readonly tolerance: number;
}

export interface BarPlan {
  /** Null where nothing changes. */
  readonly command: PlannableCommand | null;
  readonly target: SnapTarget | null;
}

/** What dragging bars comes to, on the film as it was when the drag began. */
export function planBarDrag({ hold, parts, held, moved, targets, tolerance }: BarDrag): BarPlan {
  const start = held.clock + held.offset;
  const from = hold === 'end' ? start + held.length : start;
  const snapped: Snapped =
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
      // A pull to the right shows what came before.
      return slippedParts(parts, -by);
    default:
      return hold satisfies never;
  }
}

export function setTimes(times: readonly PartTimes[], as: 'move' | 'trim' | 'slip'): PlannableCommand {
  return { type: 'layer/set-times', times, as };
}

/** A place among the layers of one parent: an index from the lowest, counted without those that are moved. */
export interface LayerPlace {
  readonly parent: NodeId;
  readonly index: number;
  /** Pixels from the first row at which the gap is. */
  readonly top: number;
  readonly depth: number;
}

/**
 * Where layers would go that are dropped at a height among the rows; null where none can. Rows of others may be hidden:
 * they keep their places. What is moved has rows.
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
    // Above a row is in front of it.
    consider({ ...place, index: behind + 1, top });
    consider({ ...place, index: behind, top: tops[endOf(rows, at)] ?? top });
  });
  return best;
}

/** How many of the layers that are moved lie behind one of the same parent. */
function movedBehind(rows: readonly Row[], { parent, rank }: LayerRow, moving: ReadonlySet<NodeId>): number {
  const isBehind = (each: Row) => each.kind === 'layer' && each.parent === parent && each.rank.place > rank.place;
  return rows.filter((each) => moving.has(each.id) && isBehind(each)).length;
}

/** Whether a row is one of those that are moved, or stands in one. */
function isWithin(rows: readonly Row[], row: Row, moving: ReadonlySet<NodeId>): boolean {
  if (moving.has(row.id)) return true;
  const parent = rows.find(({ id }) => id === row.parent);
  return parent !== undefined && isWithin(rows, parent, moving);
}

/** Behind a row and all that is listed under it. */
function endOf(rows: readonly Row[], at: number): number {
  const row = rows[at];
  let end = at + 1;
  while (row !== undefined && end < rows.length && (rows[end]?.depth ?? 0) > row.depth) end += 1;
  return end;
}

/** Puts layers to a place, in the order in which they lie over one another. `ids` are from the lowest. */
export function orderCommand(ids: readonly NodeId[], { parent, index }: LayerPlace): PlannableCommand | null {
  const commands = ids.map((layer, at) => ({ type: 'layer/move', layer, parent, index: index + at }) as const);
  const [only] = commands;
  if (only === undefined) return null;
  const label: Message = message('step/move', { what: message('target/layers', { count: ids.length }) });
  return commands.length === 1 ? only : { type: 'batch', label, commands };
}

/** Layers of one parent in front of the next one, or behind it; null where there is none. `layers` are from the lowest. */
export function stepCommand(
  layers: readonly NodeId[],
  moving: ReadonlySet<NodeId>,
  parent: NodeId,
  direction: -1 | 1,
): PlannableCommand | null {
  const ids = layers.filter((id) => moving.has(id));
  const staying = layers.filter((id) => !moving.has(id));
  const edge = direction > 0 ? layers.findLastIndex((id) => moving.has(id)) : layers.findIndex((id) => moving.has(id));
  const beside = layers[edge + direction];
  if (edge < 0 || beside === undefined) return null;
  const index = staying.indexOf(beside) + (direction > 0 ? 1 : 0);
  return orderCommand(ids, { parent, index, top: 0, depth: 0 });
}

/** The keys of a sound's volume, as points of the line on its bar. */
export interface VolumeKeys {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly points: readonly VolumePoint[];
}

export interface VolumePoint {
  readonly key: Keyframe;
  /** Of the film. */
  readonly frame: number;
  readonly volume: number;
}

/** Null for a sound that is as loud all the time. */
export function volumeKeysOf(source: KeySource, sound: NodeId): VolumeKeys | null {
  return volumeKeysIn(keysOfNode(source, sound));
}

/** The same of what is known of the sound's keys. */
export function volumeKeysIn(keys: NodeKeys | null): VolumeKeys | null {
  const property = keys?.properties.find(({ name }) => name === 'volume');
  if (keys === null || property === undefined) return null;
  const { clock } = keys;
  const points = property.keys.flatMap((key) =>
    typeof key.value === 'number' ? [{ key, frame: key.frame + clock.begin, volume: key.value }] : [],
  );
  return { property, clock, points };
}

/** How loud it is in a frame of the film, by its keys. */
export function volumeInFrame({ property, clock }: Pick<VolumeKeys, 'property' | 'clock'>, frame: number): number {
  const volume = valueAt(property, frame - clock.begin, clock.whole);
  return typeof volume === 'number' ? volume : 1;
}

/** Other volumes for some of the points. What a variable says stays. */
export function withVolumes(
  { property: { node, name, length, spec } }: VolumeKeys,
  volumes: readonly { readonly point: VolumePoint; readonly volume: number; readonly frame?: number }[],
): readonly KeyCommand[] {
  return volumes.flatMap(({ point: { key }, volume, frame = key.frame }): readonly KeyCommand[] =>
    key.written.includes('${')
      ? []
      : [{ type: 'key/set', node, property: name, frame, length, value: spec.type.format(heard(volume)) }],
  );
}

/** A point more in the line, as loud as it is there. It is the first where there are no keys. */
export function newPoint(
  keys: VolumeKeys | null,
  { id, volume }: Pick<SoundLayer, 'id' | 'volume'>,
  clock: Clock,
  frame: number,
): { readonly command: KeyCommand; readonly frame: number } {
  const own = Math.min(Math.max(0, Math.round(frame) - clock.begin), Math.max(0, clock.length - 1));
  const now = keys === null ? volume : volumeInFrame(keys, own + clock.begin);
  const value = String(heard(now));
  return {
    command: { type: 'key/set', node: id, property: 'volume', frame: own, length: clock.length, value },
    frame: own,
  };
}

/** A sound that many decibels louder: its points, or those that are chosen; without any the whole of it. */
export function louder(
  keys: VolumeKeys | null,
  { id, volume }: Pick<SoundLayer, 'id' | 'volume'>,
  by: number,
  isChosen: (point: VolumePoint) => boolean = () => false,
): { readonly command: PlannableCommand; readonly volume: number } | null {
  const factor = 10 ** (by / 20);
  if (keys === null) {
    const next = heard(volume * factor);
    const value = next === 1 ? null : String(next);
    return { command: { type: 'attribute/set', node: id, name: 'volume', value }, volume: next };
  }
  const chosen = keys.points.filter(isChosen);
  const changed = chosen.length > 0 ? chosen : keys.points;
  const [first] = changed;
  const commands = withVolumes(
    keys,
    changed.map((point) => ({ point, volume: point.volume * factor })),
  );
  if (first === undefined || commands.length === 0) return null;
  const label = message('step/set-keys', { count: commands.length });
  return { command: { type: 'batch', label, commands }, volume: heard(first.volume * factor) };
}

/** A thousandth of an amplitude is finer than what is heard; half a decibel of quiet sounds is not lost in it. */
function heard(volume: number): number {
  return Number(Math.min(LOUDEST, Math.max(0, volume)).toFixed(3));
}

/** Where a volume stands on its bar, as a share of its height from below: 0 dB at three quarters, silence at the bottom. */
export function levelShare(volume: number): number {
  return Math.min(1, FULL * Math.sqrt(Math.max(0, volume)));
}

const FULL = 0.75;
/** The loudest that a line can be dragged to: what a bar has room for. */
const MOST = 1 / FULL ** 2;

/** The volume at a share of the height, rounded to what can be heard. */
export function volumeAt(share: number): number {
  const volume = Math.min(MOST, Math.max(0, share) ** 2 / FULL ** 2);
  const rounded = Math.round(volume * 100) / 100;
  // Full volume is what a hand near to it wants.
  return Math.abs(rounded - 1) <= 0.04 ? 1 : rounded;
}

/** A preset that brings a layer in or takes it out. */
export interface Wedge {
  readonly animation: NodeId;
  readonly way: 'in' | 'out';
  /** Frames between the edge of the layer and the other end of the preset. */
  readonly length: number;
  /** What its own duration leaves of that: frames between the edge and where it begins, and its repetitions. */
  readonly offset: number;
}

/** The presets of a layer of so many frames that come in or go out; the first of each way. */
export function wedgesOf({ animations, overlap }: Layer, length: number, rate: FrameRate): readonly Wedge[] {
  const own = length + Math.max(0, overlap);
  const wedges: Wedge[] = [];
  for (const animation of animations) {
    if (animation.kind !== 'preset' || !animation.enabled) continue;
    const span = presetSpan(animation, own, rate);
    const { way } = span;
    if (way === 'there' || wedges.some((each) => each.way === way)) continue;
    const reach = reachOf(span, own) - (way === 'in' ? Math.max(0, overlap) : 0);
    if (reach > 0)
      wedges.push({ animation: animation.id, way, length: Math.min(reach, length), offset: animation.offset });
  }
  return wedges;
}

function reachOf({ way, begin, all }: PresetSpan, length: number): number {
  return way === 'in' ? begin + all : length - begin;
}

/** Frames from the beginning of a bar at which something of a layer has a key, in order, each once. */
export function keyFramesOf(layer: Layer, length: number): readonly number[] {
  const left = Math.max(0, layer.overlap);
  const found = new Set<number>();
  const custom = layer.animations.filter((animation) => animation.kind === 'custom');
  for (const { keys, offset, duration, enabled } of [
    ...custom,
    ...layer.effects.flatMap(({ animations = [] }) => animations),
  ]) {
    if (!enabled) continue;
    const lasts = duration === null ? length + left - offset : framesOf(duration, length + left);
    for (const { time } of keys) {
      const frame = offset + framesOf(time, lasts) - left;
      if (frame >= 0 && frame <= length) found.add(Math.round(frame));
    }
  }
  return [...found].sort((one, other) => one - other);
}
