import { enumeration, quoted } from './quoting.ts';
import { messages } from './translation.ts';

/** The kinds of files that are no table. */
export type OtherFileKind = 'xls' | 'xlsb' | 'numbers' | 'office' | 'zip' | 'pdf' | 'web-page' | 'binary' | 'unknown';

export interface SheetLimit {
  readonly what:
    | 'depth'
    | 'attributes'
    | 'strings'
    | 'formats'
    | 'columns'
    | 'rows'
    | 'entries'
    | 'bytes'
    | 'all-bytes'
    | 'ratio';
  readonly most: number;
  /** The file, the sheet, or the cell. */
  readonly place: string;
}

/** Cells of a sheet with the same property, and the first one, such as `Sheet1!C7`. */
export interface CountedCells {
  readonly sheet: string;
  readonly count: number;
  readonly first: string;
}

/** Problems and notes of spreadsheets. */
export const tableMessages = messages({
  'sheet/xml': ({ file }: { file: string }) =>
    `${quoted(file)} in it isn’t valid XML. Open the file in a spreadsheet program and save it again.`,
  'sheet/damaged': ({ file }: { file: string }) =>
    `${quoted(file)} in it is missing or damaged. Open the file in a spreadsheet program and save it again.`,
  'sheet/bad-cell': ({ cell }: { cell: string }) =>
    `The cell ${cell} can’t be read. Open the file in a spreadsheet program and save it again.`,
  'sheet/zip': () => 'It’s incomplete or damaged. Copy it again, or save it again.',
  'sheet/limit': ({ what, most, place }: SheetLimit) =>
    `${quoted(place)} has ${limitWords(what, most)}. Delete what the films don’t need, or split the file.`,
  'sheet/cells': ({ most, sheet, line }: { most: number; sheet: string; line: number; column: number }) =>
    `It has more than ${number(most)} cells with content (reached in ${sheet}, row ${line}). Split the file.`,
  'sheet/long-cell': ({ cell, most }: { cell: string; most: number }) =>
    `The cell ${cell} has more than ${number(most)} characters. Shorten its text.`,
  'sheet/file-size': ({ most }: { most: number }) => `It’s larger than ${most} MiB. Split the file.`,
  'sheet/slow': ({ seconds }: { seconds: number }) =>
    `Reading it took longer than ${seconds} seconds or too much memory. Delete what the films don’t need, or split the file.`,
  'sheet/protected': () => 'Remove the password in the spreadsheet program and save the file.',
  'sheet/other-kind': ({ kind }: { kind: OtherFileKind }) => `It’s ${KINDS[kind]}. ${ADVICE[kind] ?? USUAL_ADVICE}`,
  'sheet/no-sheets': () => 'The workbook has no sheets with cells.',
  'sheet/no-rows': ({ sheet }: { sheet: string }) =>
    `${quoted(sheet)} has no rows below its header. Choose another sheet or another header row.`,
  'sheet/missing': ({ name, sheets }: { name: string; sheets: readonly string[] }) =>
    `The workbook has no ${quoted(name)}. Choose one of ${enumeration(sheets.map(quoted))}.`,
  'sheet/no-results': ({ sheet, count, first }: CountedCells) =>
    `${count === 1 ? 'A formula' : `${number(count)} formulas`} of ${quoted(sheet)} ${count === 1 ? 'has' : 'have'} no result (first ${first}), so ${count === 1 ? 'its cell is' : 'their cells are'} empty. ` +
    'Open the file in a spreadsheet program once and save it.',
  'sheet/pictures': ({ sheet, count, first }: CountedCells) =>
    `Pictures in cells aren’t read: ${count === 1 ? 'a cell' : `${number(count)} cells`} of ${quoted(sheet)} (first ${first}). Write the file names of the pictures instead.`,
  'sheet/errors': ({ sheet, count, first }: CountedCells) =>
    `${count === 1 ? 'A cell' : `${number(count)} cells`} of ${quoted(sheet)} ${count === 1 ? 'shows' : 'show'} an error (first ${first}). Fix the formula.`,
  'sheet/unknown-format': ({ format, count, first }: CountedCells & { format: string }) =>
    `The number format ${quoted(format)} isn’t supported (${count === 1 ? 'a cell' : `${number(count)} cells`}, first ${first}), so the number is shown without it.`,
  'sheet/hidden-rows': ({ sheet, count }: { sheet: string; count: number }) =>
    count === 1
      ? `A hidden row of ${quoted(sheet)} is left out.`
      : `${number(count)} hidden rows of ${quoted(sheet)} are left out.`,
  'sheet/merged': ({ sheet, count, first }: CountedCells) =>
    `${quoted(sheet)} has merged cells (${number(count)}, first ${first}). Only the first cell of each has the value.`,
  'sheet/unmatched': ({ sheet, count }: { sheet: string; count: number }) =>
    count === 1
      ? `A row of ${quoted(sheet)} belongs to no row of the table, so it isn’t used.`
      : `${number(count)} rows of ${quoted(sheet)} belong to no row of the table, so they aren’t used.`,
});

const KINDS: Readonly<Record<OtherFileKind, string>> = {
  xls: 'an old Excel workbook (.xls) or another Office file',
  xlsb: 'a binary Excel workbook (.xlsb)',
  numbers: 'a Numbers spreadsheet',
  office: 'an Office document but no spreadsheet',
  zip: 'a ZIP file',
  pdf: 'a PDF file',
  'web-page': 'an HTML or XML page',
  binary: 'a binary file',
  unknown: 'no table that can be read',
};
const ADVICE: Partial<Readonly<Record<OtherFileKind, string>>> = {
  xls: 'Save it as .xlsx.',
  xlsb: 'Save it as .xlsx.',
  numbers: 'Export it as .xlsx.',
  pdf: 'Choose the table from which it was made.',
};
const USUAL_ADVICE = 'Choose an XLSX, ODS, CSV, TSV, JSON, or NDJSON file.';

function limitWords(what: SheetLimit['what'], most: number): string {
  switch (what) {
    case 'depth':
      return `elements nested more than ${number(most)} deep`;
    case 'attributes':
      return `an element with more than ${number(most)} attributes`;
    case 'strings':
      return `more than ${number(most)} characters of text`;
    case 'formats':
      return `more than ${number(most)} cell formats`;
    case 'columns':
      return `more than ${number(most)} columns`;
    case 'rows':
      return `more than ${number(most)} rows`;
    case 'entries':
      return `more than ${number(most)} files, or a file with a name that is too long`;
    case 'bytes':
    case 'all-bytes':
      return `more than ${number(most / 2 ** 20)} MiB of unpacked data`;
    case 'ratio':
      return `data that unpacks to more than ${number(most)} times its size`;
    default:
      return what satisfies never;
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
