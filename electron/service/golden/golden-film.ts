import { createHash } from 'node:crypto';
import { placesOf } from '#shared/agents/places.ts';
import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import { type ComparedFrame, type ComparedGolden, compareGolden } from '#shared/golden/compare-golden.ts';
import { GOLDEN_VERSION, type Golden, type GoldenFrame } from '#shared/golden/golden-file.ts';
import {
  comparePlanes,
  differenceRaster,
  type PlaneDifference,
  type Raster,
  smallerRaster,
} from '#shared/golden/planes.ts';
import { type ShownFilm, type ShownLayer, shownFrameAt, valuesOf } from '#shared/golden/shown-layers.ts';
import { goldenFrames } from '#shared/golden/spread-frames.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { formatFrameRate, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { buildTimeline, playedLayers } from '#shared/timeline/build-timeline.ts';
import { placedOverlays } from '#shared/timeline/overlays.ts';
import { type TimelineSound, timelineSounds } from '#shared/timeline/sounds.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import { openSound } from '../engine/measure-loudness.ts';
import { COMPOSITOR_VERSION } from '../engine/parts/composed-part.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { createFilmPlanner } from '../engine/plan/film-planner.ts';
import { soundingSource } from '../engine/plan/plan.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import { serviceVersion } from '../files/version.ts';
import {
  GAP,
  type GoldenSheet,
  isWebp,
  LABEL_STRIP_HEIGHT,
  makeSheet,
  oneChunk,
  type SheetCell,
  sheetLabel,
  sizeOfSheet,
} from './contact-sheet.ts';
import { type FilmPictures, openFilmPictures, type PictureRun } from './film-pictures.ts';

/** A template with the values of one case. */
export interface GoldenCase {
  readonly source: TemplateSource;
  readonly values: ReadonlyMap<string, string>;
}

/** The environment of golden films. */
export interface GoldenRun extends PictureRun {
  /** The folder and cache of sound parts. */
  readonly workshop: Workshop;
}

/** A golden film made by the current engine. */
export interface MeasuredFilm {
  readonly golden: Golden;
  readonly pictures: FilmPictures;
  /** The small pictures of its frames, in the order of the frames. */
  readonly cells: readonly Raster[];
}

/** The frames of a new golden film: a number of evenly spread frames, or given frames. */
export type FrameChoice = { readonly count: number } | { readonly frames: readonly number[] };

/**
 * Opens the film of a case, and makes its golden frames and sound. The error lists the problems of the template and its
 * sources. Throws the errors of {@link FilmPictures}.
 */
export async function measureFilm(
  { source, values }: GoldenCase,
  choice: FrameChoice,
  run: GoldenRun,
): Promise<Result<MeasuredFilm, readonly Finding[]>> {
  const opened = await openCase({ source, values }, run);
  if (!opened.ok) return opened;
  const pictures = opened.value;
  const { movie, length, size } = pictures;
  const film: ShownFilm = {
    ...pictures,
    drawnSizes: await pictures.drawnSizes(),
    placeOf: (node) => placesOfSource(source).get(node),
  };
  const timeline = buildTimeline(movie);
  const scenes = timeline.scenes.filter(({ start, end }) => end > start);
  const others = [...timeline.segments.filter(({ kind }) => kind === 'transition'), ...placedOverlays(timeline)];
  const chosen =
    'frames' in choice
      ? choice.frames.filter((frame) => frame < length)
      : goldenFrames({ length, scenes, others }, choice.count);
  const states = createStates();
  const frames: GoldenFrame[] = [];
  const cells: Raster[] = [];
  const cellSize = composedSize(size, Math.min(1, CELL_WIDTH / size.width));
  for await (const { frame, planes, basis } of pictures.planes(chosen, 1)) {
    const { scene, layers } = shownFrameAt(film, frame);
    const shown = layers.map((layer) => [states.indexOf(layer), layer.numbers] as [number, Record<string, string>]);
    frames.push({ frame, scene, basis, planes: sha256(planes), layers: shown });
    cells.push(smallerRaster(planes, size, cellSize));
  }
  const sounds = soundsOf(film, pictures);
  const sound = sounds.length === 0 ? null : await soundDigests(movie, run);
  if (sound !== null && !sound.ok) return sound;
  const fonts = new Set(
    playedLayers(movie).flatMap((layer) => (layer.kind === 'text' ? pictures.sources.fonts(layer).fonts : [])),
  );
  const golden: Golden = {
    golden: GOLDEN_VERSION,
    scenewright: serviceVersion(),
    engine: `${ENGINE_VERSION}.${COMPOSITOR_VERSION}`,
    ffmpeg: run.tools.version,
    film: { ...size, rate: formatFrameRate(movie.frameRate), frames: length },
    inputs: {
      template: sha256(source.text),
      values: sha256(JSON.stringify([...values].toSorted())),
      assets: Object.fromEntries([...pictures.assets].toSorted()),
      fonts: [...fonts].map((digest) => digest.slice(0, 12)).toSorted(),
    },
    states: states.all(),
    frames,
    sounds,
    sound: sound?.value ?? null,
  };
  return ok({ golden, pictures, cells });
}

