import { enumeration, named, quoted } from './quoting.ts';
import { type AnyMessage, messages } from './translation.ts';
import type { ValueMessage } from './values.en.ts';

/** The item of a list, from 1. */
export interface ItemOfList {
  readonly list: string;
  readonly index: number;
}

export interface UnreadableList {
  readonly list: string;
  readonly reason: 'syntax' | 'nested' | 'depth' | 'long' | 'fields' | 'number';
  /** The maximum number of items. */
  readonly most: number;
}

/** An unknown field of `sort`, and the fields of the list. */
export interface SortByField {
  readonly field: string;
  readonly list: string;
  /** The most similar field; null if all are too different. */
  readonly meant: string | null;
  readonly fields: readonly string[];
}

export interface RefusedField {
  readonly list: string;
  /** The item, from 1. */
  readonly item: number;
  /** The field; null for an item without fields. */
  readonly field: string | null;
  readonly text: string;
  readonly reason: ValueMessage;
}

/** Problems of lists and of the elements that they repeat. */
export const listMessages = messages({
  'list/unreadable': ({ list, reason, most }: UnreadableList) =>
    `The list ${named(list)} can’t be read: ${unreadableReason(reason, most)}.`,
  'list/count': ({ list, count, min, max }: { list: string; count: number; min: number; max: number }) =>
    `The list ${named(list)} has ${items(count)}; it must have ${min === max ? items(min) : `from ${min} to ${items(max)}`}.`,
  'list/field': ({ field, list, fields }: { field: string; list: string; fields: readonly string[] }) =>
    `The list ${named(list)} has no field ${named(field)}, so this value isn’t used. ` +
    `${fields.length === 0 ? 'Add a `field` with this name.' : `The fields are ${enumeration(fields.map(named))}.`}`,
  'list/sort': ({ field, list, meant, fields }: SortByField) =>
    `The list ${named(list)} has no field ${named(field)}, so the items aren’t sorted by it. ` +
    (meant === null ? `It can be sorted by ${enumeration(fields.map(named))}.` : `Did you mean ${named(meant)}?`),
  'list/refused': ({ list, item, field, text, reason }: RefusedField, say) =>
    `Item ${item} of ${named(list)}: ${field === null ? 'its value' : named(field)} ${say(reason)}; it’s ${quoted(text)}.`,
  'list/missing': ({ list, item, field }: { list: string; item: number; field: string }) =>
    `Item ${item} of ${named(list)}: ${named(field)} is required, but it’s empty. Enter a value.`,
  /** `items` is the number of items of the list at which the limit is reached. */
  'list/too-many': ({ element, items: count, elements, scenes }: TooManyCopies) =>
    `With ${items(count)} for ${named(element)}, the template has more than ${elements} elements or ${scenes} scenes. ` +
    'Use shorter lists.',
  'list/too-many-fields': ({ most }: { most: number }) => `A list can have up to ${most} fields. Remove some.`,
  'list/too-deep': ({ most }: { most: number }) =>
    `Repeated elements can be nested ${most} levels deep; this one is deeper.`,
  'list/fields-too-deep': ({ most }: { most: number }) => `Lists can be nested ${most} deep; this field is deeper.`,
  'list/default-twice': () => 'The list has both `default` and `item`; `default` is used. Remove one.',
  /** A problem in the copy of an element, and the items of the lists around it. */
  'list/in-item': ({ problem, lists, indexes }: InItem, say) =>
    `${say(problem)} This is in ${lists.map((list, at) => `item ${indexes[at]} of ${named(list)}`).join(', ')}.`,
  /** The number of further copies that have the same problem. */
  'list/others': ({ problem, count }: { problem: AnyMessage; count: number }, say) =>
    `${say(problem)} ${count === 1 ? '1 more item has' : `${count} more items have`} the same problem.`,
});

/** A problem in a copy, with the lists around it from the outermost, and the item of each, from 1. */
export interface InItem {
  readonly problem: AnyMessage;
  readonly lists: readonly string[];
  readonly indexes: readonly number[];
}

export interface TooManyCopies {
  readonly element: string;
  readonly items: number;
  readonly elements: number;
  readonly scenes: number;
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

function unreadableReason(reason: UnreadableList['reason'], most: number): string {
  switch (reason) {
    case 'syntax':
      return 'it isn’t a valid JSON array';
    case 'nested':
      return 'an array is directly in an array; put it into a field';
    case 'depth':
      return 'its lists are nested too deeply';
    case 'long':
      return `it has more than ${most} items`;
    case 'fields':
      return 'an item has too many fields';
    case 'number':
      return 'a number is too large; write it as a text';
    default:
      return reason satisfies never;
  }
}
