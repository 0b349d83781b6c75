import { evaluate, itemScope } from '../expressions/evaluate.ts';
import { sortedByKeys } from '../expressions/list-functions.ts';
import { readDeclaredList } from '../expressions/list-text.ts';
import { isList, isRecord, type Scope, textOfValue, type Value } from '../expressions/values.ts';
import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import type { ValueMessage } from '../messages/values.en.ts';
import { conditionFinding, conditionHolds, conditionOf } from '../template/conditions/condition-of.ts';
import { attributeValue, type ElementNode } from '../template/document/document.ts';
import { isBlank, nearestName } from '../template/document/names.ts';
import type { FindingLog } from '../template/document/problem.ts';
import {
  expressionIn,
  type ParsedValue,
  type Placeholder,
  parseValue,
  variablesOfPiece,
} from '../template/placeholders/placeholder.ts';
import { evaluationContext, isScoped, valueOfName } from '../template/placeholders/substitute.ts';
import { repeatAttributes } from '../template/tables/repeat-attributes.ts';
import { unreadableList } from '../template/variables/list-faults.ts';
import { itemNameOf, listNameOf } from '../template/variables/repeats.ts';
import {
  checkConditionVariables,
  logFault,
  logTooLong,
  readAttributes,
  satisfyDeclarations,
} from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';

/** An item for which a copy is made. */
export interface ChosenItem {
  /** The position in the list, from 1. */
  readonly position: number;
  /** The names that the copy defines. */
  readonly scope: Scope;
}

export interface ListItems {
  /** The number of items of the list before filtering. */
  readonly visited: number;
  readonly chosen: readonly ChosenItem[];
}

/**
 * The number of visits that evaluating the condition of an item costs, because it takes longer than visiting the item.
 */
const WHERE_VISITS = 2;

/** The state shared by all lists of a template. */
interface ItemsOptions {
  /** The lists that are independent of surrounding lists, by element. */
  readonly lists: Map<ElementNode, readonly Value[]>;
  /** Returns whether this number of further items may be visited. */
  readonly mayVisit: (count: number) => boolean;
  /** Returns the log of the copy for an item. */
  readonly logOfItem: (position: number) => FindingLog;
}

interface Item {
  readonly value: Value;
  readonly position: number;
}

const { each: _each, where: _where, ...shapeSpecs } = repeatAttributes;

/**
 * Returns the items for which an element has copies. Applies `where`, the sort order, the reverse order, and `from`,
 * `to`, and `step`. Reports problems, and returns null for a list that cannot be read. The context must have the scope
 * around the element.
 */
export function itemsOf(
  context: ReadingContext,
  element: ElementNode,
  { lists, mayVisit, logOfItem }: ItemsOptions,
): ListItems | null {
  if (!hasLiteralName(context, element)) return null;
  const known = lists.get(element);
  const values = known ?? listOf(context, element);
  if (values === null) return null;
  if (known === undefined && isIndependent(context, element)) lists.set(element, values);
  const visited = values.length;
  const isFiltered = attributeValue(element, 'where') !== undefined;
  if (!mayVisit(isFiltered ? WHERE_VISITS * visited : visited)) return { visited, chosen: [] };
  const as = itemNameOf(element);
  const { as: _as, ...shape } = readAttributes(context, element, shapeSpecs).values;
  const { sort = null, reverse = false, from = 1, to = -1, step = 1 } = shape;
  let items: readonly Item[] = values.map((value, index) => ({ value, position: index + 1 }));
  items = whereHolds(context, element, items, { as, logOfItem });
  if (sort !== null) {
    warnOfUnknownFields(context, element, sort, as);
    items = sortedItems(items, sort, as);
  }
  if (reverse) items = items.toReversed();
  items = rangeOf(items, from, to, step);
  const outer = context.scope ?? null;
  const count = items.length;
  return {
    visited,
    chosen: items.map(({ value, position }, index) => ({
      position,
      scope: itemScope({ item: value, index: index + 1, count }, outer, as),
    })),
  };
}

