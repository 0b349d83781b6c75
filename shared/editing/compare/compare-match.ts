import { attributeValue, childElements, type ElementNode } from '../../template/document/document.ts';
import { isEffect, isLayer, isScene } from '../../template/tables/roles.ts';
import { sourcesOf, type WrittenSource } from '../../template/variables/written-values.ts';
import { longestIncreasing } from '../../template-xml/ranges/increasing.ts';

/** The pairs of elements in two lists that are equal or edited versions of each other. */
export interface ElementMatches {
  /** For each element of the second list, the index of its partner in the first list. */
  readonly partners: readonly (number | undefined)[];
  /** The indexes in the second list of the elements that keep their relative order. */
  readonly inOrder: ReadonlySet<number>;
}

/** A key for pairing elements; null never matches. */
export type Key = string | number | null;

/** A range in each of the two lists. Ends are exclusive. */
interface Gap {
  readonly before: { readonly start: number; readonly end: number };
  readonly after: { readonly start: number; readonly end: number };
}

/**
 * Assigns numbers to elements by content. Elements that differ only in comments or in the order of attributes have the
 * same number.
 */
export class ContentNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #cached = new WeakMap<ElementNode, number>();

  of(element: ElementNode): number {
    const cached = this.#cached.get(element);
    if (cached !== undefined) return cached;
    const attributes = element.attributes.map(({ name, value }): readonly string[] => [name, value]);
    attributes.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
    const children = element.children.flatMap((child): readonly (string | number)[] =>
      child.kind === 'element' ? [this.of(child)] : child.kind === 'text' ? [child.text] : [],
    );
    const description = JSON.stringify([element.name, attributes, children]);
    const number = this.#numbers.get(description) ?? this.#numbers.size;
    this.#numbers.set(description, number);
    this.#cached.set(element, number);
    return number;
  }
}

/** The maximum number of candidates to compare for each remaining element of a gap. */
const MAX_CANDIDATES = 24;

/**
 * Pairs siblings of two versions. Pairs, in this order: equal elements in the same order, equal elements at any
 * position, elements with the same name, elements with the same source, and similar elements between the same
 * neighbors. Elements without a partner were added or removed.
 */
export function matchElements(
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  meanings: ContentNumbers,
): ElementMatches {
  const [one, other] = [before[0], after[0]];
  if (one === undefined || other === undefined) return { partners: after.map(() => undefined), inOrder: new Set() };
  if (before.length === 1 && after.length === 1) {
    const isPair = meanings.of(one) === meanings.of(other) || hasCommon(one, other, meanings);
    return isPair ? { partners: [0], inOrder: new Set([0]) } : { partners: [undefined], inOrder: new Set() };
  }
  const same = (element: ElementNode): Key => meanings.of(element);
  const partners = alignKeys(before.map(same), after.map(same));
  pairWherever({ before, after, partners }, same);
  pairInGaps({ before, after, partners }, nameOf);
  pairInGaps({ before, after, partners }, sourceOf);
  pairWherever({ before, after, partners }, nameOf, { onlyOnce: true });
  for (const gap of gapsOf(before.length, partners)) pairUnmatched({ before, after, partners }, gap, meanings);
  return { partners, inOrder: longestIncreasing(partners) };
}

interface Lists {
  readonly before: readonly ElementNode[];
  readonly after: readonly ElementNode[];
  readonly partners: (number | undefined)[];
}

/**
 * Returns the key that identifies an element when its other attributes change: its name or id; for a layer, its asset
 * or id; for an effect, its type.
 */
function nameOf(element: ElementNode): Key {
  if (isEffect(element)) return identity(element, 'type');
  return (isLayer(element) ? sourceIn(element, 'asset') : identity(element, 'name')) ?? identity(element, 'id');
}

function sourceOf(element: ElementNode): Key {
  if (isLayer(element)) return sourceIn(element, 'url');
  if (!isScene(element)) return null;
  const sources = childElements(element).flatMap((layer) =>
    sourcesOf(layer).map(({ attribute, value }) => JSON.stringify([layer.name, attribute, value])),
  );
  return sources.length === 0 ? null : JSON.stringify(sources);
}

