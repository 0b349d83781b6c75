import { fileKindOf } from '#renderer/editor/file-kinds.ts';
import { decimalInCell } from '#renderer/ui/format/number.ts';
import { guessDelimiter, guessHeader } from '#shared/batch/guess-form.ts';
import { matchColumns } from '#shared/batch/match-columns.ts';
import { readCsv } from '#shared/batch/read-csv.ts';
import type { ListField } from '#shared/editing/model/commands.ts';
import type { DeclaredType } from '#shared/template/tables/variable-attributes.ts';
import { type Choice, choiceList } from '#shared/template/value-types/text-types.ts';
import {
  type Declaration,
  declarationFromAttributes,
  type ListRules,
  refusalOf,
  type ValueRules,
} from '#shared/template/variables/declarations.ts';
import { ITEM_VALUE, type ItemTexts } from '#shared/template/variables/item-texts.ts';
import { type FaultOfList, faultsOfList } from '#shared/template/variables/list-faults.ts';

/** Choices in the notation of their attribute. */
export const choiceTexts = choiceList();

/** The key of the field of a new list. */
const FIRST_KEY = -1;

/** A column of the table: a field of the items, or the items themselves. */
export interface ListColumn {
  /** The name of the field; `ITEM_VALUE` for the items of a list without fields. */
  readonly name: string;
  readonly label: string;
  readonly type: DeclaredType;
  readonly choices: readonly Choice[];
  readonly isRequired: boolean;
  /** The valid values of a cell. */
  readonly rules: ValueRules;
  /** The value of an empty cell; null for none. */
  readonly fallback: string | null;
  /** The rules of a list inside the item; null for other types. */
  readonly list: (ListRules & Pick<Declaration, 'min' | 'max'>) | null;
}

/**
 * Returns the first fault in a list inside an item; null for a valid or missing list, and for other columns.
 * @param place The name of the list after the position of its item, such as `products[2].tags`.
 */
export function innerFault({ list, rules, isRequired }: ListColumn, text: string, place: string): FaultOfList | null {
  if (list === null || text.trim() === '') return null;
  const declared = { ...NO_WORDS, ...rules, ...list, name: place, list, required: isRequired };
  return faultsOfList(declared, text, null)[0] ?? null;
}

/** The parts of a declaration that do not restrict its values. */
const NO_WORDS = { label: null, help: null, multiline: false, default: null };

/** An item with a key that stays the same while the item is edited or moved. */
export interface ListRow {
  readonly key: number;
  readonly texts: ItemTexts;
}

/** A field whose key stays the same while its name is typed. */
export interface FieldDraft extends Omit<ListField, 'fields' | 'choices'> {
  readonly key: number;
  /** The choices in the notation of the attribute; empty for other types. */
  readonly choices: string;
  /** The fields of a list inside the item. If empty, the items of that list are texts. */
  readonly fields: readonly FieldDraft[];
}

/** Returns the fields of a list as drafts. A new list has one field with the name `first`. */
export function startFields(list: ListRules | null, first: string): readonly FieldDraft[] {
  if (list === null) return [{ key: FIRST_KEY, name: first, type: 'text', label: null, choices: '', fields: [] }];
  return list.fields.map(({ name, type, label, choices, list: inner }, at) => ({
    ...{ key: -1 - at, name, type: type ?? 'text', label },
    choices: choiceTexts.format(choices),
    fields: inner === null ? [] : startFields(inner, ''),
  }));
}

/** Converts a draft to the field declaration of a command. */
export function fieldOfDraft({ key, choices, fields, ...field }: FieldDraft): ListField {
  return {
    ...{ ...field, name: field.name.trim() },
    ...(field.type === 'choice' && { choices: choices.trim() }),
    ...(field.type === 'list' && { fields: fields.map(fieldOfDraft) }),
  };
}

/** Returns the rules of drafts. Fields that already exist keep their other rules, and invalid fields are omitted. */
export function rulesOf(known: ListRules | null, drafts: readonly FieldDraft[]): ListRules {
  const fields = drafts.flatMap((draft): ListRules['fields'][number][] => {
    const { name, type, label, choices } = draft;
    const before = known?.fields.find((field) => field.name === name) ?? null;
    const texts = { name, type, ...(label !== null && { label }), ...(type === 'choice' && { choices }) };
    const declared = declarationFromAttributes(new Map(Object.entries(texts)));
    if (declared === null) return [];
    const list = type === 'list' ? rulesOf(before?.list ?? null, draft.fields) : null;
    return [{ ...declared, ...before, type: declared.type, choices: declared.choices, list }];
  });
  return { of: known?.of ?? 'text', fields };
}

