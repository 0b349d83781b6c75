import { attributeValue, childElements, type ElementNode } from '../../template/document/document.ts';
import { isEffect, isLayer, isScene } from '../../template/tables/roles.ts';
import { sourcesOf, type WrittenSource } from '../../template/variables/written-values.ts';
import { longestIncreasing } from '../../template-xml/places/increasing.ts';
import { alignKeys, type Gap, gapsBetween, type Key } from './compare-align.ts';

/** Which elements of two lists are the same, edited or not. */
export interface Matching {
  /** For each element of the second list the position of its partner in the first. */
  readonly partners: readonly (number | undefined)[];
  /** Positions in the second list of those whose order did not change. */
  readonly inOrder: ReadonlySet<number>;
}

/** Numbers elements so that two have the same number exactly when they say the same, comments and order of attributes aside. */
export class Meanings {
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<ElementNode, number>();

  of(element: ElementNode): number {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const attributes = element.attributes.map(({ name, value }): readonly string[] => [name, value]);
    attributes.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
    const children = element.children.flatMap((child): readonly (string | number)[] =>
      child.kind === 'element' ? [this.of(child)] : child.kind === 'text' ? [child.text] : [],
    );
    const description = JSON.stringify([element.name, attributes, children]);
    const number = this.#numbers.get(description) ?? this.#numbers.size;
    this.#numbers.set(description, number);
    this.#known.set(element, number);
    return number;
  }
}

/** So many candidates are looked at for what is left over in a gap. */
const LOOK_AHEAD = 24;

/**
 * Pairs siblings of two versions: what says the same, in order and then wherever it went; then by name, by source, and what
 * is left between the same neighbours if it has something in common. What remains was added or removed.
 */
export function matchElements(
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  meanings: Meanings,
): Matching {
  const [one, other] = [before[0], after[0]];
  if (one === undefined || other === undefined) return { partners: after.map(() => undefined), inOrder: new Set() };
  if (before.length === 1 && after.length === 1) {
    const isOne = meanings.of(one) === meanings.of(other) || hasCommon(one, other, meanings);
    return isOne ? { partners: [0], inOrder: new Set([0]) } : { partners: [undefined], inOrder: new Set() };
  }
  const same = (element: ElementNode): Key => meanings.of(element);
  const partners = alignKeys(before.map(same), after.map(same));
  pairWherever({ before, after, partners }, same);
  pairInGaps({ before, after, partners }, nameOf);
  pairInGaps({ before, after, partners }, sourceOf);
  pairWherever({ before, after, partners }, nameOf, { onlyOnce: true });
  for (const gap of gapsOf(before.length, partners)) pairLeftOver({ before, after, partners }, gap, meanings);
  return { partners, inOrder: longestIncreasing(partners) };
}

interface Lists {
  readonly before: readonly ElementNode[];
  readonly after: readonly ElementNode[];
  readonly partners: (number | undefined)[];
}

/** What an element is known by, whatever else is changed of it. */
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
  const source = sourcesOf(element).find((each) => each.form === form);
  return source === undefined ? null : identity(element, source.attribute);
}

function identity(element: ElementNode, attribute: string): string | null {
  const value = attributeValue(element, attribute);
  return value === undefined ? null : JSON.stringify([element.name, attribute, value]);
}

/** Pairs what has the same key, in any order; with `onlyOnce` only what either side has once. */
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
  const wanted = new Map<Key, number[]>();
  after.forEach((element, index) => {
    const key = partners[index] === undefined ? keyOf(element) : null;
    if (key === null || !waiting.has(key)) return;
    const list = wanted.get(key) ?? [];
    list.push(index);
    wanted.set(key, list);
  });
  for (const [key, places] of wanted) {
    const sources = waiting.get(key) ?? [];
    if (onlyOnce && (sources.length > 1 || places.length > 1)) continue;
    places.forEach((index, at) => {
      partners[index] = sources[at];
    });
  }
}

/** Pairs what has the same key between the same neighbours. */
function pairInGaps({ before, after, partners }: Lists, keyOf: (element: ElementNode) => Key): void {
  const taken = new Set(partners);
  const keyBefore = before.map((element, index) => (taken.has(index) ? null : keyOf(element)));
  const keyAfter = after.map((element, index) => (partners[index] === undefined ? keyOf(element) : null));
  for (const gap of gapsOf(before.length, partners)) {
    const found = alignKeys(
      keyBefore.slice(gap.before.start, gap.before.end),
      keyAfter.slice(gap.after.start, gap.after.end),
    );
    found.forEach((partner, at) => {
      if (partner !== undefined) partners[gap.after.start + at] = gap.before.start + partner;
    });
  }
}

/** What lies between pairs whose order stayed. */
function gapsOf(length: number, partners: readonly (number | undefined)[]): readonly Gap[] {
  const chosen = longestIncreasing(partners);
  const pairs = partners.flatMap((from, to) => (from !== undefined && chosen.has(to) ? [[from, to] as const] : []));
  return gapsBetween({ before: { start: 0, end: length }, after: { start: 0, end: partners.length } }, pairs);
}

function pairLeftOver({ before, after, partners }: Lists, gap: Gap, meanings: Meanings): void {
  const taken = new Set(partners);
  const left: number[] = [];
  for (let index = gap.before.start; index < gap.before.end; index++) if (!taken.has(index)) left.push(index);
  let next = 0;
  for (let to = gap.after.start; to < gap.after.end; to++) {
    const element = after[to];
    if (partners[to] !== undefined || element === undefined) continue;
    for (let at = next; at < Math.min(left.length, next + LOOK_AHEAD); at++) {
      const candidate = before[left[at] ?? -1];
      if (candidate === undefined || !hasCommon(candidate, element, meanings)) continue;
      partners[to] = left[at];
      next = at + 1;
      break;
    }
  }
}

/** Whether one may be the other, edited. */
function hasCommon(one: ElementNode, other: ElementNode, meanings: Meanings): boolean {
  if (one.name !== other.name) return false;
  // An effect of another type is another effect.
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
