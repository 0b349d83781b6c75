import type { FilmSound } from '../../../../shared/film/sound/film-sounds.ts';
import type { SoundLevel } from '../../../../shared/film/sound/level.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { type KeyedPart, type Part, partKey } from '../parts/part.ts';
import type { SceneSources } from '../parts/scene-source.ts';
import { mixedPart } from './sound-graph.ts';

/** A raw sound of its own, with its place in the film and how loud it is there. */
export interface PlannedSound {
  readonly part: KeyedPart<Part>;
  /** Where it begins in the film. */
  readonly startSample: number;
  readonly samples: number;
  /** How many samples of it lie before that, unheard. */
  readonly at: number;
  /** The part's length, after which it begins again; null where it does not. */
  readonly turn: number | null;
  readonly level: SoundLevel;
}

/** The sounds of a film as parts. What is not known to have sound is left out. */
export function planSounds(
  sounds: readonly FilmSound[],
  { frameRate }: Movie,
  sources: SceneSources,
  { toolsVersion }: { readonly toolsVersion: string },
): readonly PlannedSound[] {
  return sounds.flatMap(({ layer, startSample, samples, at, inPoint, speed, turn, level }) => {
    const source = sources.get(layer.id);
    const audio = source?.facts.audio;
    if (!source || !audio) return [];
    const part = mixedPart({ source, audio, inPoint, speed, samples: turn ?? at + samples }, frameRate);
    return [{ part: { key: partKey(part, toolsVersion), part }, startSample, samples, at, turn, level }];
  });
}

/** What a piece of a sound is named by: equal for equal samples. */
export function nameOfSound({ part, turn, level }: PlannedSound, from: number): readonly unknown[] {
  return [part.key, from, turn, level];
}
