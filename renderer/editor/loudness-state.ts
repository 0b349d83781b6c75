import { ceilingOf } from '#shared/sound/film-gain.ts';
import type { SoundGain } from '#shared/sound/limiter.ts';
import { createPart, type EditorPart } from './editor-part.ts';
import type { EditorState } from './editor-state.ts';

/** The platforms whose loudness target the user can choose. */
export type LoudnessTarget = 'web' | 'podcast' | 'europe' | 'america';

/** The gain that gives a film its requested loudness. */
export interface FilmNormalization {
  /** The factor of the amplitude. */
  readonly gain: number;
  /** The integrated loudness before the gain in LUFS; null for silence. */
  readonly before: number | null;
}

/** A finished measurement, with the movie state that was measured. */
export interface MeasuredFilm {
  /** The integrated loudness in LUFS; null for silence. */
  readonly integrated: number | null;
  /** The true peak in dBTP; null for silence. */
  readonly truePeak: number | null;
  /** The loudness range in LU. */
  readonly range: number;
  /** The gain that gives the film its requested loudness; null if no loudness is requested. */
  readonly normalization: FilmNormalization | null;
  readonly film: FilmSound;
}

/** The parts of the state that determine the sound of a movie. A measurement is stale if they have changed. */
export type FilmSound = Pick<EditorState, 'source' | 'values'>;

export interface MeasuringProgress {
  /** The progress from 0 to 1; null before the first progress report. */
  readonly share: number | null;
  readonly etaSeconds: number | null;
}

/** The loudness of the open movie. */
export interface LoudnessState {
  readonly measured: MeasuredFilm | null;
  /** The progress of the current measurement; null if none is running. */
  readonly busy: MeasuringProgress | null;
  /** The reason why the last measurement failed; null if it did not. */
  readonly issue: string | null;
  readonly target: LoudnessTarget;
  /** Cancels the current measurement; null if none is running. */
  readonly stop: (() => void) | null;
}

export function createLoudness(): EditorPart<LoudnessState> {
  return createPart<LoudnessState>({ measured: null, busy: null, issue: null, target: 'web', stop: null });
}

/** Returns whether a measurement is stale, because the movie was edited since. */
export function isOutdated({ film }: MeasuredFilm, { source, values }: FilmSound): boolean {
  return film.source.text !== source.text || film.values !== values;
}

/** Returns the measured gain and the ceiling of the open movie; null without a loudness or a measurement. */
export function soundGainOf(
  { measured }: LoudnessState,
  state: FilmSound & Pick<EditorState, 'movie'>,
): SoundGain | null {
  const { loudness } = state.movie ?? {};
  if (loudness === undefined || measured === null || isOutdated(measured, state)) return null;
  if (measured.normalization === null) return null;
  return { gain: measured.normalization.gain, ceiling: ceilingOf(loudness) };
}
