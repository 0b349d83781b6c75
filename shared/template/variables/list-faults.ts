import { type ListFault, MAX_ITEMS, readDeclaredList } from '../../expressions/list-text.ts';
import { isList, isRecord, textOfValue, type Value } from '../../expressions/values.ts';
import { type Message, message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import type { ProblemCode } from '../document/problem.ts';
import type { FrameRate } from '../values/frame-rate.ts';
import { type FieldDeclaration, refusalOf, type ValueRules } from './declarations.ts';

/** A fault in the value of a list. */
export interface FaultOfList {
  readonly code: Extract<ProblemCode, 'list/unreadable' | 'list/count' | 'variable/refused' | 'variable/missing'>;
  /** The index of the item in the outermost list, from 0; null for a fault of the whole list. */
  readonly item: number | null;
  /** The field of that item; null for a fault of the whole item. */
  readonly field: string | null;
  readonly says: Message;
}

/** The maximum number of kinds of faults per value. Users rarely fix more faults before the next check. */
const MAX_KINDS = 10;
/** The maximum number of items for which the same fault is reported. */
const MAX_ITEMS_OF_FAULT = 3;

/** A fault whose message is not yet made. */
interface Fault extends Omit<FaultOfList, 'says'> {
  /** The list and the field without the position of the item. */
  readonly kind: string;
  readonly says: () => Message;
}

/**
 * Returns the first faults in the text of a list: an unreadable text, too few or too many items, or a field that
 * violates its declaration. Returns the same fault of a field for three items at most, and then one fault with the
 * number of the other items. Returns an empty list if the declaration is not a list.
 */
export function faultsOfList(declared: FieldDeclaration, text: string, rate: FrameRate | null): readonly FaultOfList[] {
  const { list, name } = declared;
  if (list === null) return [];
  const read = readDeclaredList(list, text);
  if (!read.ok) return [{ code: 'list/unreadable', item: null, field: null, says: unreadableList(name, read.error) }];
  const whole = { name, at: null } as const;
  const kinds = new Map<string, { count: number; readonly faults: FaultOfList[] }>();
  const add = (fault: Fault): void => {
    const key = `${fault.code} ${fault.kind}`;
    const known = kinds.get(key) ?? { count: 0, faults: [] };
    known.count += 1;
    if (kinds.size >= MAX_KINDS && !kinds.has(key)) return;
    kinds.set(key, known);
    const { code, item, field, says } = fault;
    if (known.count <= MAX_ITEMS_OF_FAULT) known.faults.push({ code, item, field, says: says() });
  };
  for (const fault of countFaults(declared, read.value, whole)) add(fault);
  for (const fault of faultsOfItems(declared, read.value, { list: name, rate })) add(fault);
  return [...kinds.values()].flatMap(({ count, faults }): readonly FaultOfList[] => {
    const [first] = faults;
    if (first === undefined || count <= MAX_ITEMS_OF_FAULT) return faults;
    const says = message('list/others', { problem: first.says, count: count - MAX_ITEMS_OF_FAULT });
    return [...faults, { code: first.code, item: null, field: null, says }];
  });
}

/** Returns the message for an unreadable list. */
export function unreadableList(list: string, reason: ListFault): Message {
  return message('list/unreadable', { list: shortened(list), reason, most: MAX_ITEMS });
}

interface ListPlace {
  /** The name of the list, after the names of the lists that contain it. */
  readonly name: string;
  /** The location of this list in the outermost list; null for the outermost list. */
  readonly at: { readonly item: number; readonly field: string } | null;
}

function countFaults({ min, max }: FieldDeclaration, { length }: readonly Value[], { name, at }: ListPlace): Fault[] {
  const most = Math.min(max ?? MAX_ITEMS, MAX_ITEMS);
  if (length >= (min ?? 0) && length <= most) return [];
  const says = () => message('list/count', { list: shortened(name), count: length, min: min ?? 0, max: most });
  return [{ code: 'list/count', item: at?.item ?? null, field: at?.field ?? null, kind: kindOf(name), says }];
}

interface ItemsPlace {
  readonly list: string;
  readonly rate: FrameRate | null;
  /** The location of a nested list in the outermost list. */
  readonly within?: { readonly item: number; readonly field: string };
}

function faultsOfItems(declared: FieldDeclaration, items: readonly Value[], place: ItemsPlace): readonly Fault[] {
  return items.flatMap((item, at) => faultsOfItem(declared, item, at, place));
}

/** Returns a name of a list or a field without the positions of items. */
function kindOf(name: string): string {
  return name.replaceAll(/\[\d+\]/g, '');
}

function faultsOfItem(
  { list }: FieldDeclaration,
  item: Value,
  index: number,
  { list: name, rate, within }: ItemsPlace,
): readonly Fault[] {
  if (list === null) return [];
  const at = (field: string | null) => within ?? { item: index, field };
  const refused = (field: string | null, text: string, reason: NonNullable<ReturnType<typeof refusalOf>>): Fault => ({
    code: 'variable/refused',
    ...at(field),
    kind: kindOf(`${name} ${field ?? ''}`),
    says: () =>
      message('list/refused', {
        ...{ list: shortened(name), item: index + 1, field: field === null ? null : shortened(field) },
        ...{ text: shortened(text), reason },
      }),
  });
  if (list.fields.length === 0) {
    const text = textOfValue(item);
    const reason = text === null ? null : refusalOf({ ...NO_RULES, type: list.of }, text, rate);
    return reason === null ? [] : [refused(null, text ?? '', reason)];
  }
  if (!isRecord(item)) return [refused(null, textOfValue(item) ?? '', message('value/no-fields'))];
  return list.fields.flatMap((field): readonly Fault[] => {
    const value = item.get(field.name);
    if (field.list !== null && value !== undefined && isList(value)) {
      const inside = {
        list: `${name}[${index + 1}].${field.name}`,
        rate,
        within: within ?? { item: index, field: field.name },
      };
      return [
        ...countFaults(field, value, { name: inside.list, at: inside.within }),
        ...faultsOfItems(field, value, inside),
      ];
    }
    const text = value === undefined ? '' : (textOfValue(value) ?? '');
    if (text.trim() === '')
      return field.required
        ? [
            {
              code: 'variable/missing',
              ...at(field.name),
              kind: kindOf(`${name} ${field.name}`),
              says: () =>
                message('list/missing', { list: shortened(name), item: index + 1, field: shortened(field.name) }),
            },
          ]
        : [];
    const reason = refusalOf(field, text, rate);
    return reason === null ? [] : [refused(field.name, text, reason)];
  });
}

/** The rules for a value with only a type. */
const NO_RULES: ValueRules = { type: null, min: null, max: null, step: null, maxlength: null, choices: [] };
