import type { JsonFault, JsonFaultKind } from '../lib/json-fault.ts';
import { enumeration, quoted } from './quoting.ts';
import { type AnyMessage, messages } from './translation.ts';

/** A file name that a film gets instead of the requested one. */
export interface AlteredName {
  readonly row: number;
  readonly requested: string;
  readonly name: string;
  readonly isTaken: boolean;
}

/** The errors of JSON, each as the end of a sentence. */
export const jsonFaultWords: Readonly<Record<JsonFaultKind, string>> = {
  end: 'the text ends here; a value or a closing bracket is missing',
  'open-text': 'the closing quote of this text is missing',
  value: 'this isn’t a value; write a text in double quotes, a number, true, false, or null',
  name: 'a name in double quotes is missing',
  colon: 'the colon after the name is missing',
  comma: 'a comma or a closing bracket is missing',
  'trailing-comma': 'no comma is allowed before a closing bracket; remove it',
  quotes: 'this quote isn’t allowed; use the straight double quote "',
  control: 'a text contains a line break or a control character; write a line break as \\n',
  escape: 'this escape isn’t allowed; write a backslash as \\\\',
  number: 'this number isn’t valid; write it as in 10, -0.5, or 1e3',
  after: 'more text follows the end; to give several values, put them into one list: [{…}, {…}]',
};

export interface Field {
  /** The path of the field in the request, such as `destination.bucket`. */
  readonly field: string;
}