/** Opens the film of a case. The error lists the problems of the template and its sources. */
export async function openCase(
  { source, values }: GoldenCase,
  run: PictureRun,
): Promise<Result<FilmPictures, readonly Finding[]>> {
  const { movie, findings } = resolveTemplate(source.document, { values, missing: 'error' });
  return movie === null ? { ok: false, error: findings } : await openFilmPictures(movie, run);
}

/**
 * Returns the contact sheet of a golden film: 320 pixels wide, with the number of each frame. It is a WebP if this FFmpeg
 * encodes WebP, otherwise a PNG. Pictures that are compared are lossless.
 */
export async function goldenSheet(
  { golden, cells }: Pick<MeasuredFilm, 'golden' | 'cells'>,
  run: Pick<PictureRun, 'tools' | 'signal'>,
): Promise<GoldenSheet> {
  const hasWebp = run.tools.encoders.has('libwebp');
  const isComposed = golden.frames.every(({ basis }) => basis === 'composed');
  const isLossy = hasWebp && isComposed;
  const labelled = cells.map((picture, index): SheetCell => {
    const { frame = '', basis } = golden.frames[index] ?? {};
    return { picture: basis === 'composed' && !isLossy ? withFewColors(picture) : picture, label: String(frame) };
  });
  const format = hasWebp ? (isLossy ? 'lossy webp' : 'webp') : isComposed ? 'flat png' : 'png';
  const bytes = await makeSheet(labelled, { columns: SHEET_COLUMNS, format }, run);
  return { bytes, end: hasWebp ? 'webp' : 'png' };
}

/**
 * Rounds the colors of a picture to 32 values per channel, which halves its file. Composed frames are compared by their
 * digests, so their pictures are only for people.
 */
function withFewColors({ pixels, ...size }: Raster): Raster {
  return { ...size, pixels: pixels.map((value) => (value & 0xf8) | 4) };
}

/**
 * The number of columns of a golden sheet, and the width of a picture in pixels. Four pictures and their gaps are 320
 * pixels wide.
 */
const SHEET_COLUMNS = 4;
const CELL_WIDTH = 76;

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const placesBySource = new WeakMap<TemplateSource, ReturnType<typeof placesOf>>();

function placesOfSource(source: TemplateSource): ReturnType<typeof placesOf> {
  const places = placesBySource.get(source) ?? placesOf(source.document);
  placesBySource.set(source, places);
  return places;
}

/** Collects the distinct pictures of layers. */
function createStates() {
  const indexes = new Map<string, number>();
  const states: Golden['states'][number][] = [];
  return {
    all: () => states,
    indexOf: ({ at, name, kind, picture }: ShownLayer): number => {
      const key = JSON.stringify([at, name, kind, picture]);
      const known = indexes.get(key);
      if (known !== undefined) return known;
      indexes.set(key, states.length);
      states.push({ at, name, kind, values: { ...picture } });
      return states.length - 1;
    },
  };
}

/** Returns the audible sounds with all data that determine their samples. */
function soundsOf({ movie, placeOf }: ShownFilm, { sources }: FilmPictures): Golden['sounds'] {
  const all = timelineSounds(buildTimeline(movie), ({ id }) => soundingSource(sources.media.get(id)));
  return all.map((sound) => {
    const { layer } = sound;
    const values = valuesOf({ source: sources.media.get(layer.id)?.sha256, ...numbersOfSound(sound) });
    return { at: placeOf(originalId(layer.id)) ?? '', name: layer.name, values: { ...values } };
  });
}

