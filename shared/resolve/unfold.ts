import type { Scope, Value } from '../expressions/values.ts';
import { message } from '../messages/message.ts';
import {
  attributeValue,
  childElements,
  type DocumentNode,
  type ElementNode,
  elementsOf,
  type NodeId,
} from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { createFindingLog, type Finding, type FindingLog, recordFindings } from '../template/document/problem.ts';
import { headOf, parseValue, variablesOfPiece } from '../template/placeholders/placeholder.ts';
import { createValueBudget, type Substitution } from '../template/placeholders/substitute.ts';
import { isScene, nestedScenesOf } from '../template/tables/roles.ts';
import { declarationsIn } from '../template/variables/declarations.ts';
import {
  boundIn,
  copyId,
  hasRepeats,
  isRepeated,
  NO_ITEM,
  originalId,
  positionsOf,
} from '../template/variables/repeats.ts';
import { dependsOnValues } from './children.ts';
import { copyOf, type ListStates, noteCopies, pathBetween, scopeWithDefaults, type WhyNoCopies } from './copies.ts';
import { type ChosenItem, itemsOf, type ListItems } from './list-items.ts';
import type { ReadingContext } from './reading-context.ts';
import { isExcluded, unplayedElements } from './scenes.ts';

/** A template in which copies replace repeated elements. */
export interface UnfoldedTemplate {
  readonly root: ElementNode;
  /** The names that lists define for each node of a copy, by node id. */
  readonly scopes: ReadonlyMap<NodeId, Scope>;
  /** Whether the copies would exceed a limit. If true, `root` has no copies. */
  readonly isTooLarge: boolean;
  /** The repeated scenes, layers, and sounds without any copy, by element. Omits elements inside them. */
  readonly withoutCopies: ReadonlyMap<NodeId, WhyNoCopies>;
}

const NO_NODES: ReadonlySet<NodeId> = new Set();
const NO_SCOPES: ReadonlyMap<NodeId, Scope> = new Map();
const ALL_COPIED: ReadonlyMap<NodeId, WhyNoCopies> = new Map();

/**
 * Replaces repeated elements with copies. A copy has separate ids but refers to the same text as its element. Counts
 * all copies before making any. Returns the root itself if nothing is repeated.
 */
export function unfold(context: ReadingContext, root: ElementNode): UnfoldedTemplate {
  if (!hasRepeats(root)) return { root, scopes: NO_SCOPES, isTooLarge: false, withoutCopies: ALL_COPIED };
  const counts: Counts = { elements: 0, scenes: 0, visited: 0, isTooLarge: false };
  const isPlayed = () => true;
  const states: ListStates = new Map();
  const placeholders = context.placeholders === undefined ? null : new Set(context.placeholders.keys());
  const shared = { root, lists: new Map(), states, placeholders };
  const plan = planOf({ ...shared, context, counts, positions: [], log: context.log, isPlayed }, root);
  const scopes = new Map<NodeId, Scope>();
  const { isTooLarge } = counts;
  const options = { isTooLarge, hasPlaceholders: placeholders !== null };
  const copied = withCopies({ scopes, positions: [], scope: null, ...options }, root, plan);
  const withoutCopies = [...states].flatMap(([{ id }, why]) =>
    why === null || isTooLarge ? [] : [[id, why] as const],
  );
  return { root: copied, scopes, isTooLarge, withoutCopies: new Map(withoutCopies) };
}

/** The names that are in scope in the nodes of repeated elements, by node id. */
export interface FirstScopes {
  readonly scopes: ReadonlyMap<NodeId, Scope>;
  /** The nodes without a copy, because their list is empty or `where` excludes all items. */
  readonly withoutCopies: ReadonlySet<NodeId>;
}

/** A copy of a repeated element, or an element in such a copy. */
export interface CopyInLists {
  /** The ids of the repeated elements around it, from the outermost. */
  readonly repeated: readonly NodeId[];
  /** The position of its item in each of their lists, from 1. */
  readonly positions: readonly number[];
}

/**
 * Returns the names that are in scope in each element of a list, with the items of its first copy. In an element
 * without copies, each field of the item has its default.
 * @param shown A copy whose items precede the first ones, in all lists that repeat it; null for none.
 */