function sourceIn(element: ElementNode, form: WrittenSource['form']): string | null {
  const source = sourcesOf(element).find((candidate) => candidate.form === form);
  return source === undefined ? null : identity(element, source.attribute);
}

function identity(element: ElementNode, attribute: string): string | null {
  const value = attributeValue(element, attribute);
  return value === undefined ? null : JSON.stringify([element.name, attribute, value]);
}

/** Pairs elements with equal keys in any order. If `onlyOnce` is set, uses only keys that are unique in both lists. */
function pairWherever(
  { before, after, partners }: Lists,
  keyOf: (element: ElementNode) => Key,
  { onlyOnce = false } = {},
): void {
  const taken = new Set(partners);
  const waiting = new Map<Key, number[]>();
  before.forEach((element, index) => {
    const key = taken.has(index) ? null : keyOf(element);
    if (key === null) return;
    const list = waiting.get(key) ?? [];
    list.push(index);
    waiting.set(key, list);
  });
  const positions = new Map<Key, number[]>();
  after.forEach((element, index) => {
    const key = partners[index] === undefined ? keyOf(element) : null;
    if (key === null || !waiting.has(key)) return;
    const list = positions.get(key) ?? [];
    list.push(index);
    positions.set(key, list);
  });
  for (const [key, indexes] of positions) {
    const sources = waiting.get(key) ?? [];
    if (onlyOnce && (sources.length > 1 || indexes.length > 1)) continue;
    indexes.forEach((index, at) => {
      partners[index] = sources[at];
    });
  }
}

/** Pairs elements with equal keys between the same neighbors. */
function pairInGaps({ before, after, partners }: Lists, keyOf: (element: ElementNode) => Key): void {
  const taken = new Set(partners);
  const keyBefore = before.map((element, index) => (taken.has(index) ? null : keyOf(element)));
  const keyAfter = after.map((element, index) => (partners[index] === undefined ? keyOf(element) : null));
  for (const gap of gapsOf(before.length, partners)) {
    const pairs = alignKeys(
      keyBefore.slice(gap.before.start, gap.before.end),
      keyAfter.slice(gap.after.start, gap.after.end),
    );
    pairs.forEach((partner, at) => {
      if (partner !== undefined) partners[gap.after.start + at] = gap.before.start + partner;
    });
  }
}

/** Returns the gaps between the pairs that are in order. */
function gapsOf(length: number, partners: readonly (number | undefined)[]): readonly Gap[] {
  const chosen = longestIncreasing(partners);
  const pairs = partners.flatMap((from, to) => (from !== undefined && chosen.has(to) ? [[from, to] as const] : []));
  return gapsBetween({ before: { start: 0, end: length }, after: { start: 0, end: partners.length } }, pairs);
}

function pairUnmatched({ before, after, partners }: Lists, gap: Gap, meanings: ContentNumbers): void {
  const taken = new Set(partners);
  const unmatched: number[] = [];
  for (let index = gap.before.start; index < gap.before.end; index++) if (!taken.has(index)) unmatched.push(index);
  let next = 0;
  for (let to = gap.after.start; to < gap.after.end; to++) {
    const element = after[to];
    if (partners[to] !== undefined || element === undefined) continue;
    for (let at = next; at < Math.min(unmatched.length, next + MAX_CANDIDATES); at++) {
      const candidate = before[unmatched[at] ?? -1];
      if (candidate === undefined || !hasCommon(candidate, element, meanings)) continue;
      partners[to] = unmatched[at];
      next = at + 1;
      break;
    }
  }
}

/** Returns whether one element can be an edited version of the other. */
function hasCommon(one: ElementNode, other: ElementNode, meanings: ContentNumbers): boolean {
  if (one.name !== other.name) return false;
  // An effect with a different type is a different effect.
  if (isEffect(one)) return nameOf(one) === nameOf(other);
  if (!isScene(one)) return true;
  const children = new Set(childElements(one).map((child) => meanings.of(child)));
  const shares =
    one.attributes.some(({ name, value }) => attributeValue(other, name) === value) ||
    childElements(other).some((child) => children.has(meanings.of(child)));
  if (!shares) return false;
  const conflicts = [nameOf, sourceOf].filter((keyOf) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    return left !== null && right !== null && left !== right;
  });
  return conflicts.length < 2;
}

