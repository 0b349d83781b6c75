import { framesToSamples, framesToSeconds, SAMPLE_RATE } from '../template/frame-rate.ts';
import type { Layer } from '../template/movie.ts';
import type { Film } from './film.ts';
import { stretchIndexAt } from './frame-at.ts';

/** What of one layer is heard in a piece of the film. */
export interface HeardSound {
  readonly layer: Layer;
  /** From the beginning of the piece, in samples of the film. */
  readonly after: number;
  readonly length: number;
  /** Where in the source it begins. */
  readonly sourceSeconds: number;
}

/** A rounding error must not become a sound. */
const LEAST = 0.5;

/**
 * All that is heard from sample `from` of the film on, for `length` samples, which need not be whole. Sounds are mixed
 * at their own loudness. Each begins and ends at the sample where the engine lets it.
 */
export function heardBetween(film: Film, from: number, length: number): readonly HeardSound[] {
  const { numerator, denominator } = film.movie.frameRate;
  const frameOf = (sample: number) => (sample * numerator) / (SAMPLE_RATE * denominator);
  const end = from + length;
  const heard: HeardSound[] = [];
  // What begins within a sample of it may be heard in it, because boundaries are rounded.
  const last = stretchIndexAt(film, frameOf(end + 1));
  for (let index = Math.max(0, stretchIndexAt(film, frameOf(from - 1))); index <= last; index++)
    for (const sound of film.stretches[index]?.sounds ?? []) {
      const begin = framesToSamples(sound.start, film.movie.frameRate);
      const first = Math.max(from, begin);
      const until = Math.min(end, framesToSamples(sound.end, film.movie.frameRate));
      if (until - first < LEAST) continue;
      heard.push({
        layer: sound.layer,
        after: first - from,
        length: until - first,
        sourceSeconds: framesToSeconds(sound.inPoint, film.movie.frameRate) + (first - begin) / SAMPLE_RATE,
      });
    }
  return heard;
}
