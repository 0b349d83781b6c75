import type { DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { lastStart, type Ticks, videoStateAt } from '#shared/timeline/layer-state.ts';
import type { ReadySource } from '../decode/source.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { type MovingQuality, movingScale } from '../picture/moving-quality.ts';
import type { PlanarPicture } from '../picture/picture.ts';
import { effectsOf, type PageVideo, reducedFormat } from './page-plan.ts';
import { createPlannedSegments, type PlannedSegment, type SegmentFrame } from './planned-segments.ts';
import type { ProjectEngine } from './project-engine.ts';
import type { PageFrame } from './worker-messages.ts';

/** Composites requested frames in the worker and caches them. */
export interface ComposeQueue {
  /** Returns the composited frame. Until it exists, returns a nearby frame; null if that does not exist either. */
  readonly find: (frame: SegmentFrame) => ComposedFrame | null;
  /** Returns the sample times of the frame's videos; empty if the frame cannot be planned yet. */
  readonly sampleTimesOf: (frame: SegmentFrame) => readonly VideoSampleTime[];
  /** Replaces the list of requested frames. Missing frames are composited in the order of the list. */
  readonly request: (requested: readonly SegmentFrame[]) => void;
  readonly setQuality: (quality: MovingQuality) => void;
  /** Returns the reason why the last frame could not be composited here; null if it was composited. */
  readonly failure: () => string | null;
  readonly dispose: () => void;
}

interface ComposeTask {
  readonly request: SegmentFrame;
  /** The scale of the picture: its pixels per movie pixel in each direction. */
  readonly frameScale: number;
  readonly isFirst: boolean;
}

/** The maximum interval in milliseconds between frames in motion. */
const MOVING_MILLISECONDS = 400;
/** The pause in milliseconds before the last frame is composited in full size. */
const REST_MILLISECONDS = 200;
/** The maximum number of frames in the worker: one frame is composited, and one waits. */
const MAX_IN_PROGRESS = 2;
/** The maximum number of parts that stay open in the worker with their drawings. */
const MAX_OPEN = 4;

export interface ComposeQueueOptions {
  readonly engine: ProjectEngine;
  readonly library: SourceLibrary;
  /** Called when a frame was composited, or could not be composited. */
  readonly onFrame: () => void;
  /** Returns a fixed scale; see `ComposedFramesOptions`. */
  readonly scale?: ((movie: Movie) => number) | undefined;
  readonly keepsAlpha: boolean;
}

export function createComposeQueue(options: ComposeQueueOptions): ComposeQueue {
  const { engine, library, onFrame, scale } = options;
  const { worker } = engine;
  const cache = createComposedCache();
  /** The open parts by plan and size, least recently used first. */
  const open = new Map<string, number>();
  let parts = 0;
  let requested: readonly SegmentFrame[] = [];
  /** The frames in the worker, by {@link nameOf}. */
  const inProgress = new Set<string>();
  let isDisposed = false;
  let lastPlan: number | null = null;
  let failure: string | null = null;
  /** The estimated time to composite a frame in full size, in milliseconds; 0 while unknown. */
  let cost = 0;
  let changedAt = Number.NEGATIVE_INFINITY;
  let isMoving = false;
  let quality: MovingQuality = 'auto';
  let motionEndTimer: ReturnType<typeof setTimeout> | undefined;

  const { planOf, isOpening } = createPlannedSegments(engine, library, options.keepsAlpha);

  const sampleTimesOf = (request: SegmentFrame): readonly VideoSampleTime[] => {
    try {
      const { plan, after } = planOf(request);
      return sampleTimesAt(plan.videos, request.frame - after, request.movie.frameRate);
    } catch {
      return [];
    }
  };
  /**
   * Returns the pictures of the frame's videos; null if a picture is missing. If `mayBeNear` is true, nearby pictures
   * can replace exact ones.
   */
  const picturesOf = (request: SegmentFrame, mayBeNear: boolean) => {
    const pictures: (readonly [PlanarPicture, ReadySource] | null)[] = planOf(request).plan.videos.map(() => null);
    let isExact = true;
    for (const { video, index, last } of sampleTimesOf(request)) {
      const status = library.get(video.layer.source).status();
      const track = status.kind === 'ready' ? status.source.media.picture : null;
      if (status.kind !== 'ready' || track === null) return null;
      const at = Math.max(track.first, last(track.resolution));
      const exactPicture = status.source.pictures.find(at);
      const picture = exactPicture ?? (mayBeNear ? status.source.pictures.nearest(at) : null);
      if (picture === null || picture.kind !== 'planes') return null;
      isExact &&= exactPicture !== null;
      pictures[index] = [picture, status.source];
    }
    return { pictures, isExact };
  };
  const partOf = ({ id, plan }: PlannedSegment, frameScale: number): number => {
    const key = `${id} ${frameScale} ${worker.generation()}`;
    const knownPart = open.get(key);
    open.delete(key);
    parts += knownPart === undefined ? 1 : 0;
    const part = knownPart ?? parts;
    open.set(key, part);
    if (knownPart !== undefined) return part;
    for (const [oldest, number] of open) {
      if (open.size <= MAX_OPEN) break;
      open.delete(oldest);
      worker.closePart(number);
    }
    const { scene, over, tables, videos } = plan;
    const decoded = videos.map((video) => ({ picture: reducedFormat(video, frameScale), effects: effectsOf(video) }));
    worker.openPart(part, { scene, over, tables, frameScale, decoded });
    return part;
  };

  const compose = async (request: SegmentFrame, frameScale: number, mayBeNear: boolean): Promise<boolean> => {
    const planned = planOf(request);
    const sourcePictures = picturesOf(request, mayBeNear);
    if (sourcePictures === null) return false;
    const part = partOf(planned, frameScale);
    const decoded = planned.plan.videos.map((video, index) => {
      const decodedPicture = sourcePictures.pictures[index] ?? null;
      if (decodedPicture === null) return null;
      const [picture, { reading }] = decodedPicture;
      const { color = { matrix: 'bt709', range: 'limited' }, rotation = 0 } = reading ?? {};
      return { picture, planes: { format: reducedFormat(video, frameScale), region: video.region, rotation, color } };
    });
    const composed = await worker.compose({ partNumber: part, number: request.frame - planned.after, decoded });
    // The exponent is below 2, because part of the cost does not depend on the number of pixels. `Math.min` limits the
    // weight of slow outliers. For example, compositing the first frame includes drawing the texts.
    const fullDuration = composed.milliseconds / frameScale ** 1.5;
    cost = cost === 0 ? fullDuration : Math.min(fullDuration, (cost + fullDuration) / 2);
    failure = null;
    lastPlan = planned.id;
    cache.add(planned.id, request.frame, {
      picture: pictureOf(composed),
      frameScale,
      isExact: sourcePictures.isExact,
      faults: composed.faults,
    });
    return true;
  };

  const nameOf = ({ request, frameScale }: ComposeTask): string =>
    `${planOf(request).id} ${request.frame} ${frameScale}`;
  /**
   * Returns a task that can run. Returns `there` if the frame exists or is being composited, and `later` if its
   * pictures are missing.
   */
  const taskOf = (task: ComposeTask): ComposeTask | 'there' | 'later' => {
    const { request, frameScale, isFirst } = task;
    const cachedFrame = cache.find(planOf(request).id, request.frame);
    if ((cachedFrame?.isExact === true && cachedFrame.frameScale >= frameScale) || inProgress.has(nameOf(task)))
      return 'there';
    // During motion, the displayed frame can use nearby pictures. Frames ahead of it need exact pictures.
    const pictures = picturesOf(request, isFirst && isMoving);
    return pictures === null || (cachedFrame !== null && !pictures.isExact) ? 'later' : task;
  };
  /** Returns the first task that can run; null if there is none. */
  const next = (): ComposeTask | null => {
    const defaultScale = isMoving ? movingScale(quality, cost) : 1;
    for (const [index, request] of requested.entries()) {
      const isFirst = index === 0;
      const frameScale = scale?.(request.movie) ?? defaultScale;
      if (isOpening(request)) {
        if (isFirst) return null;
        continue;
      }
      const task = taskOf({ request, frameScale, isFirst });
      if (typeof task === 'object') return task;
      if (task === 'later' && !isFirst) return null;
    }
    return null;
  };
  const fail = (error: unknown): void => {
    if (isDisposed) return;
    failure = reasonOf(error);
    open.clear();
  };
  const composeTask = async (task: ComposeTask): Promise<void> => {
    const name = nameOf(task);
    inProgress.add(name);
    let isDone = false;
    try {
      isDone = await compose(task.request, task.frameScale, task.isFirst && isMoving);
    } catch (error) {
      fail(error);
    } finally {
      inProgress.delete(name);
    }
    if (isDisposed) return;
    onFrame();
    if (isDone) pump();
  };
  const pump = (): void => {
    try {
      while (inProgress.size < MAX_IN_PROGRESS && !isDisposed) {
        const task = next();
        // Do not queue the frame to display behind another task, because another frame can be displayed before the
        // worker is free.
        if (task === null || (task.isFirst && inProgress.size > 0)) break;
        void composeTask(task);
      }
    } catch (error) {
      fail(error);
      onFrame();
    }
  };

  return {
    find(request) {
      // Planning can fail while an image is loading.
      if (isOpening(request)) return lastPlan === null ? null : asInexact(cache.nearest(lastPlan, request.frame));
      try {
        const { id } = planOf(request);
        const exactFrame = cache.find(id, request.frame);
        if (exactFrame !== null) return exactFrame;
        const nearbyFrame =
          cache.nearest(id, request.frame) ?? (lastPlan === null ? null : cache.nearest(lastPlan, request.frame));
        return asInexact(nearbyFrame);
      } catch (error) {
        failure = reasonOf(error);
        return null;
      }
    },
    sampleTimesOf,
    request(requests) {
      const [before, first] = [requested[0], requests[0]];
      if (first?.movie !== before?.movie || first?.frame !== before?.frame || first?.segment !== before?.segment) {
        const now = performance.now();
        isMoving = scale === undefined && now - changedAt < MOVING_MILLISECONDS;
        changedAt = now;
        clearTimeout(motionEndTimer);
        motionEndTimer = setTimeout(() => {
          isMoving = false;
          pump();
        }, REST_MILLISECONDS);
      }
      requested = requests;
      if (requests.length > 0 && failure === null) pump();
      else if (before !== first) failure = null;
    },
    setQuality: (next) => {
      quality = next;
    },
    failure: () => failure,
    dispose() {
      isDisposed = true;
      clearTimeout(motionEndTimer);
      requested = [];
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Marks a nearby frame as inexact, so that the exact frame replaces it later. */
function asInexact(frame: ComposedFrame | null): ComposedFrame | null {
  return frame && { ...frame, isExact: false };
}

/** Returns a composited frame in the form of a decoded picture. */
function pictureOf({ bytes, width, height, pixelFormat }: PageFrame): PlanarPicture {
  const hasAlpha = pixelFormat === 'yuva444p';
  const [across, down] = hasAlpha ? [width, height] : [Math.ceil(width / 2), Math.ceil(height / 2)];
  const [luma, colors] = [width * height, across * down];
  const plane = (from: number, planeWidth: number, planeHeight: number) =>
    ({
      data: bytes.subarray(from, from + planeWidth * planeHeight),
      width: planeWidth,
      height: planeHeight,
      components: 1,
      stride: planeWidth,
    }) as const;
  return {
    kind: 'planes',
    ...{ width, height, layout: hasAlpha ? 'yuva' : 'yuv', bitDepth: 8 },
    planes: [
      ...[plane(0, width, height), plane(luma, across, down), plane(luma + colors, across, down)],
      ...(hasAlpha ? [plane(luma + 2 * colors, width, height)] : []),
    ],
    bytes: bytes.byteLength,
  };
}

/** A composited frame. */
export interface ComposedFrame {
  readonly picture: PlanarPicture;
  /** The scale: pixels per movie pixel in each direction. */
  readonly frameScale: number;
  /** Whether all videos in the frame show their exact pictures. */
  readonly isExact: boolean;
  readonly faults: readonly DrawingFault[];
}

/** A cache of composited frames with a limit in bytes and LRU eviction. */
export interface ComposedCache {
  readonly find: (plan: number, frame: number) => ComposedFrame | null;
  /** Returns the cached frame of this plan that is nearest in time; null if there is none. */
  readonly nearest: (plan: number, frame: number) => ComposedFrame | null;
  readonly add: (plan: number, frame: number, composed: ComposedFrame) => void;
}

const MAX_BYTES = 128 * 2 ** 20;

function createComposedCache(limitBytes = MAX_BYTES): ComposedCache {
  /** Entries from the least to the most recently used. */
  const cached = new Map<string, { readonly plan: number; readonly frame: number; readonly composed: ComposedFrame }>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= cached.get(key)?.composed.picture.bytes ?? 0;
    cached.delete(key);
  };
  const find: ComposedCache['find'] = (plan, frame) => {
    const key = `${plan} ${frame}`;
    const entry = cached.get(key);
    if (entry === undefined) return null;
    cached.delete(key);
    cached.set(key, entry);
    return entry.composed;
  };
  return {
    find,
    nearest(plan, frame) {
      let best: ComposedFrame | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const each of cached.values()) {
        const distance = Math.abs(each.frame - frame);
        if (each.plan !== plan || distance >= least) continue;
        best = each.composed;
        least = distance;
      }
      return best;
    },
    add(plan, frame, composed) {
      const key = `${plan} ${frame}`;
      remove(key);
      cached.set(key, { plan, frame, composed });
      bytes += composed.picture.bytes;
      for (const oldest of cached.keys()) {
        if (bytes <= limitBytes || oldest === key) break;
        remove(oldest);
      }
    },
  };
}

/** A video in a frame, with its sample time. */
export interface VideoSampleTime {
  readonly video: PageVideo;
  /** The index of the video in the plan. */
  readonly index: number;
  /** Returns the sample time in ticks. `resolution` is the timescale of the track in ticks per second. */
  readonly last: (resolution: number) => Ticks;
}

/**
 * Returns the videos that are visible in a frame of a part, with their sample times. `number` counts from the first
 * frame of the part.
 */
function sampleTimesAt(videos: readonly PageVideo[], number: number, rate: FrameRate): readonly VideoSampleTime[] {
  return videos.flatMap((video, index) => {
    const local = localFrameOf(video, number);
    return local === null ? [] : [{ video, index, last: lastOf(video, local, rate) }];
  });
}

/**
 * Returns the local frame of the video; null if the video is not visible. The local frame restarts with each loop of
 * the source.
 */
function localFrameOf({ loops }: PageVideo, number: number): number | null {
  for (const { from, first, length } of loops)
    if (number >= first && number < first + length) return from + number - first;
  return null;
}

function lastOf({ layer }: PageVideo, local: number, rate: FrameRate): (resolution: number) => Ticks {
  const state = videoStateAt(layer, frames(Math.max(0, Math.floor(local + 1e-9))));
  return (resolution) => lastStart(state, rate, resolution);
}
