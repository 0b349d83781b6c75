import { longestIncreasing } from '../../template-xml/places/increasing.ts';

/** Null is like nothing else. */
export type Key = string | number | null;

/** A stretch of either list; ends are exclusive. */
export interface Gap {
  readonly before: { readonly start: number; readonly end: number };
  readonly after: { readonly start: number; readonly end: number };
}

/** More comparisons than this are not made to find out how two stretches without any one-off fit best. */
const MOST_COMPARISONS = 90_000;
const DEEPEST = 24;

/**
 * Pairs equal keys of two lists such that the order stays: for each position of `after` that of its partner. What is there
 * only once in both goes first, then what lies between (patience), so that it takes about n log n steps, and an
 * insertion leaves all others with their partners.
 */
export function alignKeys(before: readonly Key[], after: readonly Key[]): (number | undefined)[] {
  const partners = new Array<number | undefined>(after.length).fill(undefined);
  const whole: Gap = { before: { start: 0, end: before.length }, after: { start: 0, end: after.length } };
  const pending = [{ gap: whole, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const gap = withoutEnds(before, after, next.gap, partners);
    if (isEmpty(gap)) continue;
    const anchors = next.depth < DEEPEST ? onlyOnes(before, after, gap) : [];
    if (anchors.length === 0) {
      pairAlike(before, after, gap, partners);
      continue;
    }
    for (const [from, to] of anchors) partners[to] = from;
    for (const between of gapsBetween(gap, anchors)) pending.push({ gap: between, depth: next.depth + 1 });
  }
  return partners;
}

/** What lies between pairs that are in order. */
export function gapsBetween(
  { before, after }: Gap,
  pairs: readonly (readonly [before: number, after: number])[],
): readonly Gap[] {
  const gaps: Gap[] = [];
  let [from, to] = [before.start, after.start];
  for (const [left, right] of [...pairs, [before.end, after.end] as const]) {
    if (left > from || right > to) gaps.push({ before: { start: from, end: left }, after: { start: to, end: right } });
    [from, to] = [left + 1, right + 1];
  }
  return gaps;
}

function isEmpty({ before, after }: Gap): boolean {
  return before.start >= before.end || after.start >= after.end;
}

function isSame(left: Key | undefined, right: Key | undefined): boolean {
  return left !== null && left !== undefined && left === right;
}

/** Pairs what is the same at both ends, and gives what is left between. */
function withoutEnds(
  left: readonly Key[],
  right: readonly Key[],
  { before, after }: Gap,
  partners: (number | undefined)[],
): Gap {
  let { start: leftStart, end: leftEnd } = before;
  let { start: rightStart, end: rightEnd } = after;
  while (leftStart < leftEnd && rightStart < rightEnd && isSame(left[leftStart], right[rightStart])) {
    partners[rightStart] = leftStart;
    leftStart += 1;
    rightStart += 1;
  }
  while (leftEnd > leftStart && rightEnd > rightStart && isSame(left[leftEnd - 1], right[rightEnd - 1])) {
    leftEnd -= 1;
    rightEnd -= 1;
    partners[rightEnd] = leftEnd;
  }
  return { before: { start: leftStart, end: leftEnd }, after: { start: rightStart, end: rightEnd } };
}

/** Pairs of keys that either stretch has once, as many as are in order. */
function onlyOnes(left: readonly Key[], right: readonly Key[], { before, after }: Gap): (readonly [number, number])[] {
  const once = placesOfOnly(left, before.start, before.end);
  const ofRight = placesOfOnly(right, after.start, after.end);
  const pairs: (readonly [number, number])[] = [];
  for (const [key, at] of ofRight) {
    const from = once.get(key);
    if (at !== null && from !== null && from !== undefined) pairs.push([from, at]);
  }
  pairs.sort(([, one], [, other]) => one - other);
  const kept = longestIncreasing(pairs.map(([from]) => from));
  return pairs.filter((_, index) => kept.has(index));
}

/** Where each key stands; null where it stands more than once. */
function placesOfOnly(keys: readonly Key[], start: number, end: number): ReadonlyMap<Key, number | null> {
  const places = new Map<Key, number | null>();
  for (let index = start; index < end; index++) {
    const key = keys[index];
    if (key !== null && key !== undefined) places.set(key, places.has(key) ? null : index);
  }
  return places;
}

function pairAlike(left: readonly Key[], right: readonly Key[], gap: Gap, partners: (number | undefined)[]): void {
  const { before, after } = gap;
  const comparisons = (before.end - before.start) * (after.end - after.start);
  if (comparisons <= MOST_COMPARISONS) pairMost(left, right, gap, partners);
  else pairNext(left, right, gap, partners);
}

/** The most pairs that there can be (longest common subsequence). */
function pairMost(left: readonly Key[], right: readonly Key[], gap: Gap, partners: (number | undefined)[]): void {
  const { before, after } = gap;
  const columns = after.end - after.start + 1;
  // How many pairs there are from here to the ends.
  const most = new Uint16Array((before.end - before.start + 1) * columns);
  const at = (from: number, to: number): number => (from - before.start) * columns + (to - after.start);
  for (let from = before.end - 1; from >= before.start; from--)
    for (let to = after.end - 1; to >= after.start; to--)
      most[at(from, to)] = isSame(left[from], right[to])
        ? (most[at(from + 1, to + 1)] ?? 0) + 1
        : Math.max(most[at(from + 1, to)] ?? 0, most[at(from, to + 1)] ?? 0);
  let [from, to] = [before.start, after.start];
  while (from < before.end && to < after.end) {
    if (isSame(left[from], right[to])) {
      partners[to] = from;
      from += 1;
      to += 1;
    } else if ((most[at(from + 1, to)] ?? 0) >= (most[at(from, to + 1)] ?? 0)) from += 1;
    else to += 1;
  }
}

/** Each with the next that is the same: quick, where there is too much of it for the best. */
function pairNext(left: readonly Key[], right: readonly Key[], gap: Gap, partners: (number | undefined)[]): void {
  const places = new Map<Key, number[]>();
  for (let from = gap.before.end - 1; from >= gap.before.start; from--) {
    const key = left[from] ?? null;
    const list = places.get(key) ?? [];
    list.push(from);
    places.set(key, list);
  }
  let next = gap.before.start;
  for (let to = gap.after.start; to < gap.after.end; to++) {
    const key = right[to] ?? null;
    const list = key === null ? undefined : places.get(key);
    while (list !== undefined && (list.at(-1) ?? next) < next) list.pop();
    const from = list?.pop();
    if (from === undefined) continue;
    partners[to] = from;
    next = from + 1;
  }
}
