import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import type { PartStore } from '../cache/part-store.ts';
import type { Format, Sizing } from '../formats/format.ts';
import { sizedFormats } from '../formats/formats.ts';
import { ENGINE_VERSION, type KeyedPart } from '../parts/part.ts';
import { withPartKeys } from '../plan/film-keys.ts';
import type { PlannedFilm } from '../plan/film-planner.ts';
import { pictureEncoding } from '../plan/picture-graph.ts';
import type { RenderPlan, ScenePlan } from '../plan/plan.ts';

/** Makes a film at the path of the render. A later film replaces it; parts that exist are not made again. */
export type MakeSized<Film> = (planned: PlannedFilm, isLast: boolean) => Promise<Film>;

interface Sized {
  readonly bytes: number;
}

interface FitContext {
  readonly folder: string;
  readonly store: Pick<PartStore, 'take' | 'keep'>;
  readonly signal: AbortSignal;
}

/** The minimum size of the picture in bits per pixel and frame. A smaller picture is not recognizable. */
const MIN_BITS = 0.02;
/** The maximum number of films after the first. */
const MAX_TRIALS = 8;
/** The number of films, with the first, after which a search by bit rate ignores the size of the first. */
const TRIALS_FROM_FIRST = 4;

/** Returns the sizing method of a format. Throws `render/invalid` for a format that does not support a maximum size. */
export function sizingOf({ label, sizing }: Format): Sizing {
  if (sizing !== undefined) return sizing;
  throw new ServiceError('render/invalid', message('format/no-size', { format: label, names: sizedFormats }));
}

/**
 * Makes a film of at most `maxBytes`. Starts with the requested quality, and then makes smaller films until the size is
 * within the tolerance of the format. Throws `format/size-target` with the smallest possible size if the size cannot be
 * reached.
 */
export async function fitFilm<Film extends Sized>(
  planned: PlannedFilm,
  maxBytes: number,
  make: MakeSized<Film>,
  context: FitContext,
): Promise<Film> {
  const { plan } = planned;
  const sizing = sizingOf(plan.format);
  const known = await knownChoice(planned, maxBytes, context);
  if (known !== null) {
    const film = await make(known.level === 0 ? planned : await sizedPlan(planned, sizing, known), true);
    if (film.bytes <= maxBytes) return film;
  }
  const first = await make(planned, false);
  const pictures = await pictureBytes(plan, context.folder);
  const fixed = first.bytes - pictures.total;
  const least = Math.min(first.bytes, fixed + Math.ceil(minPictureBytes(plan)));
  const search = createSizeSearch({ maxBytes, fixed, sizing, quality: qualityOf(plan) });
  let film = first;
  search.add(0, first.bytes);
  const choiceOf = (level: number): SizeChoice => ({ level, bytes: pictures.bytes });
  const makeAt = async (level: number, isLast: boolean) =>
    await make(level === 0 ? planned : await sizedPlan(planned, sizing, choiceOf(level)), isLast);
  if (first.bytes > maxBytes && maxBytes < least) {
    // Some films, such as noise, are larger at the lowest quality of the encoder.
    const smallest = await makeAt(search.last, false);
    throw tooSmall(maxBytes, Math.min(first.bytes, Math.max(least, smallest.bytes)));
  }
  for (let trials = 0; trials < MAX_TRIALS; trials++) {
    const level = search.next();
    if (level === null) break;
    film = await makeAt(level, false);
    search.add(level, film.bytes);
  }
  const best = search.best();
  if (best === null) throw tooSmall(maxBytes, search.smallest());
  film = await makeAt(best, true);
  await keepChoice(planned, maxBytes, choiceOf(best), context);
  return film;
}

function tooSmall(maxBytes: number, least: number): ServiceError {
  return new ServiceError('format/size-target', message('format/size-target', { bytes: maxBytes, least }));
}

function minPictureBytes({ canvas, length }: RenderPlan): number {
  return (MIN_BITS * canvas.width * canvas.height * length) / 8;
}

/** Returns the value of the constant quality at level 0; 0 for other encoders. */
function qualityOf({ format, quality }: RenderPlan): number {
  const given = format.picture?.arguments[quality] ?? [];
  const at = given.indexOf('-crf');
  return at < 0 ? 0 : Number(given[at + 1]);
}

/** Returns the bytes of the picture parts by key, and their sum over the film. A part can occur several times. */
async function pictureBytes({ scenes }: RenderPlan, folder: string) {
  const bytes = new Map<string, number>();
  let total = 0;
  for (const { picture } of scenes) {
    if (picture === null) continue;
    const size = bytes.get(picture.key) ?? (await stat(join(folder, picture.key))).size;
    bytes.set(picture.key, size);
    total += size;
  }
  return { bytes, total };
}

