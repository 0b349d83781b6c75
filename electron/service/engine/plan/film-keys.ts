import { createHash } from 'node:crypto';
import { LAYOUT_VERSION } from '../mp4/mp4-film.ts';
import { ENGINE_VERSION } from '../parts/part.ts';
import { joinSteps, pictureList, trackEncoding } from './join-arguments.ts';
import { partsOfFilm, type RenderPlan } from './plan.ts';
import { soundIdentity } from './sound-graph.ts';
import { clipsBetween, limiterRange, trackSegments } from './track-segments.ts';

/** The cache keys of a film and all its parts. Equal keys mean equal bytes if the same FFmpeg makes them. */
export interface FilmKeys {
  readonly film: string;
  /** The keys of the sound segments; null if the sound is encoded during the join, or if there is none. */
  readonly track: readonly string[] | null;
  /** All keys without duplicates: the keys in `film` and `track`, and the keys of the parts. */
  readonly all: readonly string[];
}

export function filmKeys(plan: RenderPlan, toolsVersion: string): FilmKeys {
  const unlimitedBetween = (from: number, to: number) =>
    clipsBetween(plan, from, to).map(({ scene, from, samples, over }) => [
      ...[scene?.sound?.key, from, samples],
      // A film without sounds over its scenes keeps the key of earlier versions.
      ...over.map(({ sound, from: start }) => soundIdentity(sound, start)),
    ]);
  const { gain } = plan;
  // A limited sample depends on the samples around it.
  const soundBetween = (from: number, to: number) =>
    gain === null
      ? unlimitedBetween(from, to)
      : [gain.gain, gain.ceiling, ...unlimitedBetween(...limiterRange(from, to, plan.samples))];
  const { sound } = plan.format;
  const segments = sound?.segmented === true ? trackSegments(sound.priming, plan.samples) : null;
  const track =
    segments?.map(({ from, to, lead, packets }) =>
      digest(['segment', toolsVersion, trackEncoding(plan), lead, packets, soundBetween(from, to)]),
    ) ?? null;
  const film = digest([
    'film',
    toolsVersion,
    plan.format.joinedBy === 'service' && LAYOUT_VERSION,
    joinSteps(plan, toolsVersion, ''),
    plan.format.picture && pictureList(plan),
    sound && (track ?? soundBetween(0, plan.samples)),
  ]);
  return withPartKeys({ film, track }, plan);
}

/** Adds the keys of a film's parts to its other keys. */
export function withPartKeys(
  { film, track }: Omit<FilmKeys, 'all'>,
  plan: Pick<RenderPlan, 'scenes' | 'music'>,
): FilmKeys {
  const parts = partsOfFilm(plan);
  return { film, track, all: [film, ...(track ?? []), ...new Set(parts.map(({ key }) => key))] };
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, value]))
    .digest('hex');
}
