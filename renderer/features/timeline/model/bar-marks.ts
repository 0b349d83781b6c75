import { type PresetSpan, presetSpan } from '#shared/film/motion/presets.ts';
import { framesOf } from '#shared/film/motion/tracks.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

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
