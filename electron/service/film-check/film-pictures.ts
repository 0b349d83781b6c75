import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { composedSize, type Drawn } from '#shared/compositor/scene/composed-scene.ts';
import { CHECKS_VERSION } from '#shared/film-check/check-table.ts';
import type { FrameSpan, PictureFacts } from '#shared/film-check/evidence-checks.ts';
import { createFlashCounter } from '#shared/film-check/flashes.ts';
import { createGroundReader, type GroundExtreme, type TextRests } from '#shared/film-check/ground-extremes.ts';
import {
  areSame,
  CELL_PLANES,
  type CellGrid,
  cellGridOf,
  createPictureReader,
  interestOfFrame,
  REDUCED_SIDE,
} from '#shared/film-check/picture-reader.ts';
import { ok } from '#shared/lib/result.ts';
import { convertFrames, frames as toFrames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { openPartStore } from '../engine/cache/part-store.ts';
import { openScratch } from '../engine/cache/scratch.ts';
import { createStillFolder } from '../engine/cache/still-folder.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import type { Draw } from '../engine/compose/compose-threads.ts';
import {
  type ReadDependencies,
  readComposedFrames,
  readDecodedFrames,
  type TakeFrame,
} from '../engine/compose/part-frames.ts';
import { appendFilters, placedFilter } from '../engine/parts/filter-graph.ts';
import type { AnyPart, KeyedPart } from '../engine/parts/part.ts';
import { encodingTimeLimits } from '../engine/plan/limits.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { pixelFormat } from '../engine/plan/picture-graph.ts';
import type { RenderPlan } from '../engine/plan/plan.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { runPool } from '../waiting/pool.ts';

/** The tools of this machine for reading frames. */
export interface ReadingTools {
  readonly tools: MediaTools;
  /** The folder for facts about segments, which are cached beside the parts of films. */
  readonly workshop: Workshop;
}

/** The sources and drawings of a film. */
export interface ReadableFilm {
  readonly sourcePath: (sha256: string) => string;
  readonly draw: Draw;
}

/** The maximum size of the drawings that a check reuses: some dozen pictures at the size of the film. */
const DRAWING_BYTES = 64 * 2 ** 20;

/**
 * Returns a function that draws equal drawings once. Segments of one scene, and the frames with and without a text,
 * have most of their drawings in common.
 */
export function drawOnce(draw: Draw): Draw {
  // The drawings by their data, with the most recently used last.
  const drawings = new Map<string, Drawn>();
  let bytes = 0;
  const put = (key: string, drawn: Drawn): void => {
    const before = drawings.get(key);
    drawings.delete(key);
    drawings.set(key, drawn);
    bytes += sizeOf(drawn) - sizeOf(before);
    for (const [oldest, each] of drawings) {
      if (bytes <= DRAWING_BYTES) return;
      drawings.delete(oldest);
      bytes -= sizeOf(each);
    }
  };
  return async (drawing, signal) => {
    const key = JSON.stringify(drawing);
    const known = drawings.get(key);
    const drawn = known === undefined ? await draw(drawing, signal) : ok(known);
    if (!drawn.ok) return drawn;
    put(key, drawn.value);
    // Return a copy, because the caller transfers the pixels to another thread.
    return ok(copyOf(drawn.value));
  };
}

function sizeOf(drawn: Drawn | undefined): number {
  return drawn?.picture.rgba.length ?? 0;
}

function copyOf({ layout, picture }: Drawn): Drawn {
  return { layout, picture: { ...picture, rgba: picture.rgba.slice() } };
}

/** The number of segments that are read at the same time. One thread composes while another one waits for a decoder. */
const AT_ONCE = 2;
/** The maximum length of a film in frames (half an hour at 30 fps), and the maximum number of its segments. */
const MAX_FRAMES = 54_000;
const MAX_SEGMENTS = 2000;

/** Returns whether a film is too large for reading all its frames. */
export function isTooLarge({ scenes, length }: Pick<RenderPlan, 'scenes' | 'length'>): boolean {
  return length > MAX_FRAMES || scenes.length > MAX_SEGMENTS;
}

interface ReadPictures {
  readonly facts: PictureFacts;
  /** The frames with the lightest and the darkest pictures behind the texts, in the rate of {@link TextRests}. */
  readonly extremes: readonly GroundExtreme[];
}

/**
 * Reads all frames of a film at a reduced size. Skips segments whose facts are cached under the key of the part. Throws
 * the errors of composing and decoding, or the signal's reason.
 * @param onFrames The receiver of the number of finished frames.
 */
export async function readPictures(
  { scenes, canvas }: Pick<RenderPlan, 'scenes' | 'canvas'>,
  film: ReadableFilm,
  rests: TextRests,
  { tools, workshop }: ReadingTools,
  signal: AbortSignal,
  onFrames: (count: number) => void = () => undefined,
): Promise<ReadPictures> {
  const store = openPartStore(workshop);
  await using scratch = await openScratch(workshop.folder);
  const { folder } = scratch;
  const segments = scenes.flatMap(({ picture, length }) =>
    picture === null ? [] : [{ key: keyOf(picture), part: picture.part, length }],
  );
  const pathOf = (key: string) => join(folder, key);
  const reading = { canvas, ...film, tools, stills: createStillFolder(folder), signal };
  const unique = new Map(segments.map((segment) => [segment.key, segment]));
  const lengthOf = (all: Iterable<{ readonly length: number }>) =>
    [...all].reduce((sum, { length }) => sum + length, 0);
  let done = lengthOf(segments) - lengthOf(unique.values());
  await runPool([...unique.values()], AT_ONCE, signal, async ({ key, part, length }, either) => {
    if ((await store.take(key, pathOf(key), either)) !== null) {
      done += length;
      onFrames(done);
      return;
    }
    const bytes = await readSegment(part, { ...reading, signal: either }, () => onFrames(++done));
    await writeFile(pathOf(key), bytes);
    await store.keep(key, pathOf(key), either);
  });
  const paths = segments.map(({ key }) => pathOf(key));
  const read = await joinSegments(paths, canvas, rests, signal);
  await store.pruneIfFull();
  return read;
}

function keyOf({ key }: KeyedPart): string {
  return createHash('sha256').update(`film check ${CHECKS_VERSION} ${REDUCED_SIDE} ${key}`).digest('hex');
}

/** The facts about a segment. Its blobs follow: the first frame, the last changed frame, and chunks of cells. */
interface SegmentHead {
  readonly grid: CellGrid;
  readonly length: number;
  readonly black: readonly FrameSpan[];
  readonly lit: readonly FrameSpan[];
  /** The spans of at least two frames in which the picture does not change. */
  readonly still: readonly FrameSpan[];
  /** The index of the last changed frame. From this frame to the end of the segment, the picture stays the same. */
  readonly changedAt: number;
  readonly interest: number;
  /** The lengths of the blobs in bytes. */
  readonly blobs: readonly number[];
}

/** The number of frames in a chunk of cells. */
const CHUNK = 32;
const FAST = { level: constants.Z_BEST_SPEED };
const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

interface SegmentReading extends ReadableFilm {
  readonly canvas: RenderPlan['canvas'];
  readonly tools: MediaTools;
  readonly stills: ReturnType<typeof createStillFolder>;
  readonly signal: AbortSignal;
}

/** Reads the frames of a part, and returns the bytes of its file. */
async function readSegment(part: AnyPart, reading: SegmentReading, onFrame: () => void): Promise<Uint8Array> {
  const { canvas } = reading;
  const scale = Math.min(1, REDUCED_SIDE / Math.max(canvas.width, canvas.height));
  const size = composedSize(canvas, scale);
  const grid = cellGridOf(canvas, size);
  const bytesPerFrame = CELL_PLANES * grid.columns * grid.rows;
  const reader = createPictureReader(size, grid);
  const [black, lit, still] = [collectSpans(1), collectSpans(1), collectSpans(2)];
  const chunks: Promise<Buffer>[] = [];
  let chunk = new Uint8Array(CHUNK * bytesPerFrame);
  let filled = 0;
  let firstFrame = new Uint8Array();
  let interest = 0;
  let changedAt = 0;
  const endChunk = (): void => {
    if (filled > 0) chunks.push(deflate(withDifferences(chunk.subarray(0, filled), bytesPerFrame), FAST));
    chunk = new Uint8Array(CHUNK * bytesPerFrame);
    filled = 0;
  };
  const take = async (planes: Uint8Array, index: number): Promise<void> => {
    if (index === 0) {
      firstFrame = planes.slice();
      interest = interestOfFrame(planes, size);
    }
    const { isBlack, isLit, isStill } = reader.read(planes, chunk.subarray(filled, filled + bytesPerFrame));
    filled += bytesPerFrame;
    if (isBlack) black.add(index);
    if (isLit) lit.add(index);
    if (!isStill) changedAt = index;
    still.extend(changedAt, index + 1);
    if (filled === chunk.length) endChunk();
    // Wait for the compression, so that only a few chunks are in memory.
    if (chunks.length > 2) await chunks.at(-2);
    onFrame();
  };
  await readFrames(part, { ...reading, scale, size }, null, take);
  endChunk();
  const blobs = [
    await deflate(firstFrame, FAST),
    await deflate(reader.changed(), FAST),
    ...(await Promise.all(chunks)),
  ];
  const head: SegmentHead = {
    ...{ grid, length: part.length, black: black.all(), lit: lit.all(), still: still.all(), changedAt, interest },
    blobs: blobs.map((blob) => blob.length),
  };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json, ...blobs]);
}

