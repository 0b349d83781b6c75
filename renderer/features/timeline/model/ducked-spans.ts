import { useDeferredValue, useMemo } from 'react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import type { FilmstripLibrary } from '#renderer/playback/strips/filmstrip-library.ts';
import type { Loudness, Movie, SoundLayer } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import {
  type HeardLayer,
  type SoundingSource,
  type SoundSeconds,
  type TimelineSound,
  timelineSounds,
} from '#shared/timeline/sounds.ts';
import { soundTitle } from './labels.ts';
import { useLibraryRevision, useTimelineContext } from './timeline-context.tsx';

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
  const sounds = timelineSounds(buildTimeline(movie), secondsOf);
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
  sounds: readonly TimelineSound[],
  own: TimelineSound,
  { from, until }: { readonly from: number; readonly until: number },
): readonly string[] {
  const heard = sounds.filter(
    ({ layer, startSample, samples }) =>
      layer.ducks && layer !== own.layer && startSample < until && startSample + samples > from,
  );
  return [...new Set(heard.map(({ layer }) => soundTitle(layer)))];
}

/** The first frame of a sound in the film and the frame behind its last. */
interface HeardSpan {
  readonly start: number;
  readonly end: number;
}

type Fades = Pick<Loudness, 'fadeIn' | 'fadeOut'>;

/**
 * The corners of the line that shows how fades and ducking change a sound, in order. The factor multiplies its volume,
 * as in the mix of the film.
 */
export function levelLine(
  heard: HeardSpan,
  fades: Fades,
  spans: readonly DuckedSpan[],
): readonly { readonly frame: number; readonly factor: number }[] {
  const { start, end } = heard;
  const corners = [
    start,
    start + fades.fadeIn,
    end - fades.fadeOut,
    end,
    ...spans.flatMap(({ from, until, ramp }) => [from - ramp, from, until, until + ramp]),
  ];
  // A dip without a ramp is a step: the line needs the level on both sides of it.
  const steps = spans
    .filter(({ ramp }) => ramp === 0)
    .flatMap(({ from, until }) => [from - STEP_FRAMES, until + STEP_FRAMES]);
  const frames = [...new Set([...corners, ...steps])]
    .filter((frame) => frame >= start && frame <= end)
    .toSorted((one, other) => one - other);
  return frames.map((frame) => ({ frame, factor: levelFactor(heard, fades, spans, frame) }));
}

/** Frames beside a step at which the line leaves its level; too few to be seen. */
const STEP_FRAMES = 0.001;

/** The share of a sound that its fades and ducking leave in a frame of the film. */
export function levelFactor(
  { start, end }: HeardSpan,
  { fadeIn, fadeOut }: Fades,
  spans: readonly DuckedSpan[],
  frame: number,
): number {
  const up = fadeIn > 0 ? Math.min(1, (frame - start) / fadeIn) : 1;
  const down = fadeOut > 0 ? Math.min(1, (end - frame) / fadeOut) : 1;
  return spans.reduce((factor, { from, until, ramp, to }) => {
    const beside = Math.max(from - frame, frame - until, 0);
    const depth = ramp > 0 ? Math.max(0, 1 - beside / ramp) : beside > 0 ? 0 : 1;
    return factor * (1 - depth * (1 - to));
  }, Math.max(0, up) * Math.max(0, down));
}

const NONE: readonly DuckedSpan[] = [];

/** Where a sound of the movie gives way, as far as it is known how long the others sound. */
export function useDuckedSpans(sound: SoundLayer): readonly DuckedSpan[] {
  const { library } = useTimelineContext();
  // Facts of a thousand files come one by one as a film opens: it is enough to look again when there is time.
  const revision = useDeferredValue(useLibraryRevision());
  // What does not give way follows no edit of other parts of the film.
  const movie = useEditor((state) => (sound.duck === null ? null : state.movie));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library knows more with each revision
  return useMemo(
    () => (movie === null ? NONE : duckedSpans(movie, sound, (layer) => soundingOf(library, layer))),
    [movie, sound, library, revision],
  );
}

function soundingOf(library: FilmstripLibrary, { source }: HeardLayer): SoundingSource | null {
  const facts = library.facts(source);
  if (facts === null || facts === 'missing' || !facts.hasSound) return null;
  return { sound: facts.seconds, picture: facts.hasPicture ? facts.seconds : null };
}
