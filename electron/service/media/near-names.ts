const MOST_NAMES = 3;

/** Names that may have been meant by one that does not exist, best first: same but for case or extension, or a slip or two away. */
export function closestNames(wanted: string, names: readonly string[]): readonly string[] {
  const slips = wanted.length > 5 ? 2 : 1;
  const candidates = names
    .filter((name) => Math.abs(name.length - wanted.length) <= 8)
    .map((name) => ({ name, distance: distanceOf(folded(wanted), folded(name)) }))
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

function distanceOf(wanted: string, name: string): number {
  return withoutExtension(wanted) === withoutExtension(name)
    ? Math.min(1, editDistance(wanted, name))
    : editDistance(wanted, name);
}

function withoutExtension(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '');
}

/** Levenshtein's distance: insertions, deletions and replacements that make one of the other. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
