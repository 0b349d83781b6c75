import { type Delimiter, guessDelimiter, guessHeader } from '../../../../shared/batch/guess-form.ts';
import { type JsonTableFault, looksLikeJson, readJsonTable } from '../../../../shared/batch/read-json-table.ts';
import { type RaggedLine, type Table, type TableRecord, tableOfRecords } from '../../../../shared/batch/table.ts';
import { serviceLimits } from '../../../../shared/contract/limits.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import { decodeTable, type Encoding, guessEncoding } from './decode-table.ts';
import { parseDelimited } from './parse-delimited.ts';

/** The format of a file as the user set it; fields that are null are guessed. */
export interface TableWishes {
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  readonly header: boolean | null;
}

export const noWishes: TableWishes = { encoding: null, delimiter: null, header: null };

/** How a file was read. */
export interface TableForm {
  /** Null of what was pasted. */
  readonly encoding: Encoding | null;
  /** Null of JSON. */
  readonly delimiter: Delimiter | null;
  readonly header: boolean;
}

export interface ReadTable {
  readonly table: Table;
  readonly ragged: readonly RaggedLine[];
  readonly form: TableForm;
}

export type TableFault =
  | JsonTableFault
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-many'; readonly rows: number; readonly most: number };

/** Reads a file's bytes or a pasted text as a table. */
export function readTable(
  content: Uint8Array | string,
  wishes: TableWishes,
  { variables, columnName }: { readonly variables: readonly string[]; readonly columnName: (number: number) => string },
): Result<ReadTable, TableFault> {
  const encoding = typeof content === 'string' ? null : (wishes.encoding ?? guessEncoding(content));
  const text = typeof content === 'string' || encoding === null ? String(content) : decodeTable(content, encoding);
  const taken = takeApart(text, wishes);
  if (!taken.ok) return taken;
  const { records, delimiter, named } = taken.value;
  const header = named || (wishes.header ?? guessHeader(records, variables));
  const { table, ragged } = tableOfRecords(records, header, columnName);
  if (table.rows.length === 0) return err({ kind: 'empty' });
  const most = serviceLimits.batchRows;
  if (table.rows.length > most) return err({ kind: 'too-many', rows: table.rows.length, most });
  return ok({ table, ragged, form: { encoding, delimiter, header } });
}

interface TakenApart {
  readonly records: readonly TableRecord[];
  readonly delimiter: Delimiter | null;
  /** The first record names the columns for certain. */
  readonly named: boolean;
}

function takeApart(text: string, wishes: TableWishes): Result<TakenApart, TableFault> {
  if (wishes.delimiter === null && looksLikeJson(text)) {
    const read = readJsonTable(text);
    if (!read.ok) return read;
    return ok({ records: read.value.records, delimiter: null, named: read.value.hasHeader });
  }
  const delimiter = wishes.delimiter ?? guessDelimiter(text);
  const parsed = parseDelimited(text, delimiter);
  if (!parsed.ok) return err({ kind: 'malformed', message: parsed.error });
  return ok({ records: parsed.value, delimiter, named: false });
}