/**
 * Returns whether `as` contains no placeholders, and reports placeholders. `as` must be literal, because the scan for
 * variable names does not replace variables.
 */
function hasLiteralName(context: ReadingContext, element: ElementNode): boolean {
  const written = attributeValue(element, 'as') ?? '';
  const isLiteral = !written.includes('${');
  if (!isLiteral) logInvalid(context, element, 'as', written, message('value/no-item-name'));
  return isLiteral;
}

function logInvalid(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: 'each' | 'as',
  written: string,
  reason: ValueMessage,
): void {
  log.add('template/invalid-value', { node: element.id, attribute }, () =>
    message('template/invalid-value', { attribute, element: element.name, text: shortened(written), reason }),
  );
}

/** Returns whether the list of `each` is the same in all copies of the surrounding elements. */
function isIndependent(context: ReadingContext, element: ElementNode): boolean {
  const { pieces } = parseValue(attributeValue(element, 'each') ?? '');
  return pieces.every((piece) => variablesOfPiece(piece).every((name) => !isScoped(name, context)));
}

/** Returns the items of the list of `each`. Reports a list that cannot be read, and returns null. */
function listOf(context: ReadingContext, element: ElementNode): readonly Value[] | null {
  const { log, budget } = context;
  const at = { node: element.id, attribute: 'each' };
  const written = attributeValue(element, 'each') ?? '';
  const parsed = parseValue(written);
  // Ignore malformed placeholders, which the scan for variables reports.
  if (parsed.faults.length > 0) return null;
  const [piece, ...others] = parsed.pieces.filter((each) => each.kind !== 'text' || !isBlank(each.text));
  if (piece === undefined || piece.kind === 'text' || others.length > 0) {
    logInvalid(context, element, 'each', written, message('value/no-list-placeholder'));
    return null;
  }
  if (!satisfyDeclarations(context, { element, attribute: 'each' }, parsed)) return null;
  const value =
    piece.kind === 'placeholder'
      ? placeholderValue(context, element, piece)
      : expressionValue(context, element, parsed);
  if (value === null) return null;
  if (isList(value)) return value;
  const text = textOfValue(value);
  if (text === null) {
    const part = shortened(written);
    const fields = isRecord(value) ? [...value.keys()].map(shortened) : [];
    log.add('expression/value', at, () =>
      message('expression/value', {
        ...{ expression: part, reason: 'record', part, variable: null, valid: 'fields', options: fields },
      }),
    );
    return null;
  }
  const read = budget.steps.listOf(text);
  if (read.ok) return read.value;
  log.add('list/unreadable', at, () => unreadableList(listNameOf(element), read.error));
  return null;
}

function placeholderValue(context: ReadingContext, element: ElementNode, piece: Placeholder): Value | null {
  const { name } = piece;
  const { defaults, declarations, missing, ignored, log } = context;
  const isInScope = isScoped(name, context);
  const value = valueOfName(name, context) ?? piece.default ?? (isInScope ? undefined : defaults.get(name));
  // A list that is missing in an item is empty.
  if (value === undefined && isInScope) return [];
  if (value === undefined) {
    if (missing === 'ignore') ignored.add(name);
    else
      log.add('variable/missing', { node: element.id, attribute: 'each' }, () =>
        message('variable/missing', { variable: shortened(name), attribute: 'each', element: element.name }),
      );
    return null;
  }
  const shape = isInScope ? null : (declarations?.get(name)?.list ?? null);
  if (shape === null || typeof value !== 'string') return value;
  const read = readDeclaredList(shape, value);
  return read.ok ? read.value : value;
}

function expressionValue(context: ReadingContext, element: ElementNode, { pieces }: ParsedValue): Value | null {
  const piece = pieces.find(({ kind }) => kind === 'expression');
  if (piece?.kind !== 'expression') return null;
  const parsed = expressionIn(piece);
  if (!parsed.ok) return null;
  const value = evaluate(parsed.value, evaluationContext(context, context.budget, 'fault'));
  if (value.ok) return value.value;
  logFault(context, element, 'each', { kind: 'fault', piece, fault: value.error, variables: [] });
  return null;
}

