/** How well a text fits what was typed; the places are those of the letters that fit. */
export interface FuzzyMatch {
  /** Higher is better. */
  readonly score: number;
  /** Indices of UTF-16 units in the text, ascending. */
  readonly positions: readonly number[];
}

/**
 * Looks for the letters of the query in the text, in order and not necessarily side by side. What begins with the query
 * is better than what has a word that does, that than what has it inside, and that than scattered letters. Null for no
 * match; an empty query matches everything alike.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const wanted = fold(query.trim());
  if (wanted === '') return { score: 0, positions: [] };
  const folded = fold(text);
  const whole = wholeMatch(wanted, folded);
  if (whole !== null) {
    const positions = Array.from({ length: wanted.length }, (_, at) => whole + at);
    const rank = whole === 0 ? 3000 : isWordStart(folded, whole) ? 2000 : 1000;
    return { score: rank - Math.min(500, folded.length), positions };
  }
  return scattered(wanted.replaceAll(' ', ''), folded);
}

/** The best place of the query as one piece: a word's start before any other. */
function wholeMatch(wanted: string, folded: string): number | null {
  const first = folded.indexOf(wanted);
  if (first < 0) return null;
  for (let at = first; at >= 0; at = folded.indexOf(wanted, at + 1)) {
    if (isWordStart(folded, at)) return at;
  }
  return first;
}

function scattered(wanted: string, folded: string): FuzzyMatch | null {
  const positions: number[] = [];
  let score = 500;
  let from = 0;
  for (const letter of wanted) {
    // A word's start is worth a jump, so that initials find their words.
    const next = folded.indexOf(letter, from);
    if (next < 0) return null;
    const start = nextWordStart(folded, letter, from);
    const at = start >= 0 && next !== from ? start : next;
    score -= at === from ? 0 : isWordStart(folded, at) ? 4 : 20 + Math.min(40, at - from);
    positions.push(at);
    from = at + letter.length;
  }
  return score > 0 ? { score: score - Math.min(100, folded.length / 10), positions } : null;
}

function nextWordStart(folded: string, letter: string, from: number): number {
  for (let at = folded.indexOf(letter, from); at >= 0; at = folded.indexOf(letter, at + 1)) {
    if (isWordStart(folded, at)) return at;
  }
  return -1;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

/** One unit for one unit, so that places stay places. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at);
    const plain = unit.normalize('NFD').charAt(0).toLowerCase();
    return plain.length === 1 ? plain : unit;
  }).join('');
}
