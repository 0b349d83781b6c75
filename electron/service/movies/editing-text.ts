import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { yieldRegularly } from '../waiting/yield-regularly.ts';

/** The maximum nesting depth of a record. */
export const EDITING_LEVELS = 64;
/** The number of values that are printed without a pause, which takes a few milliseconds. */
const VALUES_PER_SLICE = 2000;
/** The number of items of a list that are printed together if they contain few values. */
const ITEMS_PER_SLICE = 500;

/** The editor's record for a template: data sets, markers, and the last view. The service does not interpret it. */
export type EditingRecord = Readonly<Record<string, unknown>>;

/** A record in its stored form: JSON within the limits of depth and length. */
export type EditingText = string & { readonly editing: unique symbol };

/** Prints a record in slices. Throws `request/too-large`, and `request/invalid` for a record that is too deep. */
export async function editingText(record: EditingRecord): Promise<EditingText> {
  const yieldTurn = yieldRegularly();
  const parts: string[] = [];
  let bytes = 0;
  const add = (part: string): void => {
    bytes += Buffer.byteLength(part);
    if (bytes > serviceLimits.jsonBytes)
      throw new ServiceError('request/too-large', message('record/bytes', { most: serviceLimits.jsonBytes }));
    parts.push(part);
  };
  const print = async (value: unknown, prefix: string, depth: number): Promise<void> => {
    await yieldTurn();
    if (!isObject(value) || !needsSlices(value, depth)) return add(prefix + JSON.stringify(value));
    if (Array.isArray(value)) return await printList(value, prefix, depth);
    let head = `${prefix}{`;
    for (const [key, member] of Object.entries(value)) {
      await print(member, `${head}${JSON.stringify(key)}:`, depth + 1);
      head = ',';
    }
    add('}');
  };
  const printList = async (list: readonly unknown[], prefix: string, depth: number): Promise<void> => {
    add(`${prefix}[`);
    for (let start = 0; start < list.length; start += ITEMS_PER_SLICE) {
      const items = list.slice(start, start + ITEMS_PER_SLICE);
      const comma = start === 0 ? '' : ',';
      if (needsSlices(items, depth))
        for (const [at, item] of items.entries()) await print(item, at === 0 ? comma : ',', depth + 1);
      else add(comma + JSON.stringify(items).slice(1, -1));
      await yieldTurn();
    }
    add(']');
  };
  await print(record, '', 0);
  return parts.join('') as EditingText;
}

/**
 * Checks whether a value contains too many values for printing without a pause. Throws an error if a value is too deep.
 */
function needsSlices(value: object, depth: number): boolean {
  let level: unknown[] = [value];
  let values = 0;
  for (let at = depth; level.length > 0; at++) {
    if (at > EDITING_LEVELS)
      throw new ServiceError('request/invalid', message('record/levels', { most: EDITING_LEVELS }));
    const next: unknown[] = [];
    for (const item of level) {
      if (!isObject(item)) continue;
      values += Array.isArray(item) ? item.length : Object.keys(item).length;
      if (values > VALUES_PER_SLICE) return true;
      for (const member of Object.values(item)) next.push(member);
    }
    level = next;
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
