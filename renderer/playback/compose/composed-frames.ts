import { isPlain } from '#shared/compositor/scene/planned-picture.ts';
import type { DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { lastStart, type Ticks, videoStateAt } from '#shared/timeline/layer-state.ts';
import type { TimelineSegment } from '#shared/timeline/timeline.ts';
import type { ReadySource } from '../decode/source.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { type MovingQuality, movingScale } from '../picture/moving-quality.ts';
import type { PlanarPicture } from '../picture/picture.ts';
import type { AddedFonts } from './added-fonts.ts';
import type { ComposeEngine } from './compose-engine.ts';
import { effectsOf, type PageVideo, reducedFormat } from './page-plan.ts';
import { createPlannedSegments, type PlannedSegment, type SegmentFrame } from './planned-segments.ts';
import type { StaticSources } from './still-sources.ts';
import type { PageFrame } from './worker-messages.ts';

/** Composes frames of stretches that are more than videos, by the engine's own code. */
export interface ComposedFrames {
  /** What there is of a frame, or one near it; null while there is none. */
  readonly find: (frame: SegmentFrame) => ComposedFrame | null;
  /** What its videos show; null while its sources are not known. */
  readonly momentsOf: (frame: SegmentFrame) => readonly VideoSampleTime[];
  /** Composes the first of these that lacks, then the next; the latest call counts. */
  readonly want: (requested: readonly SegmentFrame[]) => void;
  readonly setQuality: (quality: MovingQuality) => void;
  /** Why it cannot be composed here; null where nothing is known against it. */
  readonly failure: () => string | null;
  readonly dispose: () => void;
}

interface ComposeTask {
  readonly request: SegmentFrame;
  /** Pixels for one of the film, each way. */
  readonly reduced: number;
  readonly isFirst: boolean;
}

/** Frames that follow each other within this are of something that moves. */
const MOVING_MILLISECONDS = 400;
/** After so long without another frame, the last is composed whole. */
const SETTLED_MILLISECONDS = 200;
/** While the worker composes a frame, the next one lies ready for it. */
const MOST_UNDER_WAY = 2;
/** Parts that stay open in the worker; what they have drawn is there for the next frame. */
const MOST_OPEN = 4;

export interface ComposeSurroundings {
  readonly engine: ComposeEngine;
  readonly stills: StaticSources;
  readonly added: AddedFonts;
  readonly library: SourceLibrary;
  readonly onFrame: () => void;
  /** How many pixels for one of the film are always enough, each way; without it all, and fewer while something moves. */
  readonly scale?: ((movie: Movie) => number) | undefined;
}

export function createComposedFrames({
  engine,
  stills,
  added,
  library,
  onFrame,
  scale,
}: ComposeSurroundings): ComposedFrames {
  const cache = createComposedCache();
  /** In the order of their use; by plan and size. */
  const open = new Map<string, number>();
  let parts = 0;
  let requested: readonly SegmentFrame[] = [];
  /** Frames that the worker has been asked for, as {@link nameOf} says. */
  const underWay = new Set<string>();
  let isDisposed = false;
  let lastPlan: number | null = null;
  let failure: string | null = null;
  /** How long a whole frame takes, in milliseconds; 0 before that is known. */
  let cost = 0;
  let changedAt = Number.NEGATIVE_INFINITY;
  let isMoving = false;
  let quality: MovingQuality = 'auto';
  let settling: ReturnType<typeof setTimeout> | undefined;

  const { planOf, isOpening } = createPlannedSegments({ engine, stills, added, library });

  const momentsOf = (wish: SegmentFrame): readonly VideoSampleTime[] => {
    try {
      const { plan, after } = planOf(wish);
      return momentsAt(plan.videos, wish.frame - after, wish.movie.frameRate);
    } catch {
      return [];
    }
  };
  /** The pictures of a frame's videos; null while one that is needed is not there. */
  const picturesOf = (wish: SegmentFrame, mayBeNear: boolean) => {
    const shown: (readonly [PlanarPicture, ReadySource] | null)[] = planOf(wish).plan.videos.map(() => null);
    let isExact = true;
    for (const { video, index, last } of momentsOf(wish)) {
      const status = library.get(video.layer.source).status();
      const track = status.kind === 'ready' ? status.source.media.picture : null;
      if (status.kind !== 'ready' || track === null) return null;
      const at = Math.max(track.first, last(track.resolution));
      const found = status.source.pictures.find(at);
      const picture = found ?? (mayBeNear ? status.source.pictures.nearest(at) : null);
      if (picture === null || picture.kind !== 'planes') return null;
      isExact &&= found !== null;
      shown[index] = [picture, status.source];
    }
    return { shown, isExact };
  };
  const partOf = ({ id, plan }: PlannedSegment, reduced: number): number => {
    const key = `${id} ${reduced} ${engine.generation()}`;
    const known = open.get(key);
    open.delete(key);
    parts += known === undefined ? 1 : 0;
    const part = known ?? parts;
    open.set(key, part);
    if (known !== undefined) return part;
    for (const [oldest, number] of open) {
      if (open.size <= MOST_OPEN) break;
      open.delete(oldest);
      engine.end(number);
    }
    const { scene, over, tables, videos } = plan;
    const decoded = videos.map((video) => ({ picture: reducedFormat(video, reduced), effects: effectsOf(video) }));
    engine.begin(part, { scene, over, tables, reduced, decoded });
    return part;
  };

  const compose = async (wish: SegmentFrame, reduced: number, mayBeNear: boolean): Promise<boolean> => {
    const planned = planOf(wish);
    const pictures = picturesOf(wish, mayBeNear);
    if (pictures === null) return false;
    const part = partOf(planned, reduced);
    const decoded = planned.plan.videos.map((video, index) => {
      const shown = pictures.shown[index] ?? null;
      if (shown === null) return null;
      const [picture, { look }] = shown;
      const { color = { matrix: 'bt709', range: 'limited' }, rotation = 0 } = look ?? {};
      return { picture, wanted: { format: reducedFormat(video, reduced), region: video.region, rotation, color } };
    });
    const composed = await engine.compose({ part, number: wish.frame - planned.after, decoded });
    // Some of it does not shrink with the pixels. A first frame has its texts to draw, and counts less than those after it.
    const whole = composed.milliseconds / reduced ** 1.5;
    cost = cost === 0 ? whole : Math.min(whole, (cost + whole) / 2);
    failure = null;
    lastPlan = planned.id;
    cache.add(planned.id, wish.frame, {
      picture: pictureOf(composed),
      reduced,
      isExact: pictures.isExact,
      faults: composed.faults,
    });
    return true;
  };

  const nameOf = ({ request: wish, reduced }: ComposeTask): string => `${planOf(wish).id} ${wish.frame} ${reduced}`;
  /** What is composed of a frame that lacks; 'there' where it does not or soon will not, 'later' where its pictures are not there. */
  const taskOf = (task: ComposeTask): ComposeTask | 'there' | 'later' => {
    const { request: wish, reduced, isFirst } = task;
    const known = cache.find(planOf(wish).id, wish.frame);
    if ((known?.isExact === true && known.reduced >= reduced) || underWay.has(nameOf(task))) return 'there';
    // What nobody looks at yet need not be whole.
    const pictures = picturesOf(wish, isFirst && isMoving);
    return pictures === null || (known !== null && !pictures.isExact) ? 'later' : task;
  };
  /** The first that lacks; what comes after the first is composed only of what is there. */
  const next = (): ComposeTask | null => {
    const usual = isMoving ? movingScale(quality, cost) : 1;
    for (const [index, wish] of requested.entries()) {
      const isFirst = index === 0;
      const reduced = scale?.(wish.movie) ?? usual;
      if (isOpening(wish)) {
        if (isFirst) return null;
        continue;
      }
      const task = taskOf({ request: wish, reduced, isFirst });
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
    underWay.add(name);
    let isDone = false;
    try {
      isDone = await compose(task.request, task.reduced, task.isFirst && isMoving);
    } catch (error) {
      fail(error);
    } finally {
      underWay.delete(name);
    }
    if (isDisposed) return;
    onFrame();
    if (isDone) pump();
  };
  const pump = (): void => {
    try {
      while (underWay.size < MOST_UNDER_WAY && !isDisposed) {
        const task = next();
        // What is looked at may be another frame by the time that the worker is free.
        if (task === null || (task.isFirst && underWay.size > 0)) break;
        void composeTask(task);
      }
    } catch (error) {
      fail(error);
      onFrame();
    }
  };

  return {
    find(wish) {
      // What is planned without an image that is on its way may not be planned at all.
      if (isOpening(wish)) return lastPlan === null ? null : lacking(cache.nearest(lastPlan, wish.frame));
      try {
        const { id } = planOf(wish);
        const here = cache.find(id, wish.frame);
        if (here !== null) return here;
        const near = cache.nearest(id, wish.frame) ?? (lastPlan === null ? null : cache.nearest(lastPlan, wish.frame));
        return lacking(near);
      } catch (error) {
        failure = reasonOf(error);
        return null;
      }
    },
    momentsOf,
    want(requests) {
      const [before, first] = [requested[0], requests[0]];
      if (first?.movie !== before?.movie || first?.frame !== before?.frame || first?.segment !== before?.segment) {
        const now = performance.now();
        isMoving = scale === undefined && now - changedAt < MOVING_MILLISECONDS;
        changedAt = now;
        clearTimeout(settling);
        settling = setTimeout(() => {
          isMoving = false;
          pump();
        }, SETTLED_MILLISECONDS);
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
      clearTimeout(settling);
      requested = [];
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A frame in place of another one. */
function lacking(frame: ComposedFrame | null): ComposedFrame | null {
  return frame && { ...frame, isExact: false };
}

/** Whether a stretch is composed, in whichever place; others are drawn by the graphics card. */
export function isComposed(segment: TimelineSegment, movie: Movie): boolean {
  return !isPlain(segment, movie);
}

/** A composed frame as decoded pictures are. */
function pictureOf({ bytes, width, height }: PageFrame): PlanarPicture {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const [luma, colors] = [width * height, across * down];
  const plane = (from: number, wide: number, high: number) =>
    ({
      data: bytes.subarray(from, from + wide * high),
      width: wide,
      height: high,
      components: 1,
      stride: wide,
    }) as const;
  return {
    kind: 'planes',
    ...{ width, height, layout: 'yuv', bitDepth: 8 },
    planes: [plane(0, width, height), plane(luma, across, down), plane(luma + colors, across, down)],
    bytes: bytes.byteLength,
  };
}

/** A frame that was composed. */
export interface ComposedFrame {
  readonly picture: PlanarPicture;
  /** Pixels for one of the film, each way. */
  readonly reduced: number;
  /** Whether every video in it is the very frame. */
  readonly isExact: boolean;
  readonly faults: readonly DrawingFault[];
}

/** Composed frames of plans, within a number of bytes; those not used for the longest go first. */
export interface ComposedCache {
  readonly find: (plan: number, frame: number) => ComposedFrame | null;
  /** Of the same plan, the one nearest to a frame. */
  readonly nearest: (plan: number, frame: number) => ComposedFrame | null;
  readonly add: (plan: number, frame: number, composed: ComposedFrame) => void;
}

const MOST_BYTES = 128 * 2 ** 20;

function createComposedCache(limitBytes = MOST_BYTES): ComposedCache {
  /** In the order of their use. */
  const kept = new Map<string, { readonly plan: number; readonly frame: number; readonly composed: ComposedFrame }>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= kept.get(key)?.composed.picture.bytes ?? 0;
    kept.delete(key);
  };
  const find: ComposedCache['find'] = (plan, frame) => {
    const key = `${plan} ${frame}`;
    const known = kept.get(key);
    if (known === undefined) return null;
    kept.delete(key);
    kept.set(key, known);
    return known.composed;
  };
  return {
    find,
    nearest(plan, frame) {
      let best: ComposedFrame | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const each of kept.values()) {
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
      kept.set(key, { plan, frame, composed });
      bytes += composed.picture.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= limitBytes || oldest === key) break;
        remove(oldest);
      }
    },
  };
}

/** What of a video a frame shows. */
export interface VideoSampleTime {
  readonly video: PageVideo;
  /** Which of the plan's. */
  readonly index: number;
  /** The time of the picture that is on screen, by the ticks of its track in a second. */
  readonly last: (resolution: number) => Ticks;
}

/** What the videos of a part show in a frame of it, counted from the part's first; those that are not there are left out. */
function momentsAt(videos: readonly PageVideo[], number: number, rate: FrameRate): readonly VideoSampleTime[] {
  return videos.flatMap((video, index) => {
    const own = ownFrameOf(video, number);
    return own === null ? [] : [{ video, index, last: lastOf(video, own, rate) }];
  });
}

/** The layer's own frame that a frame of the part shows, counted anew where its source begins again; null where it is not there. */
function ownFrameOf({ turns }: PageVideo, number: number): number | null {
  for (const { from, first, length } of turns)
    if (number >= first && number < first + length) return from + number - first;
  return null;
}

function lastOf({ layer }: PageVideo, own: number, rate: FrameRate): (resolution: number) => Ticks {
  const row = videoStateAt(layer, frames(Math.max(0, Math.floor(own + 1e-9))));
  return (resolution) => lastStart(row, rate, resolution);
}
