import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import { CHECKS_VERSION } from '#shared/film-check/check-table.ts';
import type { ConfirmedFact, LetterFacts, TextFacts } from '#shared/film-check/evidence-checks.ts';
import type { GroundExtreme } from '#shared/film-check/ground-extremes.ts';
import {
  areaAround,
  commonInkShare,
  type DrawnLetters,
  edgeDifference,
  type Raster,
  type ReadLetters,
  rasterOf,
  readLetters,
} from '#shared/film-check/letters.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { boundsAround } from '#shared/timeline/boxes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import { openPartStore, type PartStore } from '../engine/cache/part-store.ts';
import { openScratch } from '../engine/cache/scratch.ts';
import { createStillFolder } from '../engine/cache/still-folder.ts';
import { UndrawableError } from '../engine/compose/compose-threads.ts';
import { readComposedFrames } from '../engine/compose/part-frames.ts';
import { partKey } from '../engine/parts/part.ts';
import type { ComposedPicture } from '../engine/plan/composed-scene.ts';
import type { LetterPlan, LetterSegment, PlacedLetters } from '../engine/plan/letter-plan.ts';
import { encodingTimeLimits } from '../engine/plan/limits.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { runPool } from '../waiting/pool.ts';
import type { ReadableFilm, ReadingTools } from './film-pictures.ts';

/** The scale of the composed frames. Letters are drawn at full size. */
const SCALE = 0.5;
/** The number of segments that are composed at the same time. */
const AT_ONCE = 2;

/** Measures the readability of the texts of a film. Throws the errors of composing, or the signal's reason. */
export async function readFilmLetters(
  { film: size, segments, spread, doubts }: LetterPlan,
  extremes: readonly GroundExtreme[],
  film: ReadableFilm,
  { tools, workshop }: ReadingTools,
  signal: AbortSignal,
): Promise<LetterFacts> {
  await using scratch = await openScratch(workshop.folder);
  const { folder } = scratch;
  const store = openPartStore(workshop);
  const { ffmpeg, version: toolsVersion } = tools;
  const reading = { film, size, ffmpeg, toolsVersion, store, folder, stills: createStillFolder(folder) };
  const samples = new Map<NodeId, TextFacts['samples'][number][]>();
  await runPool(segments, AT_ONCE, signal, async (segment, either) => {
    for (const { node, frame, read } of await readSegment(segment, { ...reading, signal: either })) {
      const extreme = extremes.find((each) => each.node === node && each.frame === frame);
      const sample = { frame, isSpread: spread.get(node)?.has(frame) === true, ...read };
      const run = extreme === undefined ? null : { from: extreme.from, to: extreme.to };
      samples.set(node, [...(samples.get(node) ?? []), { ...sample, run }]);
    }
  });
  const confirmed: ConfirmedFact[] = [];
  for (const doubt of doubts) {
    signal.throwIfAborted();
    if (doubt.kind === 'gap') {
      const [raster] = await rastersOf(doubt.part, 1, null, { ...reading, signal });
      if (raster !== undefined)
        confirmed.push({ ...doubt.fact, value: edgeDifference(raster, doubt.side, doubt.pixels) });
      continue;
    }
    const [one, other] = await Promise.all(doubt.letters.map((letters) => drawnLetters(letters, film, signal)));
    if (one === undefined || other === undefined) continue;
    confirmed.push({ ...doubt.fact, value: commonInkShare(one, other, size, composedSize(size, SCALE)) });
  }
  const texts = [...samples].map(([node, all]) => ({
    node,
    samples: all.toSorted((one, other) => one.frame - other.frame),
  }));
  return { texts: texts.toSorted((one, other) => (one.node < other.node ? -1 : 1)), confirmed };
}

interface LetterReading {
  readonly film: ReadableFilm;
  /** The size of the film. */
  readonly size: Size;
  readonly ffmpeg: string;
  readonly toolsVersion: string;
  readonly store: PartStore;
  /** The scratch folder. */
  readonly folder: string;
  readonly stills: ReturnType<typeof createStillFolder>;
  readonly signal: AbortSignal;
}

/** The measurements of the texts of each frame of a segment, in order. */
type SegmentReads = readonly (readonly ReadLetters[])[];