interface SearchSettings {
  readonly maxBytes: number;
  /** The bytes of the film without its picture. */
  readonly fixed: number;
  readonly sizing: Sizing;
  /** The constant quality at level 0. */
  readonly quality: number;
}

interface Trial {
  readonly level: number;
  readonly bytes: number;
}

/** A search for the level at which a film has the requested size. */
export interface SizeSearch {
  /** The level of the smallest film. */
  readonly last: number;
  /** Adds the size of the film at a level. */
  add(level: number, bytes: number): void;
  /** Returns the next level to try; null if a film fits, or if no level remains. */
  next(): number | null;
  /** Returns the level of the largest film that fits; null if there is none. */
  best(): number | null;
  /** Returns the bytes of the smallest film. */
  smallest(): number;
}

/**
 * The minimum distance of the next level from both ends of the bracket, as a share of the bracket. It guarantees that
 * the search ends.
 */
const EDGE = 0.12;

/**
 * Creates the search. The logarithm of the picture's size falls nearly linearly with the level. Each level is therefore
 * interpolated between the nearest sizes above and below the target.
 */
export function createSizeSearch({ maxBytes, fixed, sizing, quality }: SearchSettings): SizeSearch {
  const { step, tolerance } = sizing;
  const maxLevel = sizing.kind === 'quality' ? sizing.worst - quality : MAX_RATE_LEVEL;
  const trials: Trial[] = [];
  const target = maxBytes * (1 - tolerance * AIM);
  const rounded = (level: number) => Number((Math.round(level / step) * step).toFixed(3));
  const sizeOf = ({ bytes }: Trial) => Math.log2(Math.max(1, bytes - fixed));
  const goal = Math.log2(Math.max(1, target - fixed));
  const fitting = () =>
    trials.filter(({ bytes }) => bytes <= maxBytes).toSorted((one, other) => one.level - other.level);
  const tooLarge = () =>
    trials.filter(({ bytes }) => bytes > maxBytes).toSorted((one, other) => other.level - one.level);

  /** Returns a level beyond all tried levels. Extrapolates with the slope between the last two films. */
  const extrapolated = ([last, before]: readonly Trial[]): number => {
    const from = required(last, 'the first film');
    const slope = before === undefined ? 0 : (sizeOf(before) - sizeOf(from)) / (from.level - before.level);
    return (
      from.level + (sizeOf(from) - goal) / Math.max(slope, sizing.slope / 2, before === undefined ? sizing.slope : 0)
    );
  };
  const interpolated = (low: Trial, high: Trial): number => {
    const share = (sizeOf(low) - goal) / Math.max(1e-6, sizeOf(low) - sizeOf(high));
    return low.level + (high.level - low.level) * Math.min(1 - EDGE, Math.max(EDGE, share));
  };

  /**
   * Returns a level below the largest film that fits. The first film has a constant quality, so a film with its bit rate
   * can be smaller than the first film, and the level below 0.
   */
  const beyondFirst = (high: Trial, smaller: Trial, low: Trial | undefined): number => {
    if (low !== undefined) return interpolated(low, high);
    const slope = (sizeOf(high) - sizeOf(smaller)) / (smaller.level - high.level);
    return high.level - (goal - sizeOf(high)) / Math.max(slope, sizing.slope / 2);
  };

  return {
    last: maxLevel,
    add: (level, bytes) => void trials.push({ level, bytes }),
    next: () => {
      const [high, smaller] = fitting();
      const larger = tooLarge();
      const [low] = larger;
      if (low === undefined || (high !== undefined && high.bytes >= maxBytes * (1 - tolerance))) return null;
      if (sizing.kind === 'rate' && low.level === 0 && trials.length > TRIALS_FROM_FIRST && smaller !== undefined)
        return rounded(beyondFirst(required(high, 'the larger of two'), smaller, larger[1]));
      const level = high === undefined ? extrapolated(larger) : interpolated(low, high);
      const least = low.level + step;
      const most = high === undefined ? maxLevel : high.level - step;
      if (most < least - step / 2) return null;
      return rounded(Math.min(most, Math.max(least, level)));
    },
    best: () => fitting()[0]?.level ?? null,
    smallest: () => Math.min(...trials.map(({ bytes }) => bytes)),
  };
}

