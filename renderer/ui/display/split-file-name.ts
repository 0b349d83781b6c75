/** Characters at the end that stay, the extension among them. */
const keptAtEnd = 12;
const longestWord = 11;

/**
 * Divides a file name into what may be cut and what stays in sight: the extension, with the last word before it if that
 * is short (`-graded.mp4`), otherwise with a few characters.
 */
export function splitFileName(name: string): readonly [start: string, end: string] {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  if (letters.length <= keptAtEnd) return [name, ''];
  const dot = letters.lastIndexOf('.');
  const extension = dot > 0 && letters.length - dot <= 6 ? dot : letters.length;
  const word = letters.findLastIndex((letter, at) => at < extension && /[-_ .]/.test(letter));
  const from = word > 0 && extension - word <= longestWord ? word : letters.length - keptAtEnd;
  const cut = Math.max(1, Math.min(from, extension));
  return [letters.slice(0, cut).join(''), letters.slice(cut).join('')];
}