/** Reads the texts of a segment. The results are cached by a digest of the data that determine their pixels. */
async function readSegment(segment: LetterSegment, reading: LetterReading) {
  const { store, folder, signal } = reading;
  const key = keyOf(segment, reading.toolsVersion);
  const path = join(folder, key);
  // The cast is safe: an earlier check of the same version wrote the file, and the store has checked its digest.
  const cached = (await store.take(key, path, signal)) !== null;
  const reads = cached
    ? (JSON.parse(await readFile(path, 'utf8')) as SegmentReads)
    : await compareFrames(segment, reading);
  if (!cached) {
    await writeFile(path, JSON.stringify(reads));
    await store.keep(key, path, signal);
  }
  return segment.frames.flatMap((frame, index) =>
    (segment.texts[index] ?? []).flatMap(({ node }, at) => {
      const read = reads[index]?.[at];
      return read === undefined ? [] : [{ node, frame, read }];
    }),
  );
}

function keyOf({ whole, textless, numbers, texts }: LetterSegment, toolsVersion: string): string {
  const parts = [whole, textless].map((part) => partKey({ ...part, encoding: [] }, toolsVersion));
  const letters = texts.map((all) => all.map(({ node: _, ...text }) => text));
  return createHash('sha256')
    .update(JSON.stringify(['letters', CHECKS_VERSION, SCALE, parts, numbers, letters]))
    .digest('hex');
}

async function compareFrames({ numbers, whole, textless, texts }: LetterSegment, reading: LetterReading) {
  // Draw each text once, because it has the same drawing in most of its frames.
  const drawn = new Map<string, DrawnLetters>();
  const placed: DrawnLetters[][] = [];
  for (const all of texts) {
    const ofFrame: DrawnLetters[] = [];
    for (const letters of all) {
      const drawing = JSON.stringify(letters.drawing);
      const { picture } = drawn.get(drawing) ?? (await drawnLetters(letters, reading.film, reading.signal));
      const { matrix, opacity } = letters;
      drawn.set(drawing, { picture, matrix, opacity });
      ofFrame.push({ picture, matrix, opacity });
    }
    placed.push(ofFrame);
  }
  const size = composedSize(whole.scene.canvas, SCALE);
  const areas = placed.map((all) => boundsAround(all.map((letters) => areaAround(letters, reading.size, size))));
  const seen = await rastersOf(whole, SCALE, numbers, reading, areas);
  const behind = await rastersOf(textless, SCALE, numbers, reading, areas);
  const reads: ReadLetters[][] = [];
  for (const [index, all] of texts.entries()) {
    const [one, other] = [seen[index], behind[index]];
    const ofFrame: ReadLetters[] = [];
    for (const [at, { outline }] of all.entries()) {
      const letters = placed[index]?.[at];
      if (letters !== undefined && one !== undefined && other !== undefined)
        ofFrame.push(readLetters(letters, outline, one, other, reading.size));
    }
    reads.push(ofFrame);
  }
  return reads;
}

/**
 * Composes frames of a part as RGB pixels of a screen.
 * @param areas The required pixels of each frame; by default all pixels.
 */
async function rastersOf(
  part: ComposedPicture,
  scale: number,
  numbers: readonly number[] | null,
  { film, ffmpeg, stills, signal }: LetterReading,
  areas: readonly Rect[] = [],
): Promise<readonly Raster[]> {
  for (const input of part.inputs) if (input.kind === 'still') await stills.draw(input.still);
  const { canvas } = part.scene;
  const size = composedSize(canvas, scale);
  const rasters: Raster[] = [];
  const settings = {
    ...{ ffmpeg, ...film, stillPath: stills.pathOf, decodingThreads: 2, signal },
    limits: encodingTimeLimits(canvas, part.length, 1),
  };
  using _memory = reserveViewMemory();
  await readComposedFrames(
    part,
    scale,
    settings,
    (planes, index) => void rasters.push(rasterOf(planes, size, areas[index])),
    numbers,
  );
  return rasters;
}

async function drawnLetters(
  { drawing, matrix, opacity }: PlacedLetters,
  { draw }: ReadableFilm,
  signal: AbortSignal,
): Promise<DrawnLetters> {
  const drawn = await draw(drawing, signal);
  if (!drawn.ok) throw new UndrawableError(drawing, drawn.error);
  return { picture: drawn.value.picture, matrix, opacity };
}
