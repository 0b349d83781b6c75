import { createHash } from 'node:crypto';
import { placesOf } from '#shared/agents/places.ts';
import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import { GOLDEN_VERSION, type Golden, type GoldenFrame } from '#shared/golden/golden-file.ts';
import { goldenMoments } from '#shared/golden/moments.ts';
import { type Raster, smallerRaster } from '#shared/golden/planes.ts';
import { type ShownFilm, type ShownLayer, shownFrameAt, valuesOf } from '#shared/golden/shown-layers.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { formatFrameRate, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { buildTimeline, playedLayers } from '#shared/timeline/build-timeline.ts';
import { type TimelineSound, timelineSounds } from '#shared/timeline/sounds.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import { openSound } from '../engine/measure-loudness.ts';
import { COMPOSITOR_VERSION } from '../engine/parts/composed-part.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { createFilmPlanner } from '../engine/plan/film-planner.ts';
import { soundingSource } from '../engine/plan/plan.ts';
import { serviceVersion } from '../files/version.ts';
import { makeSheet, type SheetCell } from './contact-sheet.ts';
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

/** A golden film as the current engine makes it. */
export interface MeasuredFilm {
  readonly golden: Golden;
  readonly pictures: FilmPictures;
  /** The small pictures of its frames, in the order of the frames. */
  readonly cells: readonly Raster[];
}

/** The moments of a new golden film: a number of moments, or given frames. */
export type Moments = { readonly count: number } | { readonly frames: readonly number[] };

/**
 * Opens the film of a case, and makes its golden frames and sound. The error lists the problems of the template and its
 * sources. Throws the errors of {@link FilmPictures}.
 */
export async function measureFilm(
  { source, values }: GoldenCase,
  moments: Moments,
  run: GoldenRun,
): Promise<Result<MeasuredFilm, readonly Finding[]>> {
  const opened = await openCase({ source, values }, run);
  if (!opened.ok) return opened;
  const pictures = opened.value;
  const { movie, length, size } = pictures;
  const film: ShownFilm = { ...pictures, placeOf: (node) => placesOfSource(source).get(node) };
  const scenes = buildTimeline(movie).scenes.filter(({ start, end }) => end > start);
  const chosen =
    'frames' in moments
      ? moments.frames.filter((frame) => frame < length)
      : goldenMoments({ length, scenes }, moments.count);
  const states = createStates();
  const frames: GoldenFrame[] = [];
  const cells: Raster[] = [];
  const cellSize = composedSize(size, Math.min(1, CELL_WIDTH / size.width));
  for await (const { frame, planes, basis } of pictures.planes(chosen, 1)) {
    const { scene, layers } = shownFrameAt(film, frame);
    const shown = layers.map((layer) => [states.indexOf(layer), layer.numbers] as [number, Record<string, string>]);
    frames.push({ frame, scene, basis, planes: digestOfPlanes(planes), layers: shown });
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

/** Returns the contact sheet of a golden film as PNG: 320 pixels wide, with the number of each frame. */
export async function goldenSheet(
  { golden, cells }: Pick<MeasuredFilm, 'golden' | 'cells'>,
  run: Pick<PictureRun, 'tools' | 'signal'>,
): Promise<Uint8Array> {
  const labelled = cells.map(
    (picture, index): SheetCell => ({ picture, label: String(golden.frames[index]?.frame ?? '') }),
  );
  return await makeSheet(labelled, { columns: SHEET_COLUMNS, format: 'png' }, run);
}

/** The columns of a golden sheet, and the width of a picture in pixels: four of them and their gaps are 320 wide. */
export const SHEET_COLUMNS = 4;
const CELL_WIDTH = 76;

/** Returns the digest of a frame's planes in a golden file. */
export function digestOfPlanes(planes: Uint8Array): string {
  return sha256(planes);
}

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

/** Returns the audible sounds with everything that their samples depend on. */
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

/** Two channels of 16 bits. */
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
