import { framesToSeconds, SAMPLE_RATE } from '../../template/values/frame-rate.ts';
import type { Film } from '../scenes/film.ts';
import { type FilmSound, filmSounds, type HeardLayer, type SoundSeconds, soundsOfScene } from './film-sounds.ts';
import type { SoundLevel } from './level.ts';

/** What of one layer is heard in a piece of the film. */
export interface HeardSound {
  readonly layer: HeardLayer;
  /** From the beginning of the piece, in samples of the film. */
  readonly after: number;
  readonly length: number;
  /** Where in the source it begins, and how many seconds of it go by in a second of the film. */
  readonly sourceSeconds: number;
  readonly speed: number;
  readonly level: SoundLevel;
  /** Its first sample, counted as its level counts. */
  readonly at: number;
}

/** A rounding error must not become a sound. */
const LEAST = 0.5;

/**
 * All that is heard from sample `from` of the film on, for `length` samples, which need not be whole. Each begins and ends at the
 * sample where the engine lets it, and is as loud as there.
 */
export function heardBetween(film: Film, from: number, length: number, secondsOf: SoundSeconds): readonly HeardSound[] {
  const end = from + length;
  return soundsBetween(film, from, end, secondsOf).flatMap((sound) => piecesOf(sound, from, end, film));
}

function soundsBetween(film: Film, from: number, end: number, secondsOf: SoundSeconds): readonly FilmSound[] {
  const { numerator, denominator } = film.movie.frameRate;
  const frameOf = (sample: number) => (sample * numerator) / (SAMPLE_RATE * denominator);
  // What begins within a sample of it may be heard in it, because boundaries are rounded.
  const [first, last] = [frameOf(from - 1), frameOf(end + 1)];
  const inScenes = film.scenes
    .filter((scene) => scene.start <= last && scene.end >= first && scene.scene.enabled)
    .flatMap((scene) => soundsOfScene(scene, film, secondsOf));
  const { sounds, overlays, transitions } = film.movie;
  const isAcross = sounds.length > 0 || overlays.length > 0 || transitions.some(({ look }) => look.type === 'custom');
  if (!isAcross) return inScenes;
  return [...inScenes, ...filmSounds(film, secondsOf).filter(({ filmScene }) => filmScene === null)];
}

/** What of a sound lies between two samples of the film; a piece for each turn of one that begins again. */
function piecesOf(
  { layer, startSample, samples, at: left, inPoint, speed, turn, level }: FilmSound,
  from: number,
  end: number,
  film: Film,
): readonly HeardSound[] {
  const inPointSeconds = framesToSeconds(inPoint, film.movie.frameRate);
  const first = startSample - left;
  const until = Math.min(end, startSample + samples) - first;
  const pieces: HeardSound[] = [];
  for (let at = Math.max(from, startSample) - first; until - at >= LEAST; ) {
    const within = turn === null ? at : at % turn;
    const next = turn === null ? until : Math.min(until, at - within + turn);
    const sourceSeconds = inPointSeconds + (within * speed) / SAMPLE_RATE;
    pieces.push({ layer, after: first + at - from, length: next - at, sourceSeconds, speed, level, at });
    at = next;
  }
  return pieces;
}