export function firstScopes(
  root: ElementNode,
  substitution: Substitution,
  shown: CopyInLists | null = null,
): FirstScopes {
  if (!hasRepeats(root)) return { scopes: NO_SCOPES, withoutCopies: NO_NODES };
  const { declarations: _types, ...values } = substitution;
  const others = { missing: 'ignore', ignored: new Set<string>(), rate: null, log: createFindingLog() } as const;
  const context = { ...values, ...others, declarations: declarationsIn(root), budget: createValueBudget() };
  const first = new Map<NodeId, Scope>();
  const shownScopes = new Map<NodeId, Scope>();
  const depths = shown === null ? null : depthsIn(root, shown);
  for (const [id, scope] of unfold(context, root).scopes) {
    const element = originalId(id);
    if (!first.has(element)) first.set(element, scope);
    const depth = depths?.get(element) ?? 0;
    if (shown === null || depth === 0 || shownScopes.has(element)) continue;
    const positions = positionsOf(id);
    if (shown.positions.slice(0, depth).every((position, at) => position === positions[at]))
      shownScopes.set(element, scope);
  }
  for (const [element, scope] of shownScopes) first.set(element, scope);
  const copied = new Set(first.keys());
  const withoutCopies = new Set<NodeId>();
  const visit = (element: ElementNode, around: Scope | null, path: readonly ElementNode[]): void => {
    const isWithout = isRepeated(element) && !copied.has(element.id);
    const scope = isWithout ? scopeWithDefaults(path, around, context) : (first.get(element.id) ?? around);
    if (scope !== null && (isWithout || withoutCopies.has(path.at(-2)?.id ?? root.id)))
      for (const { id } of [element, ...element.children]) {
        first.set(id, scope);
        withoutCopies.add(id);
      }
    if (!hasRepeats(element) && !withoutCopies.has(element.id)) return;
    for (const child of childElements(element)) visit(child, scope, [...path, child]);
  };
  visit(root, null, [root]);
  return { scopes: first, withoutCopies };
}

/** Returns the number of lists, from the outermost, that repeat both a copy and a node, by node; absent for none. */
function depthsIn(root: ElementNode, { repeated }: CopyInLists): ReadonlyMap<NodeId, number> {
  const depths = new Map<NodeId, number>();
  const visit = (element: ElementNode, around: number): void => {
    const depth = repeated[around] === element.id ? around + 1 : around;
    if (depth > 0) for (const { id } of [element, ...element.children]) depths.set(id, depth);
    for (const child of childElements(element)) visit(child, depth);
  };
  visit(root, 0);
  return depths;
}

/** The numbers of elements, scenes, and visited items that are counted so far. */
interface Counts {
  elements: number;
  scenes: number;
  visited: number;
  isTooLarge: boolean;
}

/** The copies of the outermost repeated descendants, by descendant; null if there are none. */
type Plan = ReadonlyMap<ElementNode, readonly PlannedCopy[]> | null;

interface PlannedCopy extends ChosenItem {
  readonly plan: Plan;
}

interface Planning {
  readonly context: ReadingContext;
  /** The root of the template. */
  readonly root: ElementNode;
  readonly counts: Counts;
  /** The positions of the items in the surrounding lists. */
  readonly positions: readonly number[];
  /**
   * The log of the whole template. The log of `context` adds the positions of items to places before it writes to this
   * log.
   */
  readonly log: FindingLog;
  /** The lists that are independent of surrounding lists, by element. */
  readonly lists: Map<ElementNode, readonly Value[]>;
  readonly states: ListStates;
  /** The elements that still need a placeholder; null if no element has one. */
  readonly placeholders: Set<NodeId> | null;
  /** Returns whether the film plays the element whose copies are planned. */
  readonly isPlayed: () => boolean;
}

function planOf(planning: Planning, element: ElementNode): Plan {
  const { counts } = planning;
  const size = sizeOf(element);
  counts.elements += size.elements;
  counts.scenes += size.scenes;
  if (size.repeated.length === 0) return null;
  const plan = new Map<ElementNode, readonly PlannedCopy[]>();
  const { context } = planning;
  const unplayed = once(() => {
    const outermost = unplayedElements({ ...context, budget: createValueBudget() }, element);
    return new Set(outermost.filter((each) => !hasConditionOfItem(each)).flatMap((each) => [...elementsOf(each)]));
  });
  for (const repeated of size.repeated) {
    const isPlayed = once(() => planning.isPlayed() && !unplayed().has(repeated));
    plan.set(repeated, copiesOf({ ...planning, isPlayed }, repeated));
  }
  return plan;
}