/** Problems of the fields of a request. */
export const requestMessages = messages({
  'field/too-many-values': ({ field, most }: Field & { most: number }) => `\`${field}\` has more than ${most} values.`,
  'field/too-deep': ({ field, most }: Field & { most: number }) =>
    `\`${field}\` is nested more than ${most} levels deep.`,
  'field/long-number': ({ field, most }: Field & { most: number }) =>
    `A number in \`${field}\` has more than ${most} characters. Shorten it, or send it as text in quotes.`,
  /** The first error of the JSON, if it is known. */
  'field/not-json': ({ field, fault, line, column }: Field & Partial<JsonFault>) =>
    `\`${field}\` isn’t valid JSON${jsonProblem({ fault, line, column })}.`,
  /** The first error of a JSON body, if it is known. */
  'body/not-json': ({ fault, line, column }: JsonFault) =>
    `The body isn’t valid JSON${jsonProblem({ fault, line, column })}.`,
  /** The first error of a table in JSON, if it is known. */
  'table/not-json': ({ fault, line, column }: JsonFault) =>
    `The table isn’t valid JSON${jsonProblem({ fault, line, column })}.`,
  'field/no-object': ({ field }: Field) => `\`${field}\` must be an object of names and values.`,
  'field/more-values-than-allowed': ({ field, count, most }: Field & { count: number; most: number }) =>
    `\`${field}\` has ${count} values; the limit is ${most}.`,
  'field/value-of-no-simple-kind': ({ name }: { name: string }) =>
    `The value of “${name}” must be a string, a number, a boolean, an array, or an object of such values.`,
  'field/source-by-one-name': () => 'Send either `src` or `url`.',
  'field/no-template-or-movie': () => 'Send `template` (the XML) or `movie` (a name).',
  'field/published-without-movie': () => '`published` needs `movie` (a name).',
  'field/template-and-movie': () => 'Send either `template` or `movie`.',
  'field/no-such-format': ({ names }: { names: readonly string[] }) =>
    `Unknown format. Use one of ${names.join(', ')}.`,
  'field/no-such-quality': ({ names }: { names: readonly string[] }) =>
    `Unknown quality. Use one of ${names.join(', ')}.`,
  'field/no-such-encoder': ({ names }: { names: readonly string[] }) =>
    `Unknown encoder. Use one of ${names.join(', ')}.`,
  'field/no-hardware-for-format': ({ format }: { format: string }) =>
    `${format} has no hardware encoder. Omit \`encoder\`.`,
  'field/too-long': ({ field, most }: Field & { most: number }) => `\`${field}\` can have up to ${most} characters.`,
  /** A parameter of the address; `inBody` is true if the body has a field of that name. */
  'parameter/unused': ({ parameter, inBody }: { parameter: string; inBody: boolean }) =>
    `\`${parameter}\` isn’t a parameter of this call, so it isn’t used.${inBody ? ' Send it as a field of the body.' : ''}`,
  /** The field that was probably meant; null if no name is similar. */
  'field/unused': ({ field, meant }: Field & { meant: string | null }) =>
    `\`${field}\` isn’t a field of this call, so it isn’t used.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`,
  'field/repeated': ({ field }: Field) => `\`${field}\` appears more than once. The last value is used.`,
  'field/no-language': ({ field }: Field) => `\`${field}\` must be a language tag, such as \`de\` or \`pt-BR\`.`,
  'field/no-loudness': ({ field, minimum, maximum }: Field & { minimum: number; maximum: number }) =>
    `\`${field}\` must be a number from ${minimum} to ${maximum}, or \`none\`.`,
  'field/no-byte-size': ({ field }: Field) =>
    `\`${field}\` must be a size from 1 kB to 1,000 GB, such as \`8MB\`, \`8MiB\`, or \`8000000\`.`,
  'format/no-size': ({ format, names }: { format: string; names: readonly string[] }) =>
    `${format} doesn’t support a maximum size. Use ${names.join(', ')}.`,
  'format/no-size-by-hardware': () => 'Hardware encoders don’t support a maximum size. Use the encoder `software`.',
  'field/no-boolean': ({ field }: Field) => `\`${field}\` must be \`true\` or \`false\`.`,
  'field/no-address': ({ field }: Field) => `\`${field}\` must be an http or https address.`,
  'field/address-with-credentials': ({ field }: Field) => `\`${field}\` must not contain a user name or password.`,
  'field/address-not-public': ({ field, host }: Field & { host: string }) =>
    `\`${field}\` leads to ${host}, which isn’t on the public internet. Use another address, or allow this host where the service starts.`,
  'field/missing-or-wrong': ({ field }: Field) => `\`${field}\` is missing or invalid.`,
  'field/missing': ({ field }: Field) => `\`${field}\` is missing.`,
  'field/unknown-name': ({ field, names }: Field & { names: readonly string[] }) =>
    `\`${field}\` has an unknown name. Use ${names.join(', ')}.`,
  'field/one-of': ({ field, names }: Field & { names: readonly string[] }) =>
    `\`${field}\` must be ${names.length === 1 ? names[0] : `one of ${names.join(', ')}`}.`,
  'field/no-rows': ({ field, most }: Field & { most: number }) =>
    `\`${field}\` must be a list of 1 to ${most} objects with values.`,
  'field/no-such-keys': () => 'There are no keys with that name.',
  'field/no-whole-number': ({ field }: Field) => `\`${field}\` must be a whole number.`,
  'field/out-of-bounds': ({ field, minimum, maximum }: Field & { minimum: number; maximum: number }) =>
    `\`${field}\` must be from ${minimum} to ${maximum}.`,
  'field/past': ({ field }: Field) => `\`${field}\` is in the past. Send a later time, in seconds since 1970.`,
  'range/no-range': () =>
    '`range` must be an object of the frames `from` (included) and `to` (excluded), counted from 0, such as `{"from": 0, "to": 50}`.',
  'range/empty': ({ from, to }: { from: number; to: number }) =>
    `The range is empty: \`range.to\` is ${to} and must be greater than \`range.from\`, which is ${from}.`,
  /** The following values are in frames. */
  'range/end-unknown': () =>
    'The length of the film isn’t known before its sources are read. Set `range.to`, the frame before which the range ends.',
  'range/end-behind-film': ({ length }: { length: number }) =>
    `The range ends after the film: \`range.to\` can be at most ${length}, the number of frames of the film.`,
  'range/start-behind-film': ({ length }: { length: number }) =>
    `The range starts after the film: \`range.from\` can be at most ${length - 1}, the last frame of the film.`,
  'frame/behind-film': ({ length }: { length: number }) =>
    `The film has ${length} frames; \`frame\` must be less than ${length}.`,
  'row/too-many-values': ({ row, count, most }: { row: number; count: number; most: number }) =>
    `Row ${row} has ${count} values; the limit is ${most}.`,
  'field/movie-or-movies': () => 'Send either `movie` (a name) or `movies` (a list of names).',
  'field/languages-or-column': () => 'Send either `languages` or `languageColumn`.',
  'field/listed-twice': ({ field, name }: Field & { name: string }) => `\`${field}\` lists “${name}” twice.`,
  'file-name/no-folder': () => 'A folder in the file name is empty, `.`, or `..`. Give each folder a name.',
  'file-name/broken-placeholder': () => 'Write placeholders as ${name}.',
  /** The row counts from 1. `isTaken`: an earlier row has the name. */
  'file-name/altered': ({ row, requested, name, isTaken }: AlteredName) =>
    isTaken
      ? `Row ${row}: an earlier row has the file name “${requested}”, so the film is named “${name}”.`
      : `Row ${row}: no file can be named “${requested}”, so the film is named “${name}”.`,
  'file-name/more-altered': ({ more }: { more: number }) =>
    more === 1 ? '1 more film is renamed.' : `${more} more films are renamed.`,
  'file-name/other-format': ({ ending, format }: { ending: string; format: string }) =>
    `The file names end in “${ending}”, but the format of the films is \`${format}\`. Set \`format\`, or remove the ending.`,
  'file-name/no-column': ({ name }: { name: string }) =>
    `The file name uses “${name}”, but the rows have no such column.`,
  'batch/no-language-column': ({ name }: { name: string }) =>
    `The language of the films comes from the column “${name}”, but the rows have no such column.`,
  'link/no-format': ({ names }: { names: readonly string[] }) =>
    `The address must end in a format: ${names.map((name) => `.${name}`).join(', ')}.`,
  'link/twice': ({ name }: { name: string }) => `\`${name}\` occurs twice.`,
  /** `near` are variables of the film with similar names. */
  'link/no-variable': ({ name, near }: { name: string; near: readonly string[] }) =>
    `The film has no variable “${name}”.${near.length === 0 ? '' : ` Did you mean ${near.map((nearName) => `“${nearName}”`).join(' or ')}?`}`,
  'link/not-of-format': ({ field, format }: Field & { format: string }) =>
    `\`${field}\` isn’t allowed in a link to ${format}.`,
  'link/no-frame': () => '`frame` must be a frame number or a time such as `1.5s`.',
  'link/no-expiry': () => '`expires` must be a time in whole seconds since 1970.',
  'link/vary-reserved': ({ name }: { name: string }) => `\`${name}\` isn’t a value, so \`vary\` can’t contain it.`,
  'link/values-too-long': ({ most }: { most: number }) => `All values together can have up to ${most} characters.`,
  'link/making': ({ most }: { most: number }) =>
    `${most} films of this project are already rendering for links. Try again later.`,
  'link/public-address': () => 'Enter only the scheme and the host, such as https://films.example.',
  'link/values-a-day': ({ most }: { most: number }) => `This link allows ${most} different sets of values per day.`,
  'link/photos-a-day': ({ most }: { most: number }) => `This form allows ${most} photos in 24 hours. Try again later.`,
  'link/photos-full': () => 'The storage for photos is full. Try again later.',
  'link/busy': () => 'Many links are being checked. Try again later.',
  /** Both values are in frames. */
  'link/frames': ({ length, most }: { length: number; most: number }) =>
    `It has ${length} frames; the limit is ${most}.`,
  'movie/too-large-as-xml': ({ mebibytes }: { mebibytes: number }) =>
    `As XML, this movie is larger than ${mebibytes} MiB.`,
});

