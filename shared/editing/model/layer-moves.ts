import type { NodeId } from '../../template/document/document.ts';
import type { Layer, SoundLayer } from '../../template/movie/movie.ts';
import { runsOut } from '../../timeline/time.ts';

/** When a layer or sound is there, in frames of the clock of what it stands in. */
export interface TimedPart {
  readonly id: NodeId;
  readonly offset: number;
  /** Null: to the end of what it stands in, or of its source. */
  readonly duration: number | null;
  /** Frames from its offset to its end as it is shown. */
  readonly length: number;
  /** In-point of a source that runs; null without one. */
  readonly skip: number | null;
  readonly speed: number;
  /** Frames of its own beginning that are left out, of one that keys move; null for one that they do not. */
  readonly leftOut: number | null;
  /** How many frames of the movie its source has; null where that is not known, or no end of it is met. */
  readonly sourceFrames: number | null;
}

/** New times of a layer or sound; what is not named stays. */
export interface PartTimes {
  readonly part: NodeId;
  readonly offset?: number;
  readonly duration?: number;
  readonly skip?: number;
  readonly overlap?: number;
}

/** A layer or sound as moves see it. `length` is how long it is shown from its offset on. */
export function timedPart(part: Layer | SoundLayer, length: number, sourceFrames: number | null = null): TimedPart {
  const { id, offset, duration } = part;
  const runs = 'skip' in part && !('freeze' in part && part.freeze !== null);
  const isCut = part.kind === 'video' ? runsOut(part) : part.kind === 'audio' && !part.loop;
  return {
    ...{ id, offset, duration, length: Math.max(1, length) },
    skip: runs ? part.skip : null,
    speed: 'speed' in part ? part.speed : 1,
    leftOut: leftOutOf(part),
    sourceFrames: isCut ? sourceFrames : null,
  };
}

/** A group's own beginning is its in-point; of others it is what their keys count from. */
function leftOutOf(part: Layer | SoundLayer): number | null {
  if (part.kind === 'audio' || part.overlap < 0) return null;
  const hasKeys =
    part.animations.some(({ kind }) => kind === 'custom') ||
    part.effects.some(({ animations = [] }) => animations.length > 0);
  return hasKeys || part.kind === 'group' ? part.overlap : null;
}

/** All of them so many frames later, or sooner; none begins before what it stands in. */
export function movedParts(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const moved = Math.max(Math.round(by), -Math.min(...parts.map(({ offset }) => offset)));
  return moved === 0 ? [] : parts.map(({ id, offset }) => ({ part: id, offset: offset + moved }));
}

/**
 * Their beginnings so many frames later, or sooner. Each shows in every frame that is left what it showed: a source
 * begins so much further in, keys keep their places. Clamped for all of them together: each keeps a frame, and none
 * begins before its source.
 */
export function trimmedStarts(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const least = Math.max(...parts.map(leastTrim));
  const most = Math.min(...parts.map(({ length }) => length - 1));
  const cut = Math.min(most, Math.max(least, Math.round(by)));
  return cut === 0 ? [] : parts.map((part) => ({ part: part.id, ...startCut(part, cut) }));
}

/** How much sooner one can begin, below 0. */
function leastTrim({ offset, skip, speed, leftOut }: TimedPart): number {
  // What was left out comes first, then more of the source.
  const source = skip === null ? Number.POSITIVE_INFINITY : Math.floor(skip / speed) + (leftOut ?? 0);
  return -Math.min(offset, source) || 0;
}

/** What `cut` frames taken from its beginning make of one; below 0 they are given back. */
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

/** Their ends so many frames later, or sooner; each keeps a frame, and ends where its source does. */
export function trimmedEnds(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const least = Math.max(...parts.map(({ length }) => 1 - length));
  const most = Math.min(...parts.map(roomAfter));
  const longer = Math.max(least, Math.min(most, Math.round(by)));
  if (longer === 0) return [];
  return parts.map(({ id, duration, length }) => ({ part: id, duration: Math.max(1, (duration ?? length) + longer) }));
}

/** How much longer one can be shown; one that is longer than its source already is not made shorter for that. */
function roomAfter({ sourceFrames, skip, speed, length, leftOut }: TimedPart): number {
  if (sourceFrames === null || skip === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((sourceFrames - skip) / speed) - (leftOut ?? 0) - length);
}

/** Their sources so many frames further in, or back. Nothing where none of them has one that runs. */
export function slippedParts(parts: readonly TimedPart[], by: number): readonly PartTimes[] {
  const running = parts.flatMap((part) => (part.skip === null ? [] : [{ ...part, skip: part.skip }]));
  if (running.length === 0) return [];
  const ahead = running.map(({ sourceFrames, skip, speed, length }) =>
    sourceFrames === null ? Number.POSITIVE_INFINITY : Math.max(0, sourceFrames - skip - Math.ceil(length * speed)),
  );
  const moved = Math.max(-Math.min(...running.map(({ skip }) => skip)), Math.min(...ahead, Math.round(by)));
  return moved === 0 ? [] : running.map(({ id, skip }) => ({ part: id, skip: skip + moved }));
}

/** How one is cut in two at a frame of the clock of what it stands in; null where that leaves nothing of a half. */
export interface PartCut {
  readonly part: NodeId;
  /** How long the first half is. */
  readonly length: number;
  /** Times of the second. */
  readonly second: Omit<PartTimes, 'part'>;
}

export function cutPart(part: TimedPart, at: number, hasMotion: boolean): PartCut | null {
  const length = Math.round(at) - part.offset;
  if (length < 1 || length >= part.length) return null;
  // Presets of the second half are through with what brought it in, as its own frames go on.
  const leftOut = hasMotion ? (part.leftOut ?? 0) : part.leftOut;
  return { part: part.id, length, second: startCut({ ...part, leftOut }, length) };
}
