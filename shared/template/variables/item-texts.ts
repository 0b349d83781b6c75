import { isArrayText, listText, readList } from '../../expressions/list-text.ts';
import { isList, isRecord, textOfValue, type Value } from '../../expressions/values.ts';

/** The fields of the items of a list; none if the items are plain values. */
interface ItemFields {
  readonly fields: readonly { readonly name: string }[];
}

/** The values of an item, by field. An item without fields has its value in the field {@link ITEM_VALUE}. */
export type ItemTexts = Readonly<Record<string, string>>;

/** The field name of the value of an item without fields. */
export const ITEM_VALUE = '';

/** Returns the items in the text of a list, as texts by field. Returns null for an unreadable text. */
export function itemTexts({ fields }: ItemFields, text: string): readonly ItemTexts[] | null {
  const read = readList(text);
  if (!read.ok) return null;
  return read.value.map((item) => {
    if (isRecord(item)) return Object.fromEntries([...item].map(([name, value]) => [name, textOf(value)]));
    const [first] = fields;
    return { [first?.name ?? ITEM_VALUE]: textOf(item) };
  });
}

/** Returns the number of items of a list that is written as a JSON array; null for other texts. */
export function itemCount(text: string): number | null {
  if (!isArrayText(text)) return null;
  const read = readList(text);
  return read.ok ? read.value.length : null;
}

function textOf(value: Value): string {
  return isList(value) ? listText(value) : (textOfValue(value) ?? '');
}

/**
 * Returns the text of a list with these items: a JSON array, or comma-separated values. Empty fields are omitted, and
 * then their defaults apply.
 */
export function textOfItems({ fields }: ItemFields, items: readonly ItemTexts[]): string {
  if (fields.length > 0) {
    const written = items.map((item) => Object.fromEntries(Object.entries(item).filter(([, text]) => text !== '')));
    return JSON.stringify(written);
  }
  const values = items.map((item) => item[ITEM_VALUE] ?? '');
  const joined = values.join(', ');
  const isPlain = values.every((value) => value !== '' && value === value.trim() && !/[,\n]/.test(value));
  return isPlain && !isArrayText(joined) ? joined : JSON.stringify(values);
}