/**
 * Reads frames of a part as YUV 4:2:0 at a reduced size. The frames are composed, or decoded by FFmpeg alone.
 * @param numbers The required frames; null for all. A part with videos passes on all its frames.
 */
export async function readFrames(
  part: AnyPart,
  { sourcePath, draw, tools, stills, canvas, scale, size, signal }: SegmentReading & { scale: number; size: Size },
  numbers: readonly number[] | null,
  take: TakeFrame,
): Promise<void> {
  for (const input of part.inputs) if (input.kind === 'still') await stills.draw(input.still);
  const settings: ReadDependencies = {
    ...{ ffmpeg: tools.ffmpeg, sourcePath, stillPath: stills.pathOf, draw, decodingThreads: 2, signal },
    limits: encodingTimeLimits(canvas, part.length, 1),
  };
  using _memory = reserveViewMemory();
  if (part.kind === 'composed') {
    if (numbers === null || part.decoders.length > 0) return await readComposedFrames(part, scale, settings, take);
    const takeNumbered: TakeFrame = (planes, index) => take(planes, numbers[index] ?? 0);
    return await readComposedFrames(part, scale, settings, takeNumbered, numbers);
  }
  const { width, height } = size;
  const reduced = [placedFilter('scale', [width, height], { flags: 'bilinear' }), pixelFormat('yuv420p')];
  const decoder = {
    ...{ inputs: part.inputs, chains: appendFilters(part.chains, reduced), first: 0, length: part.length },
    picture: { ...size, pixelFormat: 'yuv420p' as const },
  };
  await readDecodedFrames(decoder, settings, take);
}

