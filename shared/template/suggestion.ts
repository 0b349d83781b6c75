/** Names longer than this are no slips of the finger, and comparing them would cost. */
const LONGEST_NAME = 40;
/** So that many names against many names stays cheap. */
const MOST_CANDIDATES = 200;

/** The candidate that `name` is most likely a misspelling of, or null. The case of letters does not count. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length === 0 || name.length > LONGEST_NAME) return null;
  const wanted = name.toLowerCase();
  let nearest: string | null = null;
  let best = Math.max(1, Math.min(3, Math.floor(name.length / 3))) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > MOST_CANDIDATES) break;
    const distance = editDistance(wanted, candidate.toLowerCase(), best);
    if (distance >= best || (candidate.length <= 2 && distance > 0)) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

/** `. Did you mean …?` completing a sentence, or a full stop. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates);
  return nearest === null ? '.' : `. Did you mean \`${nearest}\`?`;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment),
 * or `limit` if there are that many or more.
 */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column] ?? limit) + 1,
          (current[column - 1] ?? limit) + 1,
          (last[column - 1] ?? limit) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? limit) + 1 : limit,
        ),
      );
    }
    if (Math.min(...current) >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? limit;
}