function whereHolds(
  context: ReadingContext,
  element: ElementNode,
  items: readonly Item[],
  { as, logOfItem }: Pick<ItemsOptions, 'logOfItem'> & { readonly as: string },
): readonly Item[] {
  if (attributeValue(element, 'where') === undefined) return items;
  const finding = conditionFinding(element, 'where');
  const condition = conditionOf(element, 'where');
  if (finding !== null) context.log.addAll([finding]);
  if (condition === null) return items;
  checkConditionVariables(context, element, 'where');
  const outer = context.scope ?? null;
  let current = 0;
  const refused = (substituted: Parameters<NonNullable<Parameters<typeof conditionHolds>[1]['refused']>>[0]): void => {
    const ofItem = { ...context, log: logOfItem(current) };
    if (substituted.kind === 'too-long') logTooLong(ofItem, element, 'where', substituted);
    else logFault(ofItem, element, 'where', substituted);
  };
  // Use a single object for all items, because copying it for thousands of items takes longer than the conditions.
  const conditionContext: ReadingContext & { scope: Scope | null; refused: typeof refused } = {
    ...context,
    scope: outer,
    refused,
  };
  return items.filter(({ value, position }) => {
    current = position;
    conditionContext.scope = itemScope({ item: value, index: position, count: items.length }, outer, as);
    return conditionHolds(condition, conditionContext);
  });
}

/** Warns about fields of `sort` that the declared list of `each` does not have. */
function warnOfUnknownFields(context: ReadingContext, element: ElementNode, sort: string, as: string): void {
  const [piece, ...others] = parseValue(attributeValue(element, 'each') ?? '').pieces;
  if (piece?.kind !== 'placeholder' || others.length > 0 || isScoped(piece.name, context)) return;
  const list = context.declarations?.get(piece.name)?.list ?? null;
  if (list === null) return;
  // Items without fields are sorted by the name of the item.
  const fields = list.fields.length === 0 ? [as] : list.fields.map(({ name }) => name);
  for (const { name } of sortFields(sort)) {
    if (fields.includes(name) || fields.includes(name.replace(`${as}.`, ''))) continue;
    context.log.add('list/field', { node: element.id, attribute: 'sort' }, () =>
      message('list/sort', {
        field: shortened(name),
        list: listNameOf(element),
        meant: nearestName(name, fields),
        fields,
      }),
    );
  }
}

interface SortField {
  readonly name: string;
  readonly isDescending: boolean;
}

function sortFields(sort: string): readonly SortField[] {
  const fields = sort.split(',').map((field) => field.trim());
  return fields
    .filter((field) => field !== '' && field !== '-')
    .map((field) => {
      const isDescending = field.startsWith('-');
      return { name: isDescending ? field.slice(1).trim() : field, isDescending };
    });
}

/** Sorts items by fields. Sorts by the last field first, because sorting keeps the order of equal items. */
function sortedItems(items: readonly Item[], sort: string, as: string): readonly Item[] {
  return sortFields(sort).reduceRight((sorted, { name, isDescending }) => {
    const keys = sorted.map(({ value }) => sortKey(value, name, as));
    return sortedByKeys(sorted, keys, isDescending);
  }, items);
}

/** Returns the text by which an item is sorted; empty for a missing field, a list, or a record. */
function sortKey(item: Value, name: string, as: string): string {
  const field = isRecord(item) ? (item.get(name) ?? item.get(name.replace(`${as}.`, ''))) : undefined;
  const value = field ?? (name === as && !isRecord(item) ? item : '');
  return textOfValue(value) ?? '';
}

/** Returns the items between two positions, both inclusive. Negative positions count from the end. */
function rangeOf(items: readonly Item[], from: number, to: number, step: number): readonly Item[] {
  if (from === 1 && to === -1 && step === 1) return items;
  const index = (position: number) => (position < 0 ? items.length + position : position - 1);
  const first = Math.max(0, index(from));
  return items.slice(first, Math.max(first, index(to) + 1)).filter((_, at) => at % step === 0);
}