/** Replaces each frame after the first by its difference from the previous frame, which compresses better. */
function withDifferences(frames: Uint8Array, bytesPerFrame: number): Uint8Array {
  for (let at = frames.length - 1; at >= bytesPerFrame; at--)
    frames[at] = (frames[at] ?? 0) - (frames[at - bytesPerFrame] ?? 0);
  return frames;
}

function withoutDifferences(frames: Uint8Array, bytesPerFrame: number): Uint8Array {
  for (let at = bytesPerFrame; at < frames.length; at++)
    frames[at] = (frames[at] ?? 0) + (frames[at - bytesPerFrame] ?? 0);
  return frames;
}

/** Collects frames into spans of a minimum length. */
function collectSpans(least: number) {
  const spans: { from: number; to: number }[] = [];
  const extend = (from: number, to: number): void => {
    const last = spans.at(-1);
    if (last !== undefined && last.from === from) last.to = to;
    else if (last?.to === from && least === 1) last.to = to;
    else spans.push({ from, to });
  };
  return {
    add: (frame: number): void => extend(frame, frame + 1),
    extend,
    all: (): readonly FrameSpan[] => spans.filter(({ from, to }) => to - from >= least),
  };
}

/** A picture that stays unchanged until a cut. */
interface StillEnd {
  readonly picture: Uint8Array;
  /** The frame of the film in which the picture last changed. */
  readonly since: number;
}