/** The maximum number of comparisons for the optimal pairing of two ranges without unique keys. */
const MAX_COMPARISONS = 90_000;

const MAX_DEPTH = 24;

/**
 * Pairs equal keys of two lists in order. Returns the index of the partner for each index of `after`. First pairs keys
 * that are unique in both lists, then the ranges between them (patience diff). An insertion does not change the other
 * pairs. Takes about n log n steps.
 */
export function alignKeys(before: readonly Key[], after: readonly Key[]): (number | undefined)[] {
  const partners = new Array<number | undefined>(after.length).fill(undefined);
  const whole: Gap = { before: { start: 0, end: before.length }, after: { start: 0, end: after.length } };
  const pending = [{ gap: whole, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const gap = withoutEnds(before, after, next.gap, partners);
    if (isEmpty(gap)) continue;
    const anchors = next.depth < MAX_DEPTH ? uniquePairs(before, after, gap) : [];
    if (anchors.length === 0) {
      pairRepeated(before, after, gap, partners);
      continue;
    }
    for (const [from, to] of anchors) partners[to] = from;
    for (const between of gapsBetween(gap, anchors)) pending.push({ gap: between, depth: next.depth + 1 });
  }
  return partners;
}

/** Returns the gaps between pairs that are in order. */
function gapsBetween(
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

/** Pairs equal keys at both ends of two ranges. Returns the remaining range. */
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

/** Returns the longest list of pairs in order whose keys are unique in both ranges. */
function uniquePairs(
  left: readonly Key[],
  right: readonly Key[],
  { before, after }: Gap,
): (readonly [number, number])[] {
  const leftIndexes = uniqueIndexes(left, before.start, before.end);
  const rightIndexes = uniqueIndexes(right, after.start, after.end);
  const pairs: (readonly [number, number])[] = [];
  for (const [key, at] of rightIndexes) {
    const from = leftIndexes.get(key);
    if (at !== null && from !== null && from !== undefined) pairs.push([from, at]);
  }
  pairs.sort(([, one], [, other]) => one - other);
  const ordered = longestIncreasing(pairs.map(([from]) => from));
  return pairs.filter((_, index) => ordered.has(index));
}

/** Returns the index of each key; null for a repeated key. */
function uniqueIndexes(keys: readonly Key[], start: number, end: number): ReadonlyMap<Key, number | null> {
  const indexes = new Map<Key, number | null>();
  for (let index = start; index < end; index++) {
    const key = keys[index];
    if (key !== null && key !== undefined) indexes.set(key, indexes.has(key) ? null : index);
  }
  return indexes;
}

function pairRepeated(left: readonly Key[], right: readonly Key[], gap: Gap, partners: (number | undefined)[]): void {
  const { before, after } = gap;
  const comparisons = (before.end - before.start) * (after.end - after.start);
  if (comparisons <= MAX_COMPARISONS) pairMost(left, right, gap, partners);
  else pairNext(left, right, gap, partners);
}

/** Pairs as many keys as possible (longest common subsequence). */
function pairMost(left: readonly Key[], right: readonly Key[], gap: Gap, partners: (number | undefined)[]): void {
  const { before, after } = gap;
  const columns = after.end - after.start + 1;
  // The maximum number of pairs from a position to the ends of both ranges.
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

/** Pairs each key with the next equal key, which is a fast approximation for large ranges. */
function pairNext(left: readonly Key[], right: readonly Key[], gap: Gap, partners: (number | undefined)[]): void {
  const indexes = new Map<Key, number[]>();
  for (let from = gap.before.end - 1; from >= gap.before.start; from--) {
    const key = left[from] ?? null;
    const list = indexes.get(key) ?? [];
    list.push(from);
    indexes.set(key, list);
  }
  let next = gap.before.start;
  for (let to = gap.after.start; to < gap.after.end; to++) {
    const key = right[to] ?? null;
    const list = key === null ? undefined : indexes.get(key);
    while (list !== undefined && (list.at(-1) ?? next) < next) list.pop();
    const from = list?.pop();
    if (from === undefined) continue;
    partners[to] = from;
    next = from + 1;
  }
}