/** Returns the rows after fields were renamed. The values are stored under the new names. */
export function withRenamedFields(
  rows: readonly ListRow[],
  before: readonly FieldDraft[],
  now: readonly FieldDraft[],
): readonly ListRow[] {
  const names = [...before, ...now].map(({ name }) => name);
  const isAlone = (name: string) => names.filter((each) => each === name).length === 1;
  const renamed = before.flatMap(({ key, name }) => {
    const next = now.find((field) => field.key === key)?.name ?? name;
    return next !== name && isAlone(name) && isAlone(next) ? [[name, next] as const] : [];
  });
  if (renamed.length === 0) return rows;
  const nextName = new Map(renamed);
  return rows.map((row) => ({
    ...row,
    texts: Object.fromEntries(Object.entries(row.texts).map(([name, text]) => [nextName.get(name) ?? name, text])),
  }));
}

/** Returns a column for each field. If the list has no fields, returns one column for its items. */
export function columnsOf(
  list: ListRules | null,
  value: string,
  inLanguage: (text: string) => string,
): readonly ListColumn[] {
  const limits = { min: null, max: null, step: null, maxlength: null };
  const common = { choices: [], isRequired: false, fallback: null, list: null };
  if (list === null || list.fields.length === 0) {
    const rules = { ...limits, type: list?.of ?? 'text', choices: [] };
    return [{ ...common, rules, name: ITEM_VALUE, label: value, type: rules.type }];
  }
  return list.fields.map(({ name, label, required, default: fallback, list: inner, min, max, ...rules }) => ({
    ...{ name, label: label === null ? name : inLanguage(label), type: rules.type ?? 'text', fallback },
    rules: { ...rules, min, max },
    choices: rules.choices.map((choice) => ({
      ...choice,
      label: choice.label === null ? null : inLanguage(choice.label),
    })),
    isRequired: required,
    list: inner === null ? null : { ...inner, min, max },
  }));
}

/** Returns the items of the rows. Values of removed fields and empty rows at the end are omitted. */
export function itemsOf(rows: readonly ListRow[], columns: readonly ListColumn[]): readonly ItemTexts[] {
  const names = new Set(columns.map(({ name }) => name));
  const items = rows.map(({ texts }) =>
    Object.fromEntries(Object.entries(texts).filter(([name, text]) => names.has(name) && text !== '')),
  );
  const last = items.findLastIndex((item) => Object.keys(item).length > 0);
  return items.slice(0, last + 1);
}

/** A column of a copied table that belongs to no field. */
export interface PastedColumn {
  /** The header of the column, or its number, from 1, if the table has no header. */
  readonly header: string;
  /** The cells of the column, from the first item on. */
  readonly cells: readonly string[];
}

/** The items of a copied table, and its columns without a field. */
interface PastedTable {
  readonly items: readonly ItemTexts[];
  readonly unused: readonly PastedColumn[];
}

/**
 * Reads a copied table. If the first row contains names of fields or looks like a header, it determines the field of
 * each column. Otherwise, the columns are in the order of the fields.
 */
export function pastedTable(columns: readonly ListColumn[], text: string): PastedTable {
  const isPlain = columns.length === 1 && columns[0]?.name === ITEM_VALUE;
  const read = text.trim() === '' ? null : readCsv(text, isPlain ? '\t' : guessDelimiter(text));
  const records = read?.ok ? read.value.records : [];
  const [header, ...others] = records.map(({ cells }) => cells);
  if (header === undefined) return { items: [], unused: [] };
  const names = columns.map(({ name }) => name);
  const labels = (name: string) => columns.flatMap((column) => (column.name === name ? [column.label] : []));
  const isWide = columns.length > 1 || header.length > 1;
  const isHeader = isWide && guessHeader(records, [...names, ...names.flatMap(labels)]);
  const uses: readonly (string | null)[] = isHeader ? matchColumns(header, names, labels) : names;
  const rows = isHeader ? others : [header, ...others];
  const items = rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap(({ name, type }) => {
        const cell = cells[uses.indexOf(name)];
        return cell === undefined ? [] : [[name, cellText(type, cell)] as const];
      }),
    ),
  );
  const unused = header.flatMap((title, at): readonly PastedColumn[] => {
    const cells = rows.map((row) => row[at]?.trim() ?? '');
    if ((uses[at] ?? null) !== null || cells.every((cell) => cell === '')) return [];
    return [{ header: isHeader && title.trim() !== '' ? title.trim() : String(at + 1), cells }];
  });
  return { items, unused };
}

