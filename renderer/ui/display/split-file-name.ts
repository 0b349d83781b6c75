/** The number of characters that stay at the end, including the extension. */
const endLength = 12;
const longestWord = 11;
const ELLIPSIS = '…';

/**
 * Splits a file name into a start that can be truncated and an end that stays. The end is the extension with the word
 * before it if that word is short (`-graded.mp4`), or else with a few characters.
 */
export function splitFileName(name: string): readonly [start: string, end: string] {
  const letters = lettersOf(name);
  if (letters.length <= endLength) return [name, ''];
  const dot = letters.lastIndexOf('.');
  const extension = dot > 0 && letters.length - dot <= 6 ? dot : letters.length;
  const word = letters.findLastIndex((letter, at) => at < extension && /[-_ .]/.test(letter));
  const from = word > 0 && extension - word <= longestWord ? word : letters.length - endLength;
  const cut = Math.max(1, Math.min(from, extension));
  return [letters.slice(0, cut).join(''), letters.slice(cut).join('')];
}

/**
 * Returns the longest shortened name that fits, with an ellipsis in the middle; null if the whole name fits. If space
 * is scarce, fewer characters stay at the end, but at least one.
 */
export function cutFileName(name: string, fits: (text: string) => boolean): string | null {
  if (fits(name)) return null;
  const [start, end] = splitFileName(name);
  const first = lettersOf(start);
  const last = lettersOf(end === '' ? name : end);
  const withStart = (count: number) => `${first.slice(0, count).join('')}${ELLIPSIS}${end}`;
  const withEnd = (count: number) => `${ELLIPSIS}${last.slice(last.length - count).join('')}`;
  const length = end === '' ? 0 : most(first.length - 1, (count) => fits(withStart(count)));
  return length > 0
    ? withStart(length)
    : withEnd(
        Math.max(
          1,
          most(last.length - 1, (count) => fits(withEnd(count))),
        ),
      );
}

/** Returns the largest count from 1 to `largest` that fits; 0 if none does. */
function most(largest: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, largest];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lettersOf(text: string): readonly string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
