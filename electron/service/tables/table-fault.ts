import type { OtherKind } from '#shared/batch/decode-table.ts';
import type { TableFault } from '#shared/batch/read-table.ts';
import { type TableExcess, tableLimits } from '#shared/batch/table.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { jsonFaultWords } from '#shared/messages/requests.en.ts';

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