function numbersOfSound({ startSample, samples, at, inPoint, speed, turn, level }: TimelineSound): object {
  const { volume, pan, fadeIn, fadeOut, keys, ...other } = level;
  const fades = { fadein: fadeIn, fadeout: fadeOut };
  return {
    offset: startSample,
    duration: samples,
    skip: [at, inPoint],
    speed,
    loop: turn,
    volume,
    pan,
    ...fades,
    keys,
    level: other,
  };
}

/** The bytes of one second of sound: two channels of 16-bit samples. */
const BYTES_PER_SECOND = SAMPLE_RATE * 4;

/** Makes the sound of a film, and returns the digest of each second of its 16-bit samples. */
async function soundDigests(
  movie: Movie,
  { locating, tools, workshop, signal }: GoldenRun,
): Promise<Result<string[], readonly Finding[]>> {
  const sound = await openSound(createFilmPlanner(movie), { ...locating, tools, workshop }, signal);
  if (!sound.ok) return sound;
  const digests: string[] = [];
  let [hash, filled] = [createHash('sha256'), 0];
  const finish = (): void => {
    if (filled > 0) digests.push(hash.digest('hex'));
    [hash, filled] = [createHash('sha256'), 0];
  };
  await sound.value.read(signal, async (samples) => {
    for await (const chunk of samples)
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + BYTES_PER_SECOND - filled);
        hash.update(piece);
        at += piece.length;
        filled += piece.length;
        if (filled === BYTES_PER_SECOND) finish();
      }
  });
  finish();
  return ok(digests);
}

/** The earlier state of a film: its golden file and its pictures. */
export interface EarlierFilm {
  readonly golden: Golden;
  /** Opens the earlier film; null if its template is missing or now has errors. */
  readonly open: () => Promise<FilmPictures | null>;
  /** The golden sheet as WebP or PNG; null if it is missing. */
  readonly sheet: Uint8Array | null;
}

/** The comparison of a frame, including its pixels. */
export interface FrameDifference extends ComparedFrame {
  readonly seconds: number;
  /** The difference of the pixels; null if the earlier frame can no longer be made. */
  readonly difference: PlaneDifference | null;
}

/** The comparison of a film. */
export interface FilmDifference extends Omit<ComparedGolden, 'frames'> {
  readonly frames: readonly FrameDifference[];
  /** Three cells for each differing frame: before, after, and their difference. */
  readonly cells: readonly SheetCell[];
}

interface CompareRun {
  readonly tools: PictureRun['tools'];
  /** The largest accepted difference of a color value in frames that another FFmpeg made. */
  readonly tolerance: number;
  readonly signal: AbortSignal;
}

/** The width of a picture of a difference sheet, in pixels. */
const DIFFERENCE_WIDTH = 480;

/**
 * Compares a film with its earlier state. Renders the differing frames of both states again, and counts their differing
 * pixels. Uses an earlier frame only if it still has its golden digest.
 */
export async function compareFilm(
  earlier: EarlierFilm,
  measured: MeasuredFilm,
  run: CompareRun,
): Promise<FilmDifference> {
  const compared = compareGolden(earlier.golden, measured.golden);
  const frames = await tolerated(compared.frames, earlier, measured, run.tolerance, run);
  const differing = frames.filter(({ equal }) => equal === false).map(({ frame }) => frame);
  const before = differing.length === 0 || compared.film.includes('size') ? null : await earlier.open();
  const lastFrame = measured.golden.film.frames;
  const [numerator = 1, denominator = 1] = measured.golden.film.rate.split('/').map(Number);
  const cells: SheetCell[] = [];
  const results: FrameDifference[] = [];
  for (const frame of frames) {
    const seconds = Math.round((1000 * frame.frame * denominator) / numerator) / 1000;
    if (frame.equal !== false || frame.frame >= lastFrame) {
      results.push({ ...frame, seconds, difference: null });
      continue;
    }
    const later = await planesOf(measured.pictures, frame.frame);
    const old = before === null || frame.frame >= before.length ? null : await planesOf(before, frame.frame);
    const golden = earlier.golden.frames.find((each) => each.frame === frame.frame);
    const isSame = old !== null && golden !== undefined && sha256(old) === golden.planes;
    const { size } = measured.pictures;
    results.push({ ...frame, seconds, difference: isSame ? comparePlanes(old, later, size) : null });
    const smaller = composedSize(size, Math.min(1, DIFFERENCE_WIDTH / size.width));
    const label = sheetLabel({ scene: frame.scene, seconds, frame: frame.frame });
    const shown = isSame ? smallerRaster(old, size, smaller) : await goldenCell(earlier, frame.frame, smaller, run);
    const after = smallerRaster(later, size, smaller);
    const difference = isSame ? differenceRaster(old, later, size, smaller) : empty(smaller);
    cells.push(
      { picture: shown, label: `${label} · before` },
      { picture: after, label: 'after' },
      { picture: difference, label: 'difference' },
    );
  }
  return { ...compared, frames: results, cells };
}

