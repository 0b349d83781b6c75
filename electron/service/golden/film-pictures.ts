import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { composedSize, type Drawn, frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { isPlain } from '#shared/compositor/scene/planned-picture.ts';
import type { PictureFormat } from '#shared/contract/shapes/picture-formats.ts';
import type { DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import { drawingKey } from '#shared/drawings/drawing/drawing-key.ts';
import { type CheckedMovie, filmToTrack, textsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import { required } from '#shared/lib/assert.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { type Movie, sourceLabel } from '#shared/template/movie/movie.ts';
import { frames, sameFrameRate } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import type { KnownSizes } from '#shared/timeline/timeline-kinds.ts';
import { checkDrawings, undrawableFindings, withRemainingDrawingErrors } from '../engine/compose/check-drawings.ts';
import { type Draw, startComposeThread, UndrawableError } from '../engine/compose/compose-threads.ts';
import { drawingFrom } from '../engine/compose/drawing-queue.ts';
import { tablesOf } from '../engine/compose/part-frames.ts';
import { composedPicture } from '../engine/plan/composed-scene.ts';
import { timelineDrawings } from '../engine/plan/film-drawings.ts';
import {
  type FoundSources,
  locateSources,
  pathsByDigest,
  type SourceAccess,
  sourcesOf,
  usedSources,
} from '../engine/plan/locate-sources.ts';
import { type FrameOfSegment, type FramePlan, planFrame, timelineSegmentAt } from '../engine/plan/plan.ts';
import { checkedMovie, type FilmSources } from '../engine/plan/planned-sources.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { framePart, makeFrame } from '../media-views/frame-picture.ts';
import { framesBack, makePlanes } from '../media-views/frame-planes.ts';

/**
 * The programs that determine the pixels of a frame: the compositor alone, the compositor and a decoder of videos, or
 * FFmpeg alone.
 */
export type FrameBasis = 'composed' | 'decoded' | 'filtered';

/** A frame as planes of YUV 4:2:0. */
export interface FramePlanes {
  readonly frame: number;
  readonly planes: Uint8Array;
  readonly basis: FrameBasis;
}

/** A film of a template file whose pictures can be made. */
export interface FilmPictures {
  /** The movie with the lengths of its sources. */
  readonly movie: Movie;
  readonly sources: FilmSources;
  readonly sizeOf: CheckedMovie['sizeOf'];
  /** Lays out the texts and captions, and returns the sizes of all pictures. */
  readonly drawnSizes: () => Promise<KnownSizes>;
  /** The digests of the sources that the film uses, by source name. */
  readonly assets: ReadonlyMap<string, string>;
  /** The size of the frames. */
  readonly size: Size;
  /** The length in frames. */
  readonly length: number;
  /** The warnings about its drawings. */
  readonly warnings: readonly Finding[];
  /**
   * Writes a frame to a path. The file equals the answer of the HTTP interface, byte for byte. Throws
   * {@link UndrawableFilmError}, and `render/format-unavailable`.
   */
  readonly write: (frame: number, picture: RequestedPicture, path: string) => Promise<void>;
  /** Yields frames as planes, in order. `scale` applies to width and height. Throws {@link UndrawableFilmError}. */
  readonly planes: (frames: readonly number[], scale: number) => AsyncGenerator<FramePlanes>;
}

interface RequestedPicture {
  /** The width in pixels; null for the width of the film. */
  readonly width: number | null;
  readonly picture: PictureFormat;
}

/** Thrown if a drawing with a valid layout has damaged pixels. */
export class UndrawableFilmError extends Error {
  override readonly name = 'UndrawableFilmError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], options: { readonly cause: unknown }) {
    super('a film that was laid out cannot be drawn', options);
    this.findings = findings;
  }
}

/** The number of frames with videos that are made together. A frame of 2160p takes 12 MiB. */
const MAX_FRAMES_AT_ONCE = 12;

/** The environment of the pictures. */
export interface PictureRun {
  readonly locating: SourceAccess;
  readonly tools: MediaTools;
  /** The folder of temporary files. */
  readonly folder: string;
  /** The threads of each FFmpeg process that makes a picture file, and the number of decoders at the same time. */
  readonly threads?: number;
  readonly signal: AbortSignal;
}

/**
 * Locates the sources of a movie and lays out its drawings. The error lists all problems of the sources and the
 * drawings.
 */
export async function openFilmPictures(
  movie: Movie,
  run: PictureRun,
): Promise<Result<FilmPictures, readonly Finding[]>> {
  const { locating, tools, signal } = run;
  const found = await locateSources(sourcesOf(movie), locating, signal);
  const checked = checkedMovie(movie, found);
  if (!checked.ok) return checked;
  const { movie: film, sources, sizeOf } = checked.value;
  const { filters } = tools;
  const segmentAt = (frame: number) => timelineSegmentAt({ movie: film, format: 'mp4', filters }, frames(frame));
  const first = required(segmentAt(0), 'the first frame of a film');
  const sourcePath = pathsByDigest(found);
  const queue = drawingFrom(sourcePath);
  const { layOut } = queue;
  const draw = onceEach(queue.draw);
  const drawings = timelineDrawings(film, sources, first.canvas);
  const drawn = await checkDrawings(drawings, layOut, signal);
  if (drawn.errors.length > 0) return err(await withRemainingDrawingErrors(drawn.errors, drawings, draw, signal));

  const at = (frame: number): FrameOfSegment => required(segmentAt(frame), `frame ${frame} of a film`);
  const guarded = async <Made>(work: () => Promise<Made>): Promise<Made> => {
    try {
      return await work();
    } catch (error) {
      const findings = error instanceof UndrawableError ? undrawableFindings(error, drawings) : [];
      if (findings.length === 0) throw error;
      const all = await withRemainingDrawingErrors(findings, drawings, draw, signal);
      throw new UndrawableFilmError(all, { cause: error });
    }
  };
  const filmParts = { movie: film, sources };
  const writeFrame = async (place: FrameOfSegment, picture: Parameters<typeof framePart>[2], path: string) => {
    const part = framePart(place, filmParts, picture, tools);
    const folder = join(run.folder, randomUUID());
    const threads = run.threads ?? 2;
    await mkdir(folder);
    try {
      await makeFrame(part, { ...place, path, folder, found, threads }, tools, signal);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const planesRun = {
    folder: run.folder,
    sourcePath,
    draw,
    tools,
    signal,
    ...(run.threads && { processes: run.threads }),
  };
  const composing = { ...filmParts, sourcePath, draw, signal };
  return ok({
    ...{ movie: film, sources, sizeOf, warnings: drawn.warnings },
    drawnSizes: async () => {
      const layouts: (readonly [string, DrawingLayout])[] = [];
      for (const { key, drawing } of textsToLayOut(checked.value).texts) {
        const laidOut = await layOut(drawing, signal);
        if (laidOut.ok) layouts.push([key, laidOut.value]);
      }
      return filmToTrack(checked.value, new Map(layouts)).known;
    },
    assets: assetsOf(film, found),
    size: { width: first.canvas.width, height: first.canvas.height },
    length: buildTimeline(film).length,
    write: (frame, picture, path) => guarded(() => writeFrame(at(frame), picture, path)),
    planes: async function* (numbers, scale) {
      for (const ofSegment of bySegment(numbers.map((number) => ({ number, place: at(number) })))) {
        const session = ofSegment[0] && openSession(ofSegment[0].place, composing);
        if (session != null) {
          yield* composedFrames(session, ofSegment, scale, composing, guarded);
          continue;
        }
        for (let from = 0; from < ofSegment.length; from += MAX_FRAMES_AT_ONCE) {
          const some = ofSegment.slice(from, from + MAX_FRAMES_AT_ONCE);
          const places = some.map(({ place }) => place);
          const backs = framesBack(places, run.threads);
          const plans = places.map((place, index) => planFrame({ ...place, back: backs[index] ?? 0 }, film, sources));
          const made = await guarded(() => makePlanes(plans, { ...planesRun, scale }));
          for (const [index, planes] of made.entries())
            yield { frame: required(some[index], 'a frame').number, basis: basisOf(plans[index]), planes };
        }
      }
    },
  });
}

/** The pixels of recently drawn images, by drawing key. The films of a template share them. */
const knownImages = new Map<string, Drawn>();
/** The maximum size of these pixels in bytes. */
const MAX_KNOWN_BYTES = 128 * 2 ** 20;

/**
 * Returns a drawing function that caches drawn images, up to 128 MiB, because the scenes and cases of a film often show
 * the same image.
 */
function onceEach(draw: Draw): Draw {
  return async (drawing, signal) => {
    if (drawing.kind !== 'image') return await draw(drawing, signal);
    const key = drawingKey(drawing);
    const known = knownImages.get(key);
    const drawn = known === undefined ? await draw(drawing, signal) : ok(known);
    if (!drawn.ok) return drawn;
    const shared = known ?? withSharedPixels(drawn.value);
    knownImages.delete(key);
    knownImages.set(key, shared);
    let bytes = [...knownImages.values()].reduce((sum, each) => sum + each.picture.rgba.length, 0);
    for (const [oldest, each] of knownImages) {
      if (bytes <= MAX_KNOWN_BYTES) break;
      knownImages.delete(oldest);
      bytes -= each.picture.rgba.length;
    }
    return ok(shared);
  };
}

/** Copies the pixels into shared memory, because the caller would otherwise transfer them to a thread. */
function withSharedPixels({ picture, ...drawn }: Drawn): Drawn {
  const rgba = new Uint8Array(new SharedArrayBuffer(picture.rgba.length));
  rgba.set(picture.rgba);
  return { ...drawn, picture: { ...picture, rgba } };
}

function assetsOf(movie: Movie, found: FoundSources): ReadonlyMap<string, string> {
  const used = usedSources(movie, found);
  return new Map((used.ok ? used.value : []).map(({ source, found: { sha256 } }) => [sourceLabel(source), sha256]));
}

function basisOf(plan: FramePlan | undefined): FrameBasis {
  const { part } = required(plan, 'the plan of a frame');
  if (part.kind !== 'composed') return 'filtered';
  return part.decoders.length > 0 ? 'decoded' : 'composed';
}

interface PlacedFrame {
  readonly number: number;
  readonly place: FrameOfSegment;
}

function bySegment(placed: readonly PlacedFrame[]): readonly (readonly PlacedFrame[])[] {
  const groups: PlacedFrame[][] = [];
  for (const each of placed) {
    const last = groups.at(-1);
    if (last?.[0]?.place.segment.start === each.place.segment.start) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

interface Composing {
  readonly movie: Movie;
  readonly sources: FilmSources;
  readonly sourcePath: (sha256: string) => string;
  readonly draw: Draw;
  readonly signal: AbortSignal;
}

type Session = ReturnType<typeof composedPicture>;

/**
 * Plans a whole segment, so that its drawings are drawn once. Returns null for a segment with videos, and for a segment
 * that FFmpeg makes or resamples.
 */
function openSession({ segment, canvas }: FrameOfSegment, { movie, sources }: Composing): Session | null {
  if (isPlain(segment, movie) || !sameFrameRate(canvas.frameRate, movie.frameRate)) return null;
  const length = segment.end - segment.start;
  const planned = composedPicture(segment, { after: 0, moment: 0, length }, movie, sources, canvas);
  return planned.decoders.length === 0 ? planned : null;
}

async function* composedFrames(
  { scene, over, inputs }: Session,
  places: readonly PlacedFrame[],
  frameScale: number,
  { sourcePath, draw, signal }: Composing,
  guarded: <Made>(work: () => Promise<Made>) => Promise<Made>,
): AsyncGenerator<FramePlanes> {
  const bytes = new SharedArrayBuffer(
    frameBytes({ ...composedSize(scene.canvas, frameScale), pixelFormat: scene.canvas.pixelFormat }),
  );
  const tables = await tablesOf({ inputs }, { sourcePath, signal });
  const task = { scene, over: over ?? null, canvases: [bytes], decoded: [], tables, frameScale };
  using thread = startComposeThread(task, draw, signal);
  for (const { number, place } of places) {
    await guarded(() => thread.compose({ number: place.frame, decoded: [], canvas: 0 }));
    yield { frame: number, basis: 'composed', planes: new Uint8Array(bytes).slice() };
  }
}