/** The reduction of the pictures of a film. Level 0 is the full quality. */
interface SizeChoice {
  /**
   * A larger level makes a smaller film. One level is a step of the encoder's quality, or a sixth of a halving of the
   * bit rate.
   */
  readonly level: number;
  /** The size of each picture part at the quality of the film in bytes, by key. */
  readonly bytes: ReadonlyMap<string, number>;
}

/**
 * Returns the plan of the same film with smaller pictures. The sounds and their keys stay the same. Callers check that
 * the format has a sizing method.
 */
async function sizedPlan(
  { plan, keys }: PlannedFilm,
  sizing: Sizing,
  { level, bytes }: SizeChoice,
): Promise<PlannedFilm> {
  const { picture } = plan.format;
  if (picture === null) return { plan, keys };
  const yieldTurn = yieldRegularly();
  const perQuality = sizing.kind === 'quality' ? picture.arguments : sizing.arguments;
  const given = perQuality[plan.quality];
  const sizedPart = ({ key, part }: KeyedPart, seconds: number): KeyedPart => {
    if (sizing.kind === 'quality') {
      const encoding = pictureEncoding(picture, qualityArguments(given, level), plan.canvas);
      return { key: sizedKey(key, encoding), part: { ...part, encoding } };
    }
    const rate = ((8 * (bytes.get(key) ?? 0)) / seconds) * 2 ** (-level / LEVELS_OF_HALF);
    const settings = [...given, '-b:v', String(Math.max(MIN_RATE, Math.round(rate)))];
    const encoding = pictureEncoding(picture, [...settings, '-pass', '2'], plan.canvas);
    const analysis = pictureEncoding(picture, [...settings, '-pass', '1'], plan.canvas);
    return {
      key: sizedKey(key, encoding),
      part: { ...part, encoding, passes: { statistics: `${key}.statistics`, analysis } },
    };
  };
  const scenes: ScenePlan[] = [];
  for (const scene of plan.scenes) {
    await yieldTurn();
    const seconds = framesToSeconds(scene.length, plan.canvas.frameRate);
    scenes.push({ ...scene, picture: scene.picture && sizedPart(scene.picture, seconds) });
  }
  const film = sizedKey(keys.film, [level, ...(sizing.kind === 'quality' ? [] : bytes)]);
  return { plan: { ...plan, scenes }, keys: withPartKeys({ film, track: keys.track }, { ...plan, scenes }) };
}

/** The number of levels that halve the bit rate. Six steps of an encoder's quality halve it roughly, too. */
const LEVELS_OF_HALF = 6;
/** The minimum bit rate, because encoders count in thousands of bits per second. */
const MIN_RATE = 1000;

/** Returns the arguments with a constant quality (`-crf`) that is lower by this many levels. */
function qualityArguments(given: readonly string[], level: number): readonly string[] {
  const at = given.indexOf('-crf') + 1;
  return given.map((argument, index) =>
    index === at ? String(Number((Number(argument) + level).toFixed(2))) : argument,
  );
}

/** Returns the key of a sized part or film. The first key contains everything but the encoding. */
function sizedKey(key: string, encoding: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, 'sized', key, encoding]))
    .digest('hex');
}

/** The size that the search aims at: below the maximum by this share of the tolerance. */
const AIM = 0.45;
/** The maximum level of an encoder with a bit rate. At this level, the bit rate is a thousandth. */
const MAX_RATE_LEVEL = 10 * LEVELS_OF_HALF;

const storedChoice = z.object({ level: z.number(), bytes: z.array(z.tuple([z.string(), z.number()])) });

function choiceKey({ keys }: PlannedFilm, maxBytes: number): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, 'size', keys.film, maxBytes]))
    .digest('hex');
}

/** Returns the choice of an earlier render of the same film with the same maximum; null if there is none. */
async function knownChoice(
  planned: PlannedFilm,
  maxBytes: number,
  { folder, store, signal }: FitContext,
): Promise<SizeChoice | null> {
  const key = choiceKey(planned, maxBytes);
  if ((await store.take(key, join(folder, key), signal)) === null) return null;
  const stored = storedChoice.safeParse(JSON.parse(await readFile(join(folder, key), 'utf8')));
  return stored.success ? { level: stored.data.level, bytes: new Map(stored.data.bytes) } : null;
}

async function keepChoice(
  planned: PlannedFilm,
  maxBytes: number,
  { level, bytes }: SizeChoice,
  { folder, store, signal }: FitContext,
): Promise<void> {
  const key = choiceKey(planned, maxBytes);
  await writeFile(join(folder, `${key}.new`), JSON.stringify({ level, bytes: [...bytes] }));
  await store.keep(key, join(folder, `${key}.new`), signal);
}