/** An error in JSON; undefined if it is unknown. */
export type PossibleJsonFault = { readonly [Key in keyof JsonFault]: JsonFault[Key] | undefined };

/** Returns the place and the kind of an error in JSON as the end of a sentence; empty without an error. */
export function jsonProblem({ fault, line, column }: PossibleJsonFault): string {
  return fault === undefined ? '' : `: line ${line}, column ${column}: ${jsonFaultWords[fault]}`;
}

/** The kinds of files that people confuse with tables. */
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

/** A row without a key of its own. `key` and `other`, the line of a row with the same key, are null for an empty key. */
export interface RowWithoutKey {
  readonly line: number;
  readonly column: string;
  readonly key: string | null;
  readonly other: number | null;
  /** The names of both cells, such as `Sheet1!C7`; absent in messages of older versions, and for JSON. */
  readonly cell?: string | null;
  readonly otherCell?: string | null;
}

/** The reason why the file of a watched table is not read. */
export type TableFileFault = 'gone' | 'missing' | 'no-file' | 'no-folder' | 'outside' | 'not-granted' | 'unreadable';

/** Problems and notes of spreadsheets and of watched tables. */
export const tableMessages = messages({
  'sheet/xml': ({ file }: { file: string }) =>
    `${inQuotes(file)} in it isn’t valid XML. Open the file in a spreadsheet program and save it again.`,
  'sheet/damaged': ({ file }: { file: string }) =>
    `${inQuotes(file)} in it is missing or damaged. Open the file in a spreadsheet program and save it again.`,
  'sheet/bad-cell': ({ cell }: { cell: string }) =>
    `The cell ${cell} can’t be read. Open the file in a spreadsheet program and save it again.`,
  'sheet/zip': () => 'It’s incomplete or damaged. Copy it again, or save it again.',
  'sheet/limit': ({ what, most, place }: SheetLimit) =>
    `${inQuotes(place)} has ${limitWords(what, most)}. Delete what the films don’t need, or split the file.`,
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
    `${inQuotes(sheet)} has no rows below its header. Choose another sheet or another header row.`,
  'sheet/missing': ({ name, sheets }: { name: string; sheets: readonly string[] }) =>
    `The workbook has no ${inQuotes(name)}. Choose one of ${enumeration(sheets.map(inQuotes))}.`,
  'sheet/no-results': ({ sheet, count, first }: CountedCells) =>
    `${count === 1 ? 'A formula' : `${number(count)} formulas`} of ${inQuotes(sheet)} ${count === 1 ? 'has' : 'have'} no result (first ${first}), so ${count === 1 ? 'its cell is' : 'their cells are'} empty. ` +
    'Open the file in a spreadsheet program once and save it.',
  'sheet/pictures': ({ sheet, count, first }: CountedCells) =>
    `Pictures in cells aren’t read: ${count === 1 ? 'a cell' : `${number(count)} cells`} of ${inQuotes(sheet)} (first ${first}). Write the file names of the pictures instead.`,
  'sheet/errors': ({ sheet, count, first }: CountedCells) =>
    `${count === 1 ? 'A cell' : `${number(count)} cells`} of ${inQuotes(sheet)} ${count === 1 ? 'shows' : 'show'} an error (first ${first}). Fix the formula.`,
  'sheet/early-dates': ({ sheet, count, first }: CountedCells) =>
    `${count === 1 ? 'A cell' : `${number(count)} cells`} of ${inQuotes(sheet)} (first ${first}) ${count === 1 ? 'has a date' : 'have dates'} before the first date that Excel displays. Check ${count === 1 ? 'it' : 'them'}, or enter ${count === 1 ? 'the date' : 'the dates'} as text.`,
  'sheet/no-dates': ({ sheet, count, first }: CountedCells) =>
    `${count === 1 ? 'A cell' : `${number(count)} cells`} of ${inQuotes(sheet)} (first ${first}) ${count === 1 ? 'has a number that isn’t a date or time, so it shows' : 'have numbers that aren’t dates or times, so they show'} ########. Correct the number or its format.`,
  'sheet/leap-days': ({ sheet, count, first }: CountedCells) =>
    `${count === 1 ? 'A cell' : `${number(count)} cells`} of ${inQuotes(sheet)} (first ${first}) ${count === 1 ? 'has' : 'have'} the date February 29, 1900, which never existed, and ${count === 1 ? 'is' : 'are'} read as text. Correct the date.`,
  'sheet/unknown-format': ({ format, count, first }: CountedCells & { format: string }) =>
    `The number format ${inQuotes(format)} isn’t supported (${count === 1 ? 'a cell' : `${number(count)} cells`}, first ${first}), so the number is shown without it.`,
  'sheet/hidden-rows': ({ sheet, count }: { sheet: string; count: number }) =>
    count === 1
      ? `A hidden row of ${inQuotes(sheet)} is left out.`
      : `${number(count)} hidden rows of ${inQuotes(sheet)} are left out.`,
  'sheet/merged': ({ sheet, count, first }: CountedCells) =>
    `${inQuotes(sheet)} has merged cells (${number(count)}, first ${first}). Only the first cell of each has the value.`,
  'sheet/unmatched': ({ sheet, count }: { sheet: string; count: number }) =>
    count === 1
      ? `A row of ${inQuotes(sheet)} matches no row of the table, so it isn’t used.`
      : `${number(count)} rows of ${inQuotes(sheet)} match no row of the table, so they aren’t used.`,
  'live/file': ({ fault, code, name = '' }: { fault: TableFileFault; code: string; name?: string }) =>
    FILE_FAULTS[fault] ??
    (fault === 'missing'
      ? `There’s no file ${inQuotes(name)}. Check its name and its folder.`
      : LOCKED_CODES.has(code)
        ? 'Another program, such as Excel, has the file open, or you don’t have permission to read it.'
        : `The file can’t be read (${code}).`),
  'live/imported': ({ part, name }: { part: 'header' | 'file'; name: string }) =>
    part === 'header'
      ? `Exported projects don’t contain secrets, so the header ${inQuotes(name)} is missing. Enter it again in the settings of the table.`
      : `The file ${inQuotes(name)} was watched on another computer. Choose the source again in the settings of the table.`,
  'live/not-https': ({ address }: { address: string }) =>
    `${inQuotes(address)} must begin with https, unless its host is allowed. Use the https address of the table.`,
  'live/rows': ({ change, count, of }: { change: 'removed' | 'changed'; count: number; of: number }) =>
    `${number(count)} of ${number(of)} rows ${change === 'removed' ? 'were removed' : 'have other values'}, so nothing was changed. Apply the new table, or keep the old rows.`,
  'live/no-columns': ({ columns }: { columns: readonly string[] }) =>
    `The table lacks ${columns.length === 1 ? 'the column' : 'the columns'} ${enumeration(columns.map(inQuotes))}, so nothing was changed. Add ${columns.length === 1 ? 'it' : 'them'} again, or apply the new table.`,
  /** The first problem of a row, with the column that causes it. */
  'live/cell': ({ column, problem }: { column: string; problem: AnyMessage }, say) =>
    `Column ${inQuotes(column)}: ${say(problem)}`,
  'live/key': ({ line, column, key, other, cell = null, otherCell = null }: RowWithoutKey) =>
    key === null || other === null
      ? cell !== null
        ? `${cell} (${inQuotes(column)}) is empty, but the column identifies the rows. Fill in the cell.`
        : `Row ${line} has no ${inQuotes(column)}, which identifies the rows. Fill in the cell.`
      : cell !== null && otherCell !== null
        ? `${line < other ? cell : otherCell} and ${line < other ? otherCell : cell} (${inQuotes(column)}) both have ${inQuotes(key)}, but the column identifies the rows. Change one of them.`
        : `Rows ${Math.min(line, other)} and ${Math.max(line, other)} both have ${inQuotes(key)} as ${inQuotes(column)}, which identifies the rows. Change one of them.`,
});