/** Returns whether the condition of an element uses names that its own list defines, which needs the list. */
function hasConditionOfItem(element: ElementNode): boolean {
  if (!isRepeated(element)) return false;
  const names = boundIn(element);
  const { pieces } = parseValue(attributeValue(element, 'condition') ?? '');
  return pieces.some((piece) => variablesOfPiece(piece).some((name) => names.has(name) || names.has(headOf(name))));
}

function once<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | null = null;
  return () => {
    known ??= { result: compute() };
    return known.result;
  };
}

const NO_COPIES: readonly PlannedCopy[] = [];

function copiesOf(planning: Planning, element: ElementNode): readonly PlannedCopy[] {
  const { context, counts, positions, log, isPlayed } = planning;
  if (counts.isTooLarge) return NO_COPIES;
  if (positions.length >= limits.nestedLists) {
    context.log.add('list/too-deep', { node: element.id, attribute: 'each' }, () =>
      message('list/too-deep', { most: limits.nestedLists }),
    );
    counts.isTooLarge = true;
    return NO_COPIES;
  }
  const items = itemsForCopies(planning, element);
  if (items === null) return placeholderOf(planning, element);
  const { chosen, visited } = items;
  const { elements, scenes, repeated } = sizeOf(element);
  const isTooLarge = () =>
    counts.visited > limits.visitedItems || counts.elements > limits.elements || counts.scenes > limits.scenes;
  // Also count repeated descendants, because they increase the size of a copy.
  const least = {
    elements: counts.elements + chosen.length * elements,
    scenes: counts.scenes + chosen.length * scenes,
  };
  const copies: PlannedCopy[] = [];
  const isOver =
    counts.visited > limits.visitedItems || least.elements > limits.elements || least.scenes > limits.scenes;
  if (!isOver && chosen.length === 0) return placeholderOf(planning, element);
  if (!isOver && repeated.length === 0) {
    counts.elements = least.elements;
    counts.scenes = least.scenes;
    return chosen.map(({ position, scope }) => ({ position, scope, plan: null }));
  }
  if (!isOver)
    for (const item of chosen) {
      const inside = [...positions, item.position];
      const inCopy = { ...context, scope: item.scope, log: logInCopy(log, inside) };
      const isCopyPlayed = once(() => isPlayed() && !isExcluded({ ...inCopy, ...separate() }, element));
      const plan = planOf({ ...planning, context: inCopy, positions: inside, isPlayed: isCopyPlayed }, element);
      if (counts.isTooLarge) return NO_COPIES;
      copies.push({ ...item, plan });
      if (isTooLarge()) break;
    }
  if (!isOver && !isTooLarge()) return copies;
  counts.isTooLarge = true;
  context.log.add('list/too-many', { node: element.id, attribute: 'each' }, () =>
    message('list/too-many', {
      ...{ element: element.name, items: visited },
      ...{ elements: limits.elements, scenes: limits.scenes },
    }),
  );
  return NO_COPIES;
}

/**
 * Returns the items for the copies of an element; null for an unreadable list. Reports the values of an element only if
 * the film plays it, as `contextOfUnplayed` does.
 */
function itemsForCopies(
  { context, counts, positions, log, lists, states, isPlayed }: Planning,
  element: ElementNode,
): ListItems | null {
  const recorded = recordFindings();
  const logOf = (inside: readonly number[]) => logInCopy(recorded.log, inside);
  const ignored = new Set<string>();
  const items = itemsOf({ ...context, log: logOf(positions), ignored }, element, {
    lists,
    mayVisit: (count) => {
      counts.visited += count;
      return counts.visited <= limits.visitedItems;
    },
    logOfItem: (position) => logOf([...positions, position]),
  });
  for (const { code, at, says } of recorded.findings)
    if (isPlayed() || !dependsOnValues({ code, at }, element)) log.add(code, at, says);
  for (const name of ignored) if (isPlayed()) context.ignored.add(name);
  noteCopies(states, element, { items, ignored });
  return items;
}

