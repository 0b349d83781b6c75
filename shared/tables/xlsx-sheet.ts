import { formatIsoDate, parseDate } from '../formats/calendar.ts';
import { findLanguage, type Language } from '../formats/languages.ts';
import { type Message, message } from '../messages/message.ts';
import { formatDecimal } from '../template/values/lengths.ts';
import type { NumberFormat } from './number-format.ts';
import type { Attributes, XmlHandler } from './read-xml.ts';
import {
  DAYS_OF_1904,
  datePieces,
  earlyTime,
  LEAP_DAY,
  localDate,
  type SerialTime,
  serialTime,
  serialValue,
  UNITS_PER_DAY,
} from './show-date.ts';
import { formatOf, NO_DATE, showNumber, showText } from './show-number.ts';
import {
  type Cell,
  type CellRange,
  cellName,
  EMPTY_CELL,
  parseRange,
  parseReference,
  type Sheet,
  type SheetRow,
  TableError,
  type WorkbookParts,
  workbookLimits,
} from './workbook.ts';
import { type CellFormat, cellFormat, isTrue, readPart, richText, unescaped } from './xlsx-texts.ts';

/** The data of a workbook that reading its sheets needs. */
export interface XlsxContext {
  readonly parts: WorkbookParts;
  /** The language tag of numbers and dates. */
  readonly language: string;
  readonly is1904: boolean;
  /** Whether the workbook has only one sheet. Names of cells then omit the sheet. */
  readonly isSingle: boolean;
  /** Reads the shared strings. Reads the file only once. */
  readonly sharedStrings: () => Promise<readonly string[]>;
  /** Reads the format codes of the cell formats. Reads the file only once. */
  readonly formats: () => Promise<readonly string[]>;
  /** Counts a cell with content. Throws {@link TableError} if the limit is exceeded. */
  readonly countCell: (sheet: string, line: number, column: number) => void;
}

/** Reads a sheet of an XLSX workbook. Throws {@link TableError}. */
export async function readXlsxSheet(context: XlsxContext, part: string, name: string): Promise<Sheet> {
  if (!context.parts.has(part)) throw new TableError('table/unreadable', message('sheet/damaged', { file: part }));
  const language = findLanguage(context.language);
  const values = new CellValues({ name, label: context.isSingle ? null : name }, language, {
    strings: await context.sharedStrings(),
    codes: await context.formats(),
    is1904: context.is1904,
  });
  const reader = new SheetReader(name, values, context.countCell);
  await readPart(context.parts, part, reader.handler);
  return { name, rows: reader.rows, merged: reader.merged, notes: values.notes() };
}

/** A cell as written in the file. */
interface WrittenCell {
  readonly line: number;
  readonly column: number;
  readonly type: string;
  readonly style: number;
  readonly isPicture: boolean;
  hasFormula: boolean;
  /** The text of the element `v`; null without the element. */
  value: string | null;
  /** The rich text of the element `is`. */
  inline: string | null;
}