async function planesOf(pictures: FilmPictures, frame: number): Promise<Uint8Array> {
  for await (const { planes } of pictures.planes([frame], 1)) return planes;
  throw new Error(`frame ${frame} was not made`);
}

function empty(size: Pick<Raster, 'width' | 'height'>): Raster {
  return { ...size, pixels: new Uint8Array(3 * size.width * size.height) };
}

/**
 * The maximum share of the values of a small picture that exceed the tolerance, and by how much. Two versions of FFmpeg
 * round fine details differently: 5.1 and 7.1 differ by up to 9 in 0.3 % of the values of a fractal.
 */
const FEW = 0.005;
const SLIGHTLY = 16;

/**
 * Returns whether two small pictures of a frame are equal within a tolerance. A tolerance of 0 accepts no difference.
 */
function isNear(one: Uint8Array, other: Uint8Array, most: number): boolean {
  let beyond = 0;
  for (const [at, value] of one.entries()) {
    const difference = Math.abs(value - (other[at] ?? 0));
    if (difference > most + SLIGHTLY || (most === 0 && difference > 0)) return false;
    if (difference > most) beyond += 1;
  }
  return one.length === other.length && beyond <= FEW * one.length;
}

/** Compares frames that another FFmpeg made with the small pictures of the golden sheet. */
async function tolerated(
  frames: readonly ComparedFrame[],
  earlier: EarlierFilm,
  { golden, cells }: MeasuredFilm,
  most: number,
  run: CompareRun,
): Promise<readonly ComparedFrame[]> {
  const results: ComparedFrame[] = [];
  for (const frame of frames) {
    const cell = cells[golden.frames.findIndex((each) => each.frame === frame.frame)];
    if (frame.equal !== null || cell === undefined || earlier.sheet === null) {
      results.push(frame);
      continue;
    }
    const old = await goldenCell(earlier, frame.frame, cell, run);
    results.push({ ...frame, equal: isNear(old.pixels, cell.pixels, most) });
  }
  return results;
}

/**
 * Reads the small picture of a frame from the golden sheet, enlarged to a size. Returns a black picture if the sheet is
 * missing.
 */
async function goldenCell(
  { golden, sheet }: EarlierFilm,
  frame: number,
  size: Pick<Raster, 'width' | 'height'>,
  { tools, signal }: CompareRun,
): Promise<Raster> {
  const index = golden.frames.findIndex((each) => each.frame === frame);
  if (sheet === null || index < 0) return empty(size);
  const columns = SHEET_COLUMNS;
  const { width, height } = sizeOfSheet(sheet);
  const rows = Math.ceil(golden.frames.length / columns);
  const cellWidth = (width + GAP) / columns - GAP;
  const cellHeight = (height + GAP) / rows - GAP - LABEL_STRIP_HEIGHT;
  const left = (index % columns) * (cellWidth + GAP);
  const top = Math.floor(index / columns) * (LABEL_STRIP_HEIGHT + cellHeight + GAP) + LABEL_STRIP_HEIGHT;
  const filters = [
    `crop=${cellWidth}:${cellHeight}:${left}:${top}:exact=1`,
    `scale=${size.width}:${size.height}:flags=neighbor`,
  ];
  const { stdout } = await runTool({
    program: tools.ffmpeg,
    arguments: [
      ...['-f', isWebp(sheet) ? 'webp_pipe' : 'png_pipe', '-i', 'pipe:0', '-vf', filters.join(',')],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    ],
    stdin: oneChunk(sheet),
    signal,
  });
  return { width: size.width, height: size.height, pixels: stdout };
}
