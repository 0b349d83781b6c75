import { ITEM, POSITION_NAMES } from '../../expressions/evaluate.ts';
import { nameInExpression } from '../../expressions/tokens.ts';
import type { ItemOfList } from '../../messages/lists.en.ts';
import { shortened } from '../../messages/quoting.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import { formatValue, headOf, parseValue } from '../placeholders/placeholder.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import { repeatAttributes } from '../tables/repeat-attributes.ts';
import type { Declaration, ListRules } from './declarations.ts';

/** Returns whether a list repeats an element: its kind permits `each`, and the attribute is set. */
export function isRepeated(element: ElementNode, language = LANGUAGE): boolean {
  const specs = elementSpecOf(element, language)?.attributes;
  return specs !== undefined && 'each' in specs && attributeValue(element, 'each') !== undefined;
}

/**
 * Whether lists repeat an element or one of its descendants, by element. Entries stay valid, because elements are
 * immutable.
 */
const repeating = new WeakMap<ElementNode, boolean>();

/** Returns whether lists repeat an element or one of its descendants. */
export function hasRepeats(element: ElementNode): boolean {
  const known = repeating.get(element);
  if (known !== undefined) return known;
  const found = isRepeated(element) || childElements(element).some(hasRepeats);
  repeating.set(element, found);
  return found;
}

/** Returns the name for the current item in the copies of an element. An invalid name counts as missing. */
export function itemNameOf(element: ElementNode): string {
  const read = repeatAttributes.as.type.parse(attributeValue(element, 'as') ?? ITEM, null);
  return read.ok ? read.value : ITEM;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The attributes of a repeated element that are read in the scope around the element. */
const OUTSIDE: ReadonlySet<string | null> = new Set(['each', 'as', 'sort', 'reverse', 'from', 'to', 'step']);

/** Returns whether an attribute of a repeated element is read in the scope around the element. */
export function isReadOutside(attribute: string | null): boolean {
  return OUTSIDE.has(attribute);
}

/** Returns the names in scope within an element. `around` has the names in scope outside of it. */
export function boundIn(element: ElementNode, around: ReadonlySet<string> = NO_NAMES): ReadonlySet<string> {
  return isRepeated(element) ? new Set([...around, itemNameOf(element), ...POSITION_NAMES]) : around;
}

/** The current item of a list that repeats an element or one of its ancestors. */
export interface ItemInScope {
  readonly name: string;
  /** The declared fields of the item; null if the list is undeclared. */
  readonly list: ListRules | null;
  /** The variable of the list; null if the list is a field of another item or the result of an expression. */
  readonly variable: string | null;
}

/**
 * Returns the items in scope at the last element of `path`, from the outermost list. `path` has the ancestors of the
 * element and the element.
 */
export function itemsInScope(
  path: readonly ElementNode[],
  declarations: ReadonlyMap<string, Pick<Declaration, 'list'>>,
): readonly ItemInScope[] {
  const items: ItemInScope[] = [];
  for (const element of path) {
    if (!isRepeated(element)) continue;
    const { pieces } = parseValue(attributeValue(element, 'each') ?? '');
    const [only] = pieces;
    const name = pieces.length === 1 && only?.kind === 'placeholder' ? only.name : null;
    const head = name === null ? null : headOf(name);
    const outer = items.findLast((item) => item.name === head);
    const field = outer?.list?.fields.find((each) => `${head}.${each.name}` === name);
    const list = outer === undefined ? declarations.get(name ?? '')?.list : field?.list;
    items.push({ name: itemNameOf(element), list: list ?? null, variable: outer === undefined ? name : null });
  }
  return items;
}

/** A name that the lists around an element define. */
export interface ScopedName {
  /** The name in a placeholder, such as `item.price`. */
  readonly name: string;
  /** The name in an expression. A field with special characters has backquotes. */
  readonly expression: string;
  /** The label of a declared field; null for other names. */
  readonly label: string | null;
}

/**
 * Returns the names that the items in scope define: fields, items without fields, and positions. An inner item hides
 * outer items with the same name.
 */
export function scopedNames(items: readonly ItemInScope[]): readonly ScopedName[] {
  if (items.length === 0) return [];
  const visible = items.filter(({ name }, at) => items.findLastIndex((other) => other.name === name) === at);
  const names = visible.flatMap(({ name: item, list }): readonly ScopedName[] =>
    list === null || list.fields.length === 0
      ? [{ name: item, expression: nameInExpression(item), label: null }]
      : list.fields.map(({ name, label }) => ({
          name: `${item}.${name}`,
          expression: `${nameInExpression(item)}.${nameInExpression(name)}`,
          label,
        })),
  );
  return [...names, ...POSITION_NAMES.map((name) => ({ name, expression: name, label: null }))];
}

/** The position of a placeholder, which represents an element without copies in the editor. */
export const NO_ITEM = 0;

/** The separator in the id of a copy, between the id of the original node and the positions of the items. */
const COPY = '#';

/**
 * Returns the id of a copy of a node. `positions` has one item position per list, from 1, beginning with the outermost
 * list.
 */
export function copyId(node: NodeId, positions: readonly number[]): NodeId {
  return [node, ...positions].join(COPY) as NodeId;
}

/** Returns the id of the original node of a copy. Other ids stay the same. */
export function originalId(id: NodeId): NodeId {
  const end = id.indexOf(COPY);
  return end === -1 ? id : (id.slice(0, end) as NodeId);
}

/** Returns the item positions in the id of a copy, from the outermost list; empty for the ids of other nodes. */
export function positionsOf(id: NodeId): readonly number[] {
  return id.split(COPY).slice(1).map(Number);
}

/** Returns the name of the list that repeats an element: a variable, a field, or the text of an expression. */
export function listNameOf(element: ElementNode): string {
  const { pieces } = parseValue(attributeValue(element, 'each') ?? '');
  const piece = pieces.find(({ kind }) => kind !== 'text');
  if (piece?.kind === 'placeholder') return shortened(piece.name);
  return shortened(piece?.kind === 'expression' ? piece.source.trim() : formatValue(pieces));
}

/** Returns findings with the original elements in place of their copies. The findings name the items of the copies. */
export function findingsOfCopies(findings: readonly Finding[], root: ElementNode): readonly Finding[] {
  if (!findings.some(({ at }) => at !== null && originalId(at.node) !== at.node)) return findings;
  const lists = listsAround(root);
  return findings.map((finding) => {
    const { at } = finding;
    const node = at === null ? null : originalId(at.node);
    if (at === null || node === null || node === at.node) return finding;
    const names = lists.get(node) ?? [];
    const items = positionsOf(at.node).map((index, depth): ItemOfList => ({ list: names[depth] ?? '', index }));
    return { ...finding, at: { ...at, node }, items };
  });
}

/** Returns the names of the lists that repeat each node, from the outermost list. Contains only repeated nodes. */
function listsAround(root: ElementNode): ReadonlyMap<NodeId, readonly string[]> {
  const lists = new Map<NodeId, readonly string[]>();
  const visit = (element: ElementNode, around: readonly string[]): void => {
    const names = isRepeated(element) ? [...around, listNameOf(element)] : around;
    if (names.length > 0) {
      lists.set(element.id, names);
      for (const child of element.children) lists.set(child.id, names);
    }
    for (const child of childElements(element)) visit(child, names);
  };
  visit(root, []);
  return lists;
}
