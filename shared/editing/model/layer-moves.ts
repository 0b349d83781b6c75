import type { NodeId } from '../../template/document/document.ts';
import type { Layer, SoundLayer } from '../../template/movie/movie.ts';
import { canRunOut } from '../../timeline/time.ts';

/** The times of a layer or sound, in frames of the container's clock. */
export interface TimedPart {
  readonly id: NodeId;
  readonly offset: number;
  /** The duration; null for a layer that lasts to the end of its container or source. */
  readonly duration: number | null;
  /** The number of visible frames from the offset to the end. */
  readonly length: number;
  /** The in-point of a running source; null if the layer has no running source. */
  readonly skip: number | null;
  readonly speed: number;
  /** The number of frames skipped at the beginning of an animated layer or group; null for other layers. */
  readonly leftOut: number | null;
  /** The length of the source in frames of the movie; null if it is unknown or the layer cannot reach its end. */
  readonly sourceFrames: number | null;
}

/** The new times of a layer or sound. Omitted fields stay unchanged. */
export interface PartTimes {
  readonly part: NodeId;
  readonly offset?: number;
  readonly duration?: number;
  readonly skip?: number;
  readonly overlap?: number;
}

/** Returns the times of a layer or sound. `length` is the number of visible frames from its offset. */
export function timedPart(part: Layer | SoundLayer, length: number, sourceFrames: number | null = null): TimedPart {
  const { id, offset, duration } = part;
  const runs = 'skip' in part && !('freeze' in part && part.freeze !== null);
  const isCut = part.kind === 'video' ? canRunOut(part) : part.kind === 'audio' && !part.loop;
  return {
    ...{ id, offset, duration, length: Math.max(1, length) },
    skip: runs ? part.skip : null,
    speed: 'speed' in part ? part.speed : 1,
    leftOut: leftOutOf(part),
    sourceFrames: isCut ? sourceFrames : null,
  };
}

/**
 * Returns the number of frames that are skipped at the beginning of a layer; null if skipping has no effect. For a
 * group, this is the in-point. For other layers, it only affects keyframes.
 */
function leftOutOf(part: Layer | SoundLayer): number | null {
  if (part.kind === 'audio' || part.overlap < 0) return null;
  const hasKeys =
    part.animations.some(({ kind }) => kind === 'custom') ||
    part.effects.some(({ animations = [] }) => animations.length > 0);
  return hasKeys || part.kind === 'group' ? part.overlap : null;
}

/** Moves all parts by the same number of frames. No part begins before its container. */
export function movedParts(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const moved = Math.max(Math.round(by), -Math.min(...parts.map(({ offset }) => offset)));
  return moved === 0 ? [] : parts.map(({ id, offset }) => ({ part: id, offset: offset + moved }));
}

/**
 * Moves the beginnings of all parts by the same number of frames. The remaining frames look the same: the in-point
 * moves with the beginning, and keyframes stay at their frames. The number is clamped, because each part keeps at least
 * one frame and cannot begin before the start of its source.
 */
export function trimmedStarts(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const least = Math.max(...parts.map(leastTrim));
  const most = Math.min(...parts.map(({ length }) => length - 1));
  const cut = Math.min(most, Math.max(least, Math.round(by)));
  return cut === 0 ? [] : parts.map((part) => ({ part: part.id, ...startCut(part, cut) }));
}

/** Returns the maximum extension of a beginning as a negative number of frames. */
function leastTrim({ offset, skip, speed, leftOut }: TimedPart): number {
  // Extending first restores skipped frames, then earlier frames of the source.
  const source = skip === null ? Number.POSITIVE_INFINITY : Math.floor(skip / speed) + (leftOut ?? 0);
  return -Math.min(offset, source) || 0;
}

/** Returns the times of a part after removing `cut` frames from its beginning. A negative number restores frames. */
function startCut({ offset, duration, skip, speed, leftOut }: TimedPart, cut: number): Omit<PartTimes, 'part'> {
  const byKeys = leftOut === null ? 0 : Math.max(cut, -leftOut);
  const bySource = skip === null ? 0 : cut - byKeys;
  return {
    offset: offset + cut,
    ...(duration !== null && { duration: duration - cut }),
    ...(leftOut !== null && byKeys !== 0 && { overlap: leftOut + byKeys }),
    ...(skip !== null && bySource !== 0 && { skip: Math.max(0, skip + Math.round(bySource * speed)) }),
  };
}

/**
 * Moves the ends of all parts by the same number of frames. Each part keeps at least one frame and ends no later than
 * its source.
 */
export function trimmedEnds(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const least = Math.max(...parts.map(({ length }) => 1 - length));
  const most = Math.min(...parts.map(maxExtension));
  const extension = Math.max(least, Math.min(most, Math.round(by)));
  if (extension === 0) return [];
  return parts.map(({ id, duration, length }) => ({
    part: id,
    duration: Math.max(1, (duration ?? length) + extension),
  }));
}

/** Returns the maximum extension of an end in frames. Returns 0 for a part that already exceeds its source. */
function maxExtension({ sourceFrames, skip, speed, length, leftOut }: TimedPart): number {
  if (sourceFrames === null || skip === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((sourceFrames - skip) / speed) - (leftOut ?? 0) - length);
}

/**
 * Moves the in-points by the same number of frames, within the bounds of the sources. Returns an empty list if the
 * in-points cannot move.
 */
export function slippedParts(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const running = parts.flatMap((part) => (part.skip === null ? [] : [{ ...part, skip: part.skip }]));
  if (running.length === 0) return [];
  const ahead = running.map(({ sourceFrames, skip, speed, length }) =>
    sourceFrames === null ? Number.POSITIVE_INFINITY : Math.max(0, sourceFrames - skip - Math.ceil(length * speed)),
  );
  const moved = Math.max(-Math.min(...running.map(({ skip }) => skip)), Math.min(...ahead, Math.round(by)));
  return moved === 0 ? [] : running.map(({ id, skip }) => ({ part: id, skip: skip + moved }));
}

/** The times of both halves of a part that is split. */
export interface PartCut {
  readonly part: NodeId;
  /** The length of the first half. */
  readonly length: number;
  /** The times of the second half. */
  readonly second: Omit<PartTimes, 'part'>;
}

/**
 * Returns the times that split a part into two halves at a frame of the container's clock; null if a half would be
 * empty.
 */
export function cutPart(part: TimedPart, at: number, hasMotion: boolean): PartCut | null {
  const length = Math.round(at) - part.offset;
  if (length < 1 || length >= part.length) return null;
  // Continue the local frames in the second half, so that its presets do not restart.
  const leftOut = hasMotion ? (part.leftOut ?? 0) : part.leftOut;
  return { part: part.id, length, second: startCut({ ...part, leftOut }, length) };
}
