import { ITEM, POSITION_NAMES } from '../../expressions/evaluate.ts';
import type { ItemOfList } from '../../messages/lists.en.ts';
import { shortened } from '../../messages/quoting.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import { formatValue, headOf, parseValue } from '../placeholders/placeholder.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import { repeatAttributes } from '../tables/repeat-attributes.ts';
import type { Declaration, ListRules } from './declarations.ts';

/** Returns whether a list repeats an element: the element can have `each`, and has it. */
export function isRepeated(element: ElementNode, language = LANGUAGE): boolean {
  const specs = elementSpecOf(element, language)?.attributes;
  return specs !== undefined && 'each' in specs && attributeValue(element, 'each') !== undefined;
}

/** Whether lists repeat an element or a part of it, by element. Elements are immutable, so that entries stay valid. */
const repeating = new WeakMap<ElementNode, boolean>();

/** Returns whether lists repeat an element or a part of it. */
export function hasRepeats(element: ElementNode): boolean {
  const known = repeating.get(element);
  if (known !== undefined) return known;
  const found = isRepeated(element) || childElements(element).some(hasRepeats);
  repeating.set(element, found);
  return found;
}

/** Returns the name of the item in the copies of an element. An invalid name counts as missing. */
export function itemNameOf(element: ElementNode): string {
  const read = repeatAttributes.as.type.parse(attributeValue(element, 'as') ?? ITEM, null);
  return read.ok ? read.value : ITEM;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The attributes that are read in the scope around a repeated element. */
const OUTSIDE: ReadonlySet<string | null> = new Set(['each', 'as', 'sort', 'reverse', 'from', 'to', 'step']);

/** Returns whether an attribute of an element is read in the scope around it. */
export function isReadOutside(attribute: string | null): boolean {
  return OUTSIDE.has(attribute);
}

/** Returns the names in scope in an element, from the names around it. */
export function boundIn(element: ElementNode, around: ReadonlySet<string> = NO_NAMES): ReadonlySet<string> {
  return isRepeated(element) ? new Set([...around, itemNameOf(element), ...POSITION_NAMES]) : around;
}

/** The item of a list around an element. */
export interface ItemInScope {
  readonly name: string;
  /** The declared fields of the item; null for an item of an undeclared list. */
  readonly list: ListRules | null;
  /** The variable of the list; null for a list in another item, and for an expression. */
  readonly variable: string | null;
}

/**
 * Returns the items that are in scope in the last of these elements, from the outermost list. `path` has the ancestors
 * of the element and the element itself.
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

/** The separator between the id of an element and the positions of the items of its copy. */
const COPY = '#';

/** Returns the id of a copy of a node. `positions` has the position of an item in each list around it, from 1. */
export function copyId(node: NodeId, positions: readonly number[]): NodeId {
  return [node, ...positions].join(COPY) as NodeId;
}

/** Returns the id of the node from which a copy comes. Other ids stay the same. */
export function originalId(id: NodeId): NodeId {
  const end = id.indexOf(COPY);
  return end === -1 ? id : (id.slice(0, end) as NodeId);
}

/** Returns the positions of the items of a copy, from the outermost list; empty for other nodes. */
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

/** Returns findings at the elements of the document, with the items of the copies in which the problems are. */
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

/** Returns the names of the lists around each node of the repeated elements, from the outermost. */
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
