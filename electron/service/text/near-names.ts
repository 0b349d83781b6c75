import { differingMiddles, editDistance } from '#shared/lib/edit-distance.ts';

const MAX_NAMES = 3;
/**
 * The budget for comparing in one set of names, in steps of a few nanoseconds. It is enough to compare one name with
 * about ten thousand names, or many names with few. Names beyond the budget get no suggestion, because the delay would
 * exceed the value of a hint.
 */
const MAX_STEPS = 5_000_000;
/** The steps for a name that is skipped without comparing its letters. */
const SKIP_STEPS = 5;

/** The search for existing names that are similar to a missing name. */
export interface NearNames {
  /**
   * Returns similar names, best first: equal except for case or extension, or with one or two typing errors. Each name
   * is compared once.
   */
  of(requested: string): readonly string[];
}

interface Candidate {
  readonly name: string;
  readonly folded: string;
  readonly stem: string;
  readonly letters: number;
}

/** Makes an index of existing names. Requests the names when it first needs them. */
export function nearNames(names: () => readonly string[]): NearNames {
  let candidates: readonly Candidate[] | null = null;
  let steps = 0;
  const namesByRequest = new Map<string, readonly string[]>();

  const distanceOf = (requested: Candidate, { folded, stem, letters }: Candidate, typingErrors: number): number => {
    if (folded === requested.folded) return 0;
    if (stem === requested.stem) return 1;
    // A typing error changes at most two letters in the set of letters.
    if (
      Math.abs(folded.length - requested.folded.length) > typingErrors ||
      bits(letters ^ requested.letters) > 2 * typingErrors
    )
      return typingErrors + 1;
    const [left, right] = differingMiddles(requested.folded, folded);
    steps += folded.length / 8 + left.length * (2 * typingErrors + 3);
    return editDistance(left, right, typingErrors + 1);
  };
  const find = (name: string): readonly string[] => {
    candidates ??= names().map(candidateOf);
    const requested = candidateOf(name);
    const typingErrors = name.length > 5 ? 2 : 1;
    const near: { readonly name: string; readonly distance: number }[] = [];
    for (const candidate of candidates) {
      if (steps > MAX_STEPS) return [];
      steps += SKIP_STEPS;
      if (Math.abs(candidate.name.length - name.length) > 8) continue;
      const distance = distanceOf(requested, candidate, typingErrors);
      if (distance <= typingErrors) near.push({ name: candidate.name, distance });
    }
    near.sort((left, right) => left.distance - right.distance || left.name.localeCompare(right.name, 'en'));
    // If a name differs only in case or in its extension, omit names with typing errors.
    return near
      .filter(({ distance }) => distance === 0 || near[0]?.distance !== 0)
      .slice(0, MAX_NAMES)
      .map((candidate) => candidate.name);
  };
  return {
    of: (requested) => {
      if (steps > MAX_STEPS) return [];
      const similar = namesByRequest.get(requested) ?? find(requested);
      namesByRequest.set(requested, similar);
      return similar;
    },
  };
}

function candidateOf(name: string): Candidate {
  const folded = name.normalize('NFKC').toLowerCase();
  let letters = 0;
  for (let at = 0; at < folded.length; at++) letters |= 1 << (folded.charCodeAt(at) & 31);
  return { name, folded, stem: folded.replace(/(?<=.)\.[^.]*$/, ''), letters };
}

/** Counts the set bits of a 32-bit word. */
function bits(word: number): number {
  let left = word - ((word >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