/** The rows and the fields of a list while it is edited. */
interface ListDrafts {
  readonly rows: readonly ListRow[];
  readonly fields: readonly FieldDraft[];
}

/**
 * Adds a field for each pasted column, and fills it in the rows with these keys. The name of a field follows from its
 * header, and its type from its cells. The empty field of a new list is removed.
 */
export function withPastedFields(
  { rows, fields }: ListDrafts,
  { columns, keys }: { readonly columns: readonly PastedColumn[]; readonly keys: readonly number[] },
  newKey: () => number,
): ListDrafts {
  const isUnnamed = ({ key, name }: FieldDraft) => key === FIRST_KEY && rows.every(({ texts }) => !texts[name]);
  const before = fields.length === 1 ? fields.filter((field) => !isUnnamed(field)) : fields;
  const taken = before.map(({ name }) => name);
  const added = columns.map(({ header, cells }) => {
    const name = freeFieldName(header, taken);
    taken.push(name);
    const type = typeOfCells(cells);
    const field = { key: newKey(), name, type, label: name === header ? null : header, choices: '', fields: [] };
    return { field, cells: cells.map((cell) => cellText(type, cell)) };
  });
  const at = new Map(keys.map((key, index) => [key, index]));
  const filled = rows.map((row) => {
    const index = at.get(row.key);
    if (index === undefined) return row;
    const texts = added.map(({ field, cells }) => [field.name, cells[index] ?? ''] as const);
    return { ...row, texts: { ...row.texts, ...Object.fromEntries(texts) } };
  });
  return { rows: filled, fields: [...before, ...added.map(({ field }) => field)] };
}

/** Returns a name of a field for a header. It differs from the names of other fields. */
function freeFieldName(header: string, taken: readonly string[]): string {
  const letters = header.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '_');
  const trimmed = letters.replace(/^[^\p{L}_]+/u, '').replace(/_+$/, '');
  const name = trimmed === '' ? `field${letters.replaceAll(/\D+/g, '')}` : trimmed;
  for (let number = 1, free = name; ; number += 1, free = `${name}${number}`) if (!taken.includes(free)) return free;
}

/** Returns the type that all cells have: number, image, video, sound, or else text. Empty cells have every type. */
function typeOfCells(cells: readonly string[]): DeclaredType {
  const filled = cells.filter((cell) => cell !== '');
  const all = (has: (cell: string) => boolean) => filled.length > 0 && filled.every(has);
  if (all((cell) => refusalOf({ ...NO_LIMITS, type: 'number' }, decimalInCell(cell), null) === null)) return 'number';
  const kinds = new Set(filled.map((name) => fileKindOf({ name, type: '' })));
  const [kind = null] = kinds;
  if (kinds.size !== 1 || kind === null || kind === 'captions') return 'text';
  return kind === 'audio' ? 'sound' : kind;
}

const NO_LIMITS = { min: null, max: null, step: null, maxlength: null, choices: [] };

/** Returns the cells of a copied table; null for an unreadable text. */
export function pastedCells(text: string): readonly (readonly string[])[] | null {
  const read = readCsv(text, guessDelimiter(text));
  return read.ok ? read.value.records.map(({ cells }) => cells) : null;
}

/** Returns the row with pasted cells in the given columns. */
export function withCells(row: ListRow, columns: readonly ListColumn[], cells: readonly string[] | undefined): ListRow {
  if (cells === undefined) return row;
  const given = columns.flatMap(({ name, type }, at) => {
    const cell = cells[at];
    return cell === undefined ? [] : [[name, cellText(type, cell)] as const];
  });
  return { ...row, texts: { ...row.texts, ...Object.fromEntries(given) } };
}

/** Returns the value of a pasted cell. A number can have a currency, a decimal comma, and group separators. */
function cellText(type: DeclaredType, cell: string): string {
  const text = cell.trim();
  return type === 'number' ? decimalInCell(text) : text;
}
