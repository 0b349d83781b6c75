import type { Encoding, OtherKind } from '#shared/batch/decode-table.ts';
import type { Delimiter } from '#shared/batch/guess-form.ts';
import type { ReadTable, TableChoices, TableFault } from '#shared/batch/read-table.ts';
import { type TableExcess, tableLimits } from '#shared/batch/table.ts';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { jsonFaultWords } from '#shared/messages/requests.en.ts';
import { issueOf, ServiceError } from '../errors/service-error.ts';
import type { TaskFault } from './table-task.ts';

/** Returns the rest of a sentence that starts with the name of an unreadable file. */
export function faultText(fault: TableFault): string {
  switch (fault.kind) {
    case 'other-file':
      return ` is ${FILE_KIND_NAMES[fault.is]}, not a table of text. ${adviceFor(fault.is)}`;
    case 'encoding':
      return fault.bad === null
        ? ' has a UTF-16 byte order mark but isn’t UTF-16. Save it as UTF-8.'
        : `:${fault.bad.line}: the byte ${fault.bad.byte} isn’t UTF-8. Save the file as UTF-8.`;
    case 'too-much':
      return ` has ${excess(fault)}. Split the file.`;
    case 'nul':
      return `:${fault.line}: contains the character NUL. Remove it, or save the file as UTF-8.`;
    case 'open-quote':
      return `:${fault.line}: the quote of a cell isn’t closed.`;
    case 'after-quote':
      return `:${fault.line}: text follows the closing quote of a cell. Write "" for a quote inside of a cell.`;
    case 'empty':
      return ' has no rows.';
    case 'syntax':
      return `:${fault.line}:${fault.column}: isn’t JSON: ${jsonFaultWords[fault.fault]}.`;
    case 'too-deep':
      return `:${fault.line}: nests more than ${fault.most} lists and objects. Write each row as an object of single values.`;
    case 'no-list':
      return ' must contain a list of rows, such as [{"title": "Spring"}].';
    case 'no-row':
      return `: row ${fault.row} isn’t an object of names and values.`;
    case 'nested':
      return `: row ${fault.row}: the object in "${fault.column}" is nested too deeply or is part of a list. Use a single value.`;
    default:
      return assertNever(fault);
  }
}

const FILE_KIND_NAMES: Readonly<Record<OtherKind, string>> = {
  excel: 'an Excel workbook',
  'old-excel': 'an Excel workbook or another Office file',
  'open-document': 'an OpenDocument spreadsheet',
  numbers: 'a Numbers spreadsheet',
  zip: 'a ZIP file',
  pdf: 'a PDF file',
  'web-page': 'an HTML or XML page',
  binary: 'a binary file',
};

function adviceFor(kind: OtherKind): string {
  return kind === 'zip' ? 'Choose a CSV or JSON file.' : 'Save it as CSV (UTF-8) in the program that made it.';
}

function excess({ what }: TableExcess): string {
  const most = tableLimits[what].toLocaleString('en-US');
  return what === 'bytes' ? `more than ${most} bytes` : `more than ${most} ${what}, the limit for a batch`;
}

/** Returns the error of a table that cannot be read. `file` names the table at the start of a sentence. */
export function tableRefusal(error: TaskFault, file = 'The file'): ServiceError {
  if (error.kind === 'error') return new ServiceError(error.code, error.says);
  return new ServiceError(codeOf(error.fault), `${file}${faultText(error.fault)}`);
}

function codeOf({ kind }: TableFault): ErrorCode {
  if (kind === 'too-much') return 'table/too-large';
  return kind === 'empty' ? 'table/empty' : 'table/unreadable';
}

const DELIMITERS = { comma: ',', semicolon: ';', bar: '|', tab: '\t' } as const satisfies Record<string, Delimiter>;
type DelimiterName = keyof typeof DELIMITERS;

/** The choices in a request that determine how a table is read. */
interface RequestedForm {
  readonly sheet?: string | undefined;
  readonly header?: 'first' | 'none' | number | undefined;
  readonly hidden?: boolean | undefined;
  readonly merged?: boolean | undefined;
  readonly language?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: DelimiterName | undefined;
}

/** Returns the choices of a request for reading a table. */
export function tableChoices(query: RequestedForm): TableChoices {
  const { sheet = null, header, hidden = false, merged = false, language = null, encoding = null, delimiter } = query;
  return {
    ...{ sheet, hidden, merged, language, encoding },
    delimiter: delimiter === undefined ? null : DELIMITERS[delimiter],
    header: header === undefined ? null : header !== 'none',
    headerRow: typeof header === 'number' ? header : null,
  };
}

/** Returns the name of a delimiter; null for JSON. */
function delimiterName(delimiter: Delimiter | null): DelimiterName | null {
  return (Object.keys(DELIMITERS) as DelimiterName[]).find((each) => DELIMITERS[each] === delimiter) ?? null;
}

/** Returns a table with its first rows in the form of HTTP answers. */
export function tableAnswer(read: ReadTable, count: number): object {
  const { table, form, headerLine, ragged, blankLines, repeated, repeatedColumns, otherMembers } = read;
  const { sheets = [], lines = [], notes = [], places } = read;
  return {
    kind: form.sheet !== undefined ? 'sheet' : form.delimiter === null ? 'json' : 'text',
    ...{
      sheets,
      sheet: form.sheet ?? null,
      encoding: form.encoding,
      delimiter: delimiterName(form.delimiter),
      headerLine,
    },
    ...{ columns: table.columns, count: table.rows.length, rows: table.rows.slice(0, count) },
    typed: table.typed?.slice(0, count) ?? [],
    lines: lines.slice(0, count),
    places: places === undefined ? null : { ...places, rows: places.rows.slice(0, count) },
    ...{ ragged, blankLines, repeated, repeatedColumns, otherMembers },
    notes: notes.map((says) => issueOf('table/note', says, { severity: 'warning' })),
  };
}