/** Returns the placeholder of an element, with the defaults of the fields. Its size is not part of the counts. */
function placeholderOf(planning: Planning, element: ElementNode): readonly PlannedCopy[] {
  const { context, positions, placeholders, root, log } = planning;
  if (placeholders === null || !(placeholders.has(element.id) || positions.includes(NO_ITEM))) return NO_COPIES;
  placeholders.delete(element.id);
  const { declarations = declarationsIn(root) } = context;
  const scope = scopeWithDefaults(pathBetween(root, element), context.scope ?? null, { declarations });
  const inside = [...positions, NO_ITEM];
  const inCopy = { ...context, scope, log: logInCopy(log, inside) };
  const counts: Counts = { elements: 0, scenes: 0, visited: 0, isTooLarge: false };
  const within = { ...planning, context: inCopy, positions: inside, counts, isPlayed: () => false };
  const plan = planOf(within, element);
  return counts.isTooLarge ? NO_COPIES : [{ position: NO_ITEM, scope, plan }];
}

/** Returns the parts of a context for conditions that are read a second time. */
function separate() {
  return { log: createFindingLog(), ignored: new Set<string>(), budget: createValueBudget() };
}

/** Returns a log that adds the positions of items to the places of findings. */
function logInCopy(log: FindingLog, positions: readonly number[]): FindingLog {
  const placed = (at: Finding['at']) => (at === null ? null : { ...at, node: copyId(at.node, positions) });
  return {
    ...log,
    add: (code, at, says) => log.add(code, placed(at), says),
    addAll: (findings) => log.addAll([...findings].map((finding) => ({ ...finding, at: placed(finding.at) }))),
  };
}

/** The size of an element, excluding its repeated descendants. */
interface Size {
  readonly elements: number;
  /** The number of scenes of layers. */
  readonly scenes: number;
  /** The outermost repeated descendants. */
  readonly repeated: readonly ElementNode[];
}

/** The sizes of elements. Entries stay valid, because elements are immutable. */
const sizes = new WeakMap<ElementNode, Size>();

function sizeOf(element: ElementNode): Size {
  const known = sizes.get(element);
  if (known !== undefined) return known;
  let elements = 1;
  let scenes = isScene(element) && nestedScenesOf(element) === null ? 1 : 0;
  const repeated: ElementNode[] = [];
  for (const child of childElements(element)) {
    if (isRepeated(child)) {
      repeated.push(child);
      continue;
    }
    const size = sizeOf(child);
    elements += size.elements;
    scenes += size.scenes;
    for (const each of size.repeated) repeated.push(each);
  }
  const size = { elements, scenes, repeated };
  sizes.set(element, size);
  return size;
}

interface CopyContext {
  readonly scopes: Map<NodeId, Scope>;
  /** The positions of the items in the surrounding lists. */
  readonly positions: readonly number[];
  readonly scope: Scope | null;
  readonly isTooLarge: boolean;
  readonly hasPlaceholders: boolean;
}

/**
 * Returns an element with its copies. Returns the same object if the element is outside of copies and contains none.
 */
function withCopies(context: CopyContext, element: ElementNode, plan: Plan): ElementNode {
  const { positions, scope, scopes, hasPlaceholders } = context;
  const isCopy = positions.length > 0;
  if (!isCopy && !hasRepeats(element)) return element;
  const children = element.children.flatMap((child): readonly DocumentNode[] => {
    if (child.kind !== 'element') return [isCopy && child.kind === 'text' ? textCopy(context, child) : child];
    if (!isRepeated(child)) return [withCopies(context, child, plan)];
    if (context.isTooLarge) return [];
    return (plan?.get(child) ?? NO_COPIES).map((copy) => {
      const inside = { ...context, positions: [...positions, copy.position], scope: copy.scope };
      return withCopies(inside, child, copy.plan);
    });
  });
  const id = isCopy ? copyId(element.id, positions) : element.id;
  if (scope !== null) scopes.set(id, scope);
  return copyOf(element, id, { children, isWithoutItem: positions.at(-1) === NO_ITEM, hasPlaceholders });
}

function textCopy({ positions, scope, scopes }: CopyContext, text: Exclude<DocumentNode, ElementNode>): DocumentNode {
  const id = copyId(text.id, positions);
  if (scope !== null) scopes.set(id, scope);
  return { ...text, id };
}
