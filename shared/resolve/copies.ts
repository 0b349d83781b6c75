import { ITEM, itemScope } from '../expressions/evaluate.ts';
import type { Scope, Value } from '../expressions/values.ts';
import {
  attributeValue,
  childElements,
  type DocumentNode,
  type ElementNode,
  type NodeId,
} from '../template/document/document.ts';
import { parseValue } from '../template/placeholders/placeholder.ts';
import { repeatAttributes } from '../template/tables/repeat-attributes.ts';
import { isLayer, isScene, isSound, nestedScenesOf, roleOf } from '../template/tables/roles.ts';
import type { Declaration } from '../template/variables/declarations.ts';
import { hasRepeats, isRepeated, itemsInScope } from '../template/variables/repeats.ts';

/** The state of a list that repeats an element for zero items: empty, all items excluded, or unreadable. */
export type WhyNoCopies = 'empty' | 'excluded' | 'unreadable';

/** The state of the list of each visited scene, layer, or sound so far; null for elements with copies. */
export type ListStates = Map<ElementNode, WhyNoCopies | null>;

/** The numbers of items of a list before and after filtering, and the variables whose missing values were ignored. */
interface ListOutcome {
  readonly items: { readonly visited: number; readonly chosen: readonly unknown[] } | null;
  readonly ignored: ReadonlySet<string>;
}

/** Records whether an element has copies, and otherwise the reason. One copy in any surrounding copy is enough. */
export function noteCopies(states: ListStates, element: ElementNode, { items, ignored }: ListOutcome): void {
  if (!(isScene(element) || isLayer(element) || isSound(element))) return;
  const before = states.get(element);
  if (before === null || (items !== null && items.chosen.length > 0)) states.set(element, null);
  else if (items !== null) states.set(element, items.visited > 0 ? 'excluded' : (before ?? 'empty'));
  else states.set(element, before ?? (isMissing(element, ignored) ? 'empty' : 'unreadable'));
}

/** Returns whether the list of an element is a variable without a value. */
function isMissing(element: ElementNode, ignored: ReadonlySet<string>): boolean {
  const { pieces } = parseValue(attributeValue(element, 'each') ?? '');
  return pieces.some((piece) => piece.kind === 'placeholder' && ignored.has(piece.name));
}

/** Returns the elements from the root to an element, both inclusive; empty if the root does not contain it. */
export function pathBetween(root: ElementNode, element: ElementNode): readonly ElementNode[] {
  if (root === element) return [root];
  for (const child of childElements(root)) {
    const path = hasRepeats(child) ? pathBetween(child, element) : [];
    if (path.length > 0) return [root, ...path];
  }
  return [];
}

/** Returns the names in scope in the last element of a path, with the defaults of the fields of its item. */
export function scopeWithDefaults(
  path: readonly ElementNode[],
  around: Scope | null,
  { declarations }: { readonly declarations: ReadonlyMap<string, Declaration> },
): Scope {
  const { name = ITEM, list = null } = itemsInScope(path, declarations).at(-1) ?? {};
  const fields = (list?.fields ?? []).flatMap((field): readonly (readonly [string, Value])[] =>
    field.list === null ? (field.default === null ? [] : [[field.name, field.default]]) : [[field.name, []]],
  );
  const item: Value = list === null || list.fields.length === 0 ? '' : new Map(fields);
  return itemScope({ item, index: 1, count: 1 }, around, name);
}

/**
 * The last copies of an element by id. If the children are unchanged, the same node is returned, so caches by node stay
 * valid.
 */
const lastNodes = new WeakMap<ElementNode, Map<string, ElementNode>>();
/** The maximum number of cached copies of an element. */
const MAX_REMEMBERED = 10_000;

export interface CopyContent {
  readonly children: readonly DocumentNode[];
  /** Whether the copy is a placeholder. It is disabled. */
  readonly isWithoutItem: boolean;
  readonly hasPlaceholders: boolean;
}

/** Returns a copy of an element. For the same content, returns the same node as before. */
export function copyOf(element: ElementNode, id: NodeId, { children, ...options }: CopyContent): ElementNode {
  const known = lastNodes.get(element) ?? new Map<string, ElementNode>();
  lastNodes.set(element, known);
  // Cache the nodes with placeholders separately, because the editor unfolds each template with and without them.
  const key = options.hasPlaceholders ? `${id} ` : id;
  const last = known.get(key);
  if (last !== undefined && areSame(last.children, children)) return last;
  const attributes = isRepeated(element) ? ownAttributes(element, options.isWithoutItem) : element.attributes;
  const node: ElementNode = { ...element, id, attributes, children };
  // Mark a sequence without copies. Otherwise, it would be a scene without layers, which needs a duration. Mark captions
  // without copies of their cues. Otherwise, they would need a file.
  const marked: ElementNode = {
    ...node,
    ...(nestedScenesOf(element) !== null && nestedScenesOf(node) === null && { isEmptySequence: true }),
    ...(hasCues(element) && !hasCues(node) && { hasEmptyCues: true }),
  };
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(key, marked);
  return marked;
}

/** Returns the attributes of a copy. A placeholder is disabled. */
function ownAttributes({ attributes }: ElementNode, isWithoutItem: boolean): ElementNode['attributes'] {
  const own = attributes.filter(({ name }) => !Object.hasOwn(repeatAttributes, name));
  if (!isWithoutItem) return own;
  return [...own.filter(({ name }) => name !== 'enabled'), { name: 'enabled', value: 'false' }];
}

function hasCues(element: ElementNode): boolean {
  return childElements(element).some((child) => roleOf(child) === 'cue');
}

function areSame(one: readonly DocumentNode[], other: readonly DocumentNode[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((node, at) => {
    const second = other[at];
    if (node === second) return true;
    return node.kind === 'text' && second?.kind === 'text' && node.id === second.id && node.text === second.text;
  });
}