class SheetReader {
  readonly rows: SheetRow[] = [];
  readonly merged: CellRange[] = [];
  readonly handler: XmlHandler;
  readonly #name: string;
  readonly #values: CellValues;
  readonly #count: XlsxContext['countCell'];
  #line = 0;
  #hidden = false;
  #cells: Cell[] = [];
  #column = 0;
  #cell: WrittenCell | null = null;
  #isValue = false;
  readonly #inline = richText((text) => {
    if (this.#cell !== null) this.#cell.inline = text;
  }, 'is');
  #isInline = false;

  constructor(name: string, values: CellValues, count: XlsxContext['countCell']) {
    this.#name = name;
    this.#values = values;
    this.#count = count;
    this.handler = {
      open: (element, attributes) => this.#open(element, attributes),
      text: (text) => this.#text(text),
      close: (element) => this.#close(element),
    };
  }

  #open(element: string, attributes: Attributes): void {
    if (this.#isInline) {
      this.#inline.open(element, attributes);
      return;
    }
    const cell = this.#cell;
    if (element === 'row') this.#openRow(attributes);
    else if (element === 'c') this.#openCell(attributes);
    else if (element === 'mergeCell') {
      const range = parseRange(attributes['ref'] ?? '');
      if (range !== null && this.merged.length < workbookLimits.cells) this.merged.push(range);
    } else if (cell === null) return;
    else if (element === 'f') cell.hasFormula = true;
    else if (element === 'v') [cell.value, this.#isValue] = ['', true];
    else if (element === 'is') {
      this.#isInline = true;
      this.#inline.open(element, attributes);
    }
  }

  #openRow({ r, hidden }: Attributes): void {
    const line = r === undefined ? this.#line + 1 : Number(r);
    if (!(Number.isInteger(line) && line > this.#line && line <= workbookLimits.sheetRows))
      throw this.#damagedCell(Number.isInteger(line) && line > 0 ? line : this.#line + 1, 1);
    this.#line = line;
    this.#hidden = isTrue(hidden);
    this.#cells = [];
    this.#column = 0;
  }

  #openCell({ r, t = 'n', s = '0', vm }: Attributes): void {
    const place = r === undefined ? { line: this.#line, column: this.#column + 1 } : parseReference(r);
    const isNext = place !== null && place.line === this.#line && place.column > this.#column;
    if (!isNext || place.column > workbookLimits.sheetColumns)
      throw this.#damagedCell(place?.line ?? this.#line, place?.column ?? this.#column + 1);
    this.#column = place.column;
    this.#cell = {
      ...{ ...place, type: t, style: Number(s), isPicture: vm !== undefined },
      ...{ hasFormula: false, value: null, inline: null },
    };
  }

  #text(text: string): void {
    if (this.#isInline) this.#inline.text(text);
    else if (this.#isValue && this.#cell !== null) this.#cell.value += text;
  }

  #close(element: string): void {
    if (this.#isInline) {
      this.#inline.close(element);
      this.#isInline = element !== 'is';
      return;
    }
    if (element === 'v') this.#isValue = false;
    else if (element === 'c' && this.#cell !== null) {
      const cell = this.#values.read(this.#cell);
      if (cell.kind !== 'empty') {
        this.#count(this.#name, this.#cell.line, this.#cell.column);
        while (this.#cells.length < this.#cell.column - 1) this.#cells.push(EMPTY_CELL);
        this.#cells.push(cell);
      }
      this.#cell = null;
    } else if (element === 'row' && this.#cells.length > 0)
      this.rows.push({ line: this.#line, hidden: this.#hidden, cells: this.#cells });
  }

  #damagedCell(line: number, column: number): TableError {
    return new TableError('table/unreadable', message('sheet/bad-cell', { cell: this.#values.nameOf(line, column) }));
  }
}

/** Cells with the same problem: their number, and the first cell. */
interface Counted {
  count: number;
  readonly first: string;
}

/** The kinds of problems that are counted for each sheet. */
const cellNotes = {
  formulas: 'sheet/no-results',
  pictures: 'sheet/pictures',
  errors: 'sheet/errors',
  'early-dates': 'sheet/early-dates',
  'no-dates': 'sheet/no-dates',
  'leap-days': 'sheet/leap-days',
} as const;
type CellNote = keyof typeof cellNotes;

/** Converts the cells of the file. Counts the cells whose content cannot be converted exactly. */
class CellValues {
  readonly #sheet: string;
  readonly #label: string | null;
  readonly #language: Language;
  readonly #strings: readonly string[];
  readonly #formats: readonly CellFormat[];
  readonly #is1904: boolean;
  readonly #texts: { readonly true: string; readonly false: string };
  readonly #counts = new Map<CellNote, Counted>();
  readonly #unknown = new Map<string, Counted>();

  constructor(
    { name, label }: { readonly name: string; readonly label: string | null },
    language: Language,
    {
      strings,
      codes,
      is1904,
    }: { readonly strings: readonly string[]; readonly codes: readonly string[]; readonly is1904: boolean },
  ) {
    this.#sheet = name;
    this.#label = label;
    this.#language = language;
    this.#strings = strings;
    this.#formats = codes.map(cellFormat);
    this.#is1904 = is1904;
    const isGerman = language.tag.toLowerCase().split('-')[0] === 'de';
    this.#texts = isGerman ? { true: 'WAHR', false: 'FALSCH' } : { true: 'TRUE', false: 'FALSE' };
  }

  notes(): readonly Message[] {
    const sheet = this.#sheet;
    return [
      ...[...this.#counts].map(([kind, { count, first }]) => message(cellNotes[kind], { sheet, count, first })),
      ...[...this.#unknown].map(([format, { count, first }]) =>
        message('sheet/unknown-format', { sheet, format, count, first }),
      ),
    ];
  }

  read(cell: WrittenCell): Cell {
    const { type, value, inline, hasFormula } = cell;
    if (type === 'inlineStr') return this.#text(cell, inline ?? '');
    if (value === null || (value === '' && type !== 'str')) {
      if (hasFormula) this.#note('formulas', cell);
      return EMPTY_CELL;
    }
    switch (type) {
      case 's': {
        const text = /^\s*\d+\s*$/.test(value) ? this.#strings[Number(value)] : undefined;
        if (text === undefined) throw this.#damaged(cell);
        return this.#text(cell, text);
      }
      case 'str':
        return this.#text(cell, unescaped(value));
      case 'b': {
        const isOn = isTrue(value.trim()) ? 'true' : 'false';
        return { kind: 'boolean', value: isOn, shown: this.#texts[isOn] };
      }
      case 'e':
        if (cell.isPicture) {
          this.#note('pictures', cell);
          return EMPTY_CELL;
        }
        this.#note('errors', cell);
        return { kind: 'error', shown: this.#limited(cell, value) };
      case 'd':
        return this.#isoDate(cell, value.trim());
      case 'n':
        return this.#number(cell, value.trim());
      default:
        throw this.#damaged(cell);
    }
  }

  #text(cell: WrittenCell, text: string): Cell {
    if (text === '') return EMPTY_CELL;
    const code = this.#formats[cell.style];
    const shown = code === undefined || code.isGeneral ? text : showText(code.format, text);
    return { kind: 'text', shown: this.#limited(cell, shown) };
  }

  #limited(cell: WrittenCell, text: string): string {
    if (text.length <= workbookLimits.cellCharacters) return text;
    throw new TableError(
      'table/too-large',
      message('sheet/long-cell', { cell: this.#place(cell), most: workbookLimits.cellCharacters }),
    );
  }

  #number(cell: WrittenCell, text: string): Cell {
    const number = Number(text);
    if (text === '' || !Number.isFinite(number)) throw this.#damaged(cell);
    const format = this.#formats[cell.style];
    if (format === undefined || format.isGeneral) {
      const { shown } = showNumber(GENERAL, number, this.#language);
      return { kind: 'number', value: formatDecimal(number), shown };
    }
    if (number < 0 && format.isDate && !format.isElapsed) return this.#earlyDate(cell, number, format);
    const serial = this.#is1904 && format.isDate && !format.isElapsed ? number + DAYS_OF_1904 : number;
    if (format.local !== null) {
      const value = serialValue(LOCAL_TOKENS[format.local], serial);
      const shown = localDate(serial, this.#language, format.local === 'date-time');
      if (shown === null) return this.#noDate(cell, number);
      return value === null
        ? { kind: 'number', value: formatDecimal(number), shown }
        : this.#date(cell, serial, value, shown);
    }
    const { shown, isUnderstood } = showNumber(format.format, serial, this.#language);
    if (!isUnderstood) this.#noteFormat(format.code, cell);
    if (!format.isDate) return { kind: 'number', value: formatDecimal(number), shown };
    const tokens = format.format?.[0]?.tokens ?? [];
    const elapsed = tokens.find((token) => token.kind === 'elapsed');
    if (elapsed !== undefined) {
      const inUnit = Number((number * UNITS_PER_DAY[elapsed.letter]).toPrecision(12));
      return { kind: 'number', value: formatDecimal(inUnit), shown };
    }
    if (shown === NO_DATE) return this.#noDate(cell, number);
    const value = serialValue(tokens, serial);
    return value === null
      ? { kind: 'number', value: formatDecimal(number), shown }
      : this.#date(cell, serial, value, shown);
  }

  /** Returns the cell of a date with a negative serial. A time before midnight has no text. */
  #earlyDate(cell: WrittenCell, number: number, { local, format }: CellFormat): Cell {
    const time = earlyTime(number, this.#is1904);
    const tokens = local === null ? (format?.[0]?.tokens ?? []) : LOCAL_TOKENS[local];
    const hasDate = tokens.some((token) => token.kind === 'date' && 'ymd'.includes(token.letter));
    const value = time !== null && hasDate ? serialValue(tokens, time) : null;
    if (time === null || value === null) return this.#noDate(cell, number);
    this.#note('early-dates', cell);
    const shown =
      local === null
        ? datePieces(tokens, time, sectionLanguage(format, this.#language))
        : localDate(time, this.#language, local === 'date-time');
    return { kind: 'date', value, shown: shown ?? value };
  }

  /** Returns the cell of a number without a date, as spreadsheets display it. */
  #noDate(cell: WrittenCell, number: number): Cell {
    this.#note('no-dates', cell);
    return { kind: 'number', value: formatDecimal(number), shown: NO_DATE };
  }

  /** Returns the cell of a date. The leap day of 1900 becomes the displayed text, because it never existed. */
  #date(cell: WrittenCell, serial: number, value: string, shown: string): Cell {
    const hasDate = value.length > 'hh:mm:ss'.length;
    if (!hasDate || serialTime(serial)?.serial !== LEAP_DAY) return { kind: 'date', value, shown };
    this.#note('leap-days', cell);
    return { kind: 'text', shown };
  }

  #isoDate(cell: WrittenCell, text: string): Cell {
    const date = parseDate(text.replace(/\.\d+/, ''));
    if (date === null) return this.#text(cell, text);
    const hasTime = date.precision !== 'day' && date.second !== 0;
    const value = formatIsoDate({ ...date, precision: hasTime ? 'second' : 'day' });
    if (date.day < FIRST_DAY_OF_1900) this.#note('early-dates', cell);
    const time: SerialTime = { serial: date.day < FIRST_SERIAL_DAY ? null : date.day + 25_569, ...date };
    const format = this.#formats[cell.style];
    const hasForm = format !== undefined && format.local === null && format.isDate;
    const tokens = hasForm && !(format.isElapsed && time.serial === null) ? format.format?.[0]?.tokens : undefined;
    const shown =
      tokens === undefined
        ? localDate(time, this.#language, hasTime)
        : datePieces(tokens, time, sectionLanguage(format?.format ?? null, this.#language));
    return { kind: 'date', value, shown: shown ?? value };
  }

  #note(kind: CellNote, cell: WrittenCell): void {
    const counted = this.#counts.get(kind);
    if (counted === undefined) this.#counts.set(kind, { count: 1, first: this.#place(cell) });
    else counted.count += 1;
  }

  #noteFormat(code: string, cell: WrittenCell): void {
    const counted = this.#unknown.get(code);
    if (counted !== undefined) counted.count += 1;
    else if (this.#unknown.size < MAX_UNKNOWN) this.#unknown.set(code, { count: 1, first: this.#place(cell) });
  }

  nameOf(line: number, column: number): string {
    return cellName(this.#label, line, column);
  }

  #place({ line, column }: WrittenCell): string {
    return this.nameOf(line, column);
  }

  #damaged(cell: WrittenCell): TableError {
    return new TableError('table/unreadable', message('sheet/bad-cell', { cell: this.#place(cell) }));
  }
}

/** Returns the language that the first section of a format names, or the language of the table. */
function sectionLanguage(format: NumberFormat, language: Language): Language {
  const own = format?.[0]?.language ?? null;
  return own === null ? language : findLanguage(own);
}

/** The maximum number of unsupported formats that are listed. */
const MAX_UNKNOWN = 10;

/** The number of days from 1970-01-01 to 1900-01-01. */
const FIRST_DAY_OF_1900 = -25_567;
/** The number of days from 1970-01-01 to 1900-03-01. From this day on, serials count the days since 1899-12-30. */
const FIRST_SERIAL_DAY = -25_508;

const GENERAL = formatOf('General');
const LOCAL_TOKENS = {
  date: [{ kind: 'date', letter: 'd', length: 1 }],
  'date-time': [
    { kind: 'date', letter: 'd', length: 1 },
    { kind: 'date', letter: 'h', length: 1 },
  ],
} as const;
