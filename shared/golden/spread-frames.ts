import { err, ok, type Result } from '../lib/result.ts';
import { type FrameRate, secondsToFrames } from '../template/values/frame-rate.ts';

/** A played scene on the timeline; `end` is exclusive. */
interface SceneSpan {
  readonly start: number;
  readonly end: number;
}

/** A film's length in frames, and its played scenes. */
export interface FilmSpan {
  readonly length: number;
  readonly scenes: readonly SceneSpan[];
}

/** The range from which frames are chosen; `to` is exclusive. */
interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the frames of a contact sheet: the middles of equal parts of a range. Moves a frame by up to a third of a
 * part, so that short scenes are included.
 */
export function sheetFrames(
  { length, scenes }: FilmSpan,
  count: number,
  { from, to }: FrameRange = { from: 0, to: length },
): readonly number[] {
  const share = (to - from) / count;
  const even = Array.from({ length: count }, (_, index) => from + (index + 0.5) * share);
  return even.map((frame) => {
    const isShown = ({ start, end }: SceneSpan) => even.some((each) => each >= start && each < end);
    const hidden = scenes.find((scene) => !isShown(scene) && Math.abs(middleOf(scene) - frame) <= share / 3);
    return Math.min(length - 1, Math.floor(hidden === undefined ? frame : middleOf(hidden)));
  });
}

/**
 * Returns the frames of a golden film, in order: the frames of a contact sheet and the middle of each scene. Adds the
 * middle of a transition or an overlay if these frames miss it.
 */
export function goldenFrames(
  film: FilmSpan & { readonly others: readonly SceneSpan[] },
  count: number,
): readonly number[] {
  const middle = (span: SceneSpan) => Math.max(0, Math.min(film.length - 1, Math.floor(middleOf(span))));
  const isPlayed = ({ start, end }: SceneSpan) => end > Math.max(0, start) && start < film.length;
  const all = new Set([...sheetFrames(film, count), ...film.scenes.filter(isPlayed).map(middle)]);
  for (const span of film.others.filter(isPlayed))
    if (![...all].some((frame) => frame >= span.start && frame < span.end)) all.add(middle(span));
  return [...all].toSorted((one, other) => one - other);
}

function middleOf({ start, end }: SceneSpan): number {
  return (start + end) / 2;
}

/** Parses a time such as `1.5s` or `45` and returns its frame. The error is a sentence for users. */
export function frameOfTime(time: string, rate: FrameRate): Result<number, string> {
  const [, number, unit] = /^\s*(\d{1,9}(?:\.\d{1,6})?)\s*(s?)\s*$/.exec(time) ?? [];
  if (number === undefined || (unit === '' && number.includes('.')))
    return err(`\`${time.slice(0, 40)}\` isn’t a time. Write \`1.5s\`, or a frame such as \`45\`.`);
  return ok(unit === 's' ? secondsToFrames(Number(number), rate) : Number(number));
}
