import { useDeferredValue, useMemo } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { FilmstripLibrary } from '#renderer/playback/strips/filmstrip-library.ts';
import type { Movie, SoundLayer } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Loudness } from '#shared/template/values/loudness-target.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import {
  type AudibleLayer,
  type SoundingSource,
  type SoundSeconds,
  type TimelineSound,
  timelineSounds,
} from '#shared/timeline/sounds.ts';
import { soundTitle } from './labels.ts';
import { useLibraryRevision, useTimelineContext } from './timeline-context.tsx';

/** A span in which other sounds duck a sound of the movie. It is in frames of the timeline, which can be fractional. */
export interface DuckedSpan {
  /** The first frame with the lowered volume. The volume stays lowered until the frame `until`. */
  readonly from: number;
  readonly until: number;
  /** The length in frames of each ramp: one ramp before the span, and one after it. */
  readonly ramp: number;
  /** The volume factor in the span. */
  readonly to: number;
  /** The distinct titles of the sounds that duck this sound. */
  readonly by: readonly string[];
}

/**
 * Returns the spans in which other sounds duck a sound of the movie, computed as in the engine's mix. Empty if ducking
 * is off, or while all durations are unknown.
 */
export function duckedSpans(movie: Movie, sound: SoundLayer, secondsOf: SoundSeconds): readonly DuckedSpan[] {
  if (sound.duck === null) return [];
  const { numerator, denominator } = movie.frameRate;
  const frames = (samples: number) => (samples * numerator) / (SAMPLE_RATE * denominator);
  const sounds = timelineSounds(buildTimeline(movie), secondsOf);
  const timelineSound = sounds.find(
    ({ layer, scene: timelineScene }) => layer.id === sound.id && timelineScene === null,
  );
  if (timelineSound === undefined) return [];
  const first = timelineSound.startSample - timelineSound.at;
  return timelineSound.level.dips.map(({ from, until, ramp, to }) => ({
    from: frames(first + from),
    until: frames(first + until),
    ramp: frames(ramp),
    to,
    by: titlesOf(sounds, timelineSound, { from: first + from, until: first + until }),
  }));
}

function titlesOf(
  sounds: readonly TimelineSound[],
  own: TimelineSound,
  { from, until }: { readonly from: number; readonly until: number },
): readonly string[] {
  const duckingSounds = sounds.filter(
    ({ layer, startSample, samples }) =>
      layer.ducks && layer !== own.layer && startSample < until && startSample + samples > from,
  );
  return [...new Set(duckingSounds.map(({ layer }) => soundTitle(layer)))];
}

/** The time range of a sound on the timeline: its first frame, and the frame after its last one. */
interface AudibleSpan {
  readonly start: number;
  readonly end: number;
}

type Fades = Pick<Loudness, 'fadeIn' | 'fadeOut'>;

/**
 * Returns the points, in order, of the line that shows how fades and ducking change a sound. As in the engine's mix,
 * this factor multiplies the volume.
 */
export function levelLine(
  audibleSpan: AudibleSpan,
  fades: Fades,
  spans: readonly DuckedSpan[],
): readonly { readonly frame: number; readonly factor: number }[] {
  const { start, end } = audibleSpan;
  const corners = [
    start,
    start + fades.fadeIn,
    end - fades.fadeOut,
    end,
    ...spans.flatMap(({ from, until, ramp }) => [from - ramp, from, until, until + ramp]),
  ];
  // A dip without a ramp has vertical sides, which need two points each.
  const steps = spans
    .filter(({ ramp }) => ramp === 0)
    .flatMap(({ from, until }) => [from - STEP_FRAMES, until + STEP_FRAMES]);
  const frames = [...new Set([...corners, ...steps])]
    .filter((frame) => frame >= start && frame <= end)
    .toSorted((one, other) => one - other);
  return frames.map((frame) => ({ frame, factor: levelFactor(audibleSpan, fades, spans, frame) }));
}

/** The distance in frames between the two points of a vertical side. It is too small to be visible. */
const STEP_FRAMES = 0.001;

/** Returns the factor of fades and ducking together at a frame of the timeline. */
export function levelFactor(
  { start, end }: AudibleSpan,
  { fadeIn, fadeOut }: Fades,
  spans: readonly DuckedSpan[],
  frame: number,
): number {
  const fadeInFactor = fadeIn > 0 ? Math.min(1, (frame - start) / fadeIn) : 1;
  const fadeOutFactor = fadeOut > 0 ? Math.min(1, (end - frame) / fadeOut) : 1;
  return spans.reduce((factor, { from, until, ramp, to }) => {
    const distance = Math.max(from - frame, frame - until, 0);
    const depth = ramp > 0 ? Math.max(0, 1 - distance / ramp) : distance > 0 ? 0 : 1;
    return factor * (1 - depth * (1 - to));
  }, Math.max(0, fadeInFactor) * Math.max(0, fadeOutFactor));
}

const NONE: readonly DuckedSpan[] = [];

/** Returns the spans in which a sound of the movie is ducked, based on the known durations of other sounds. */
export function useDuckedSpans(sound: SoundLayer): readonly DuckedSpan[] {
  const { library } = useTimelineContext();
  // Defer the update, because the facts of up to a thousand files arrive one by one after a template is opened.
  const revision = useDeferredValue(useLibraryRevision());
  // The ducking of a sound depends on the other sounds of the movie. Only a sound that can be ducked subscribes to the
  // movie, so that edits do not render the other sounds.
  const movie = useEditorValue(({ document }) => (sound.duck === null ? null : document.state.movie));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision of the library can contain more facts
  return useMemo(
    () => (movie === null ? NONE : duckedSpans(movie, sound, (layer) => soundingOf(library, layer))),
    [movie, sound, library, revision],
  );
}

function soundingOf(library: FilmstripLibrary, { source }: AudibleLayer): SoundingSource | null {
  const facts = library.facts(source);
  if (facts === null || facts === 'missing' || !facts.hasSound) return null;
  return { sound: facts.seconds, picture: facts.hasPicture ? facts.seconds : null };
}