const FILE_FAULTS: Partial<Readonly<Record<TableFileFault, string>>> = {
  gone: 'The file no longer exists. The films stay.',
  'no-file': 'It isn’t a file.',
  'no-folder': 'This service has no folder of tables. Start it with --tables FOLDER, or add the table to the project.',
  'not-granted': 'Scenewright isn’t permitted to watch this file. Choose it again in the settings of the table.',
  outside: 'The name must be a path in the folder of tables, such as people.csv.',
};

/** The codes of a file that another program has locked. */
const LOCKED_CODES = new Set(['EBUSY', 'EPERM', 'EACCES']);

const KINDS: Readonly<Record<OtherFileKind, string>> = {
  xls: 'an old Excel workbook (.xls) or another Office file',
  xlsb: 'a binary Excel workbook (.xlsb)',
  numbers: 'a Numbers spreadsheet',
  office: 'an Office document but not a spreadsheet',
  zip: 'a ZIP file',
  pdf: 'a PDF file',
  'web-page': 'an HTML or XML page',
  binary: 'a binary file',
  unknown: 'not a readable table',
};
const ADVICE: Partial<Readonly<Record<OtherFileKind, string>>> = {
  xls: 'Save it as .xlsx.',
  xlsb: 'Save it as .xlsx.',
  numbers: 'Export it as .xlsx.',
  pdf: 'Choose the table that it was made from.',
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

/** Formats a name for messages: in quotation marks, with control characters escaped, shortened if it is long. */
function inQuotes(name: string): string {
  return `“${quoted(name).slice(1, -1).replaceAll('\\"', '"')}”`;
}
