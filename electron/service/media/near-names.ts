import { editDistance } from '../../../shared/lib/edit-distance.ts';

const MOST_NAMES = 3;

/** Names that may have been meant by one that does not exist, best first: same but for case or extension, or a slip or two away. */
export function closestNames(wanted: string, names: readonly string[]): readonly string[] {
  const slips = wanted.length > 5 ? 2 : 1;
  const candidates = names
    .filter((name) => Math.abs(name.length - wanted.length) <= 8)
    .map((name) => ({ name, distance: distanceOf(folded(wanted), folded(name), slips + 1) }))
    .filter(({ distance }) => distance <= slips)
    .sort((left, right) => left.distance - right.distance || left.name.localeCompare(right.name, 'en'));
  // One that is the same but for case leaves no doubt.
  return candidates
    .filter(({ distance }) => distance === 0 || candidates[0]?.distance !== 0)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** No more than `limit`, where counting ends. */
function distanceOf(wanted: string, name: string, limit: number): number {
  const distance = editDistance(wanted, name, limit);
  return withoutExtension(wanted) === withoutExtension(name) ? Math.min(1, distance) : distance;
}

function withoutExtension(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '');
}