/** Joins the facts about the segments of a film. Merges spans that continue over a cut. */
async function joinSegments(
  paths: readonly string[],
  { frameRate }: Pick<RenderPlan['canvas'], 'frameRate'>,
  rests: TextRests,
  signal: AbortSignal,
): Promise<ReadPictures> {
  const black = joinedSpans((last, from) => last.to === from);
  const lit = joinedSpans((last, from) => last.to === from);
  // Adjacent spans can show different pictures, so join only spans with the same start. A picture that continues over a
  // cut has the start of its whole span.
  const still = joinedSpans((last, from) => last.from === from);
  const interests: number[] = [];
  let flashes: ReturnType<typeof createFlashCounter> | null = null;
  let grounds: ReturnType<typeof createGroundReader> | null = null;
  let start = 0;
  let end: StillEnd | null = null;
  for (const path of paths) {
    signal.throwIfAborted();
    const { head, blobs } = openSegment(await readFile(path));
    const [firstBlob = new Uint8Array(), changedBlob = new Uint8Array(), ...chunks] = blobs;
    interests.push(head.interest);
    for (const span of head.black) black.add(start + span.from, start + span.to);
    for (const span of head.lit) lit.add(start + span.from, start + span.to);
    const since = await continuedSince(end, firstBlob);
    for (const span of stillSpans(head, start, since)) still.add(span.from, span.to);
    const isContinued = since !== null && head.changedAt === 0;
    if (!isContinued || end === null) end = { picture: await inflate(changedBlob), since: start + head.changedAt };
    flashes ??= createFlashCounter(head.grid, frameRate.numerator / frameRate.denominator);
    grounds ??= createGroundReader(rests, head.grid);
    let frame = start;
    for await (const cells of cellsIn(chunks, head.grid)) {
      flashes.add(cells);
      grounds.add(cells, convertFrames(toFrames(frame++), frameRate, rests.rate));
    }
    start += head.length;
  }
  const { general, red } = flashes?.end() ?? { general: [], red: [] };
  const [interest = 0] = interests;
  const spans = { black: black.spans, lit: lit.spans, still: still.spans, flashes: general, redFlashes: red };
  return { facts: { rate: frameRate, ...spans, interest }, extremes: grounds?.end() ?? [] };
}

/**
 * Returns the frame since which the first picture of a segment is visible; null if it differs from the previous
 * picture.
 */
async function continuedSince(end: StillEnd | null, firstBlob: Uint8Array): Promise<number | null> {
  return end !== null && areSame(end.picture, await inflate(firstBlob)) ? end.since : null;
}

/** Yields the cells of each frame of a segment. */
async function* cellsIn(chunks: readonly Uint8Array[], { columns, rows }: CellGrid): AsyncGenerator<Uint8Array> {
  const bytesPerFrame = CELL_PLANES * columns * rows;
  for (const chunk of chunks) {
    const cells = withoutDifferences(await inflate(chunk), bytesPerFrame);
    for (let at = 0; at < cells.length; at += bytesPerFrame) yield cells.subarray(at, at + bytesPerFrame);
  }
}

/** Collects spans. Joins a span with the previous span if it continues that span. */
function joinedSpans(isJoined: (last: FrameSpan, from: number) => boolean) {
  const spans: { from: number; to: number }[] = [];
  return {
    spans,
    add: (from: number, to: number): void => {
      const last = spans.at(-1);
      if (last !== undefined && isJoined(last, from)) last.to = to;
      else spans.push({ from, to });
    },
  };
}

/**
 * Returns the spans of a segment in which the picture stays the same, in frames of the film. The first span may
 * continue a span of the previous segment.
 */
function stillSpans(
  { still, length, changedAt }: SegmentHead,
  start: number,
  continuedFrom: number | null,
): readonly FrameSpan[] {
  const own = still.map(({ from, to }) => ({ from: start + from, to: start + to }));
  if (continuedFrom === null) return own;
  const firstEnd = still.find(({ from }) => from === 0)?.to ?? (changedAt === 0 ? length : 1);
  return [{ from: continuedFrom, to: start + firstEnd }, ...own.filter(({ from }) => from > start)];
}

function openSegment(bytes: Buffer): { readonly head: SegmentHead; readonly blobs: readonly Uint8Array[] } {
  const jsonEnd = 4 + bytes.readUInt32LE(0);
  // The cast is safe: this version of the program wrote the file, and the store has checked its digest.
  const head = JSON.parse(bytes.toString('utf8', 4, jsonEnd)) as SegmentHead;
  let at = jsonEnd;
  const blobs = head.blobs.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
  return { head, blobs };
}
