import { createHash } from 'node:crypto';
import { framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import type { Sizing } from '../formats/format.ts';
import { ENGINE_VERSION, type KeyedPart } from '../parts/part.ts';
import { withPartKeys } from './film-keys.ts';
import type { PlannedFilm } from './film-planner.ts';
import { pictureEncoding, type ScenePlan } from './plan.ts';

/** How much smaller the pictures of a film become. At 0 they have the quality of the film. */
export interface SizeChoice {
  /** A larger level makes a smaller film: steps of the encoder's quality, or sixths of a halving of the bit rate. */
  readonly level: number;
  /** The size of each picture part at the quality of the film in bytes, by key. */
  readonly bytes: ReadonlyMap<string, number>;
}

/**
 * Returns the plan of the same film with smaller pictures. The sounds and their keys stay the same. Callers check that
 * the format has a sizing.
 */
export async function sizedPlan(
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
export const LEVELS_OF_HALF = 6;
/** The minimum bit rate: encoders count in thousands of bits per second. */
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
