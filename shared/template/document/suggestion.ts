import { editDistance } from '../../lib/edit-distance.ts';

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
