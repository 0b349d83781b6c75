import type { DrawingLayout } from '../../drawings/drawing/drawing.ts';
import type { TextUnit } from '../../template/values/animation.ts';

/**
 * Where the units of a text begin, in UTF-16 units: the first at 0, each as far as the next. White space belongs to what is
 * before it. Where there are more than `most`, neighbours are put together, as many in each as in the others.
 */
export function unitStarts(
  content: string,
  { lines }: Pick<DrawingLayout, 'lines'>,
  unit: TextUnit,
  most: number,
): readonly number[] {
  const starts = startsOf(content, lines, unit);
  if (starts.length === 0) return [];
  const count = Math.min(starts.length, Math.max(1, most));
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 0 : (starts[Math.floor((index * starts.length) / count)] ?? 0),
  );
}

/** The unit that a place of the content is in, from 0. */
export function unitAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? place) <= place) low = middle;
    else high = middle;
  }
  return low;
}

function startsOf(content: string, lines: DrawingLayout['lines'], unit: TextUnit): readonly number[] {
  // Lines that there is no room for have none.
  const end = lines.at(-1)?.end ?? 0;
  switch (unit) {
    case 'letter':
      return [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(content.slice(0, end))]
        .filter(({ segment }) => /\S/.test(segment))
        .map(({ index }) => index);
    case 'word':
      return [...content.slice(0, end).matchAll(/\S+/g)].map(({ index }) => index);
    case 'line':
      return lines.filter((line) => line.end > line.start).map(({ start }) => start);
    default:
      return unit satisfies never;
  }
}
