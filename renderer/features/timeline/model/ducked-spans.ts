import { settle } from '#shared/film/scenes/settle.ts';
import { type FilmSound, filmSounds, type SoundSeconds } from '#shared/film/sound/film-sounds.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { soundTitle } from './scene-sounds.ts';

/** Where a sound of the movie gives way, in frames of the film, which need not be whole. */
export interface DuckedSpan {
  /** Where it is as quiet as it becomes. */
  readonly from: number;
  readonly until: number;
  /** How long it takes to become so before that, and to come back behind it. */
  readonly ramp: number;
  /** Its volume is multiplied with this. */
  readonly to: number;
  /** What it gives way to, by its titles, each once. */
  readonly by: readonly string[];
}

/** Where a sound of the movie gives way to others, as the engine mixes it; none where it does not, or nothing is known. */
export function duckedSpans(movie: Movie, sound: SoundLayer, secondsOf: SoundSeconds): readonly DuckedSpan[] {
  if (sound.duck === null) return [];
  const { numerator, denominator } = movie.frameRate;
  const frames = (samples: number) => (samples * numerator) / (SAMPLE_RATE * denominator);
  const sounds = filmSounds(settle(movie), secondsOf);
  const own = sounds.find(({ layer, filmScene }) => layer.id === sound.id && filmScene === null);
  if (own === undefined) return [];
  const first = own.startSample - own.at;
  return own.level.dips.map(({ from, until, ramp, to }) => ({
    from: frames(first + from),
    until: frames(first + until),
    ramp: frames(ramp),
    to,
    by: titlesOf(sounds, own, { from: first + from, until: first + until }),
  }));
}

function titlesOf(
  sounds: readonly FilmSound[],
  own: FilmSound,
  { from, until }: { readonly from: number; readonly until: number },
): readonly string[] {
  const heard = sounds.filter(
    ({ layer, startSample, samples }) =>
      layer.ducks && layer !== own.layer && startSample < until && startSample + samples > from,
  );
  return [...new Set(heard.map(({ layer }) => soundTitle(layer)))];
}
