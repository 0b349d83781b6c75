import { parseDate } from '../formats/calendar.ts';
import { type Message, message } from '../messages/message.ts';
import { formatDecimal } from '../template/values/lengths.ts';
import { type Attributes, readXml, type XmlHandler } from './read-xml.ts';
import { clockOf } from './show-date.ts';
import {
  type Cell,
  type CellRange,
  cellName,
  EMPTY_CELL,
  type NamedRange,
  parseRange,
  type Sheet,
  type SheetName,
  type SheetRow,
  TableError,
  type Workbook,
  type WorkbookParts,
  workbookLimits,
} from './workbook.ts';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns:';
const NAMESPACES = {
  [`${ODF}office:1.0`]: 'office',
  [`${ODF}table:1.0`]: 'table',
  [`${ODF}text:1.0`]: 'text',
  [`${ODF}style:1.0`]: 'style',
  [`${ODF}manifest:1.0`]: 'manifest',
  [`${ODF}drawing:1.0`]: 'draw',
};
const MIME = /^application\/(?:vnd\.oasis\.opendocument|x-vnd\.oasis\.opendocument)\.spreadsheet(?:-template)?$/;

/** Opens an OpenDocument spreadsheet (ODS). Throws {@link TableError}. */
export async function openOds(parts: WorkbookParts): Promise<Workbook> {
  let type = '';
  for await (const piece of parts.read('mimetype')) type += piece.slice(0, workbookLimits.nameCharacters);
  if (!MIME.test(type.trim())) throw new TableError('table/kind', message('sheet/other-kind', { kind: 'office' }));
  if (!parts.has('content.xml'))
    throw new TableError('table/unreadable', message('sheet/damaged', { file: 'content.xml' }));
  await refuseEncryption(parts);
  return await openContent(() => parts.read('content.xml'), 'content.xml');
}

/** Opens a flat OpenDocument spreadsheet (FODS). Throws {@link TableError}. */
export async function openFods(read: () => AsyncIterable<string>): Promise<Workbook> {
  return await openContent(read, 'office:document');
}

async function refuseEncryption(parts: WorkbookParts): Promise<void> {
  const manifest = 'meta-inf/manifest.xml';
  if (!parts.has(manifest)) return;
  await readXml(
    parts.read(manifest),
    manifest,
    {
      open: (name) => {
        if (name === 'manifest:encryption-data') throw new TableError('table/protected', message('sheet/protected'));
      },
    },
    NAMESPACES,
  );
}

async function openContent(read: () => AsyncIterable<string>, file: string): Promise<Workbook> {
  const outline = new OdsOutline(file === 'content.xml');
  await readXml(read(), file, outline.handler, NAMESPACES);
  const { names, ranges, isSpreadsheet } = outline;
  if (!isSpreadsheet) throw new TableError('table/kind', message('sheet/other-kind', { kind: 'office' }));
  if (names.length === 0) throw new TableError('table/empty', message('sheet/no-sheets'));
  let cells = 0;
  const count = (sheet: string, line: number, column: number) => {
    cells += 1;
    if (cells > workbookLimits.cells)
      throw new TableError(
        'table/too-large',
        message('sheet/cells', { most: workbookLimits.cells, sheet, line, column }),
      );
  };
  return {
    sheets: names,
    ranges: ranges.filter(({ sheet }) => names.some(({ name }) => name === sheet)),
    readSheet: async (name) => {
      const index = names.findIndex((each) => each.name === name);
      const reader = new OdsReader({ name, label: names.length === 1 ? null : name, index }, count);
      await readXml(read(), file, reader.handler, NAMESPACES);
      return reader.sheet();
    },
  };
}

/** Reads the names of tables and ranges. */
class OdsOutline {
  readonly names: SheetName[] = [];
  readonly ranges: NamedRange[] = [];
  isSpreadsheet: boolean;
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  readonly handler: XmlHandler = { open: (element, attributes) => this.#open(element, attributes) };

  constructor(isSpreadsheet: boolean) {
    this.isSpreadsheet = isSpreadsheet;
  }

  #open(element: string, attributes: Attributes): void {
    switch (element) {
      case 'office:document':
        this.isSpreadsheet = MIME.test(attributes['office:mimetype'] ?? '');
        break;
      case 'style:style':
        this.#style = attributes['style:name'] ?? '';
        break;
      case 'style:table-properties':
        if (attributes['table:display'] === 'false') this.#hiddenStyles.add(this.#style);
        break;
      case 'table:table': {
        const name = attributes['table:name'] ?? `Sheet${this.names.length + 1}`;
        this.names.push({ name, hidden: this.#hiddenStyles.has(attributes['table:style-name'] ?? '') });
        break;
      }
      case 'table:named-range':
        this.#addRange('name', attributes['table:name'], attributes['table:cell-range-address']);
        break;
      case 'table:database-range':
        this.#addRange('table', attributes['table:name'], attributes['table:target-range-address']);
        break;
    }
  }

  #addRange(kind: NamedRange['kind'], name = '', address = ''): void {
    const found = rangeOf(address);
    if (found !== null && name !== '' && !name.startsWith('__')) this.ranges.push({ kind, name, ...found });
  }
}

/** Parses an address such as `$'My sheet'.$A$1:.$C$5`. Returns null for any other text. */
function rangeOf(address: string): { readonly sheet: string; readonly range: CellRange } | null {
  const [, quoted, plain, from, to] =
    /^\$?(?:'((?:[^']|'')+)'|([^'.]+))\.(\$?[A-Z]+\$?\d+)(?::(?:[^:]*\.)?(\$?[A-Z]+\$?\d+))?$/i.exec(address) ?? [];
  const range = from === undefined ? null : parseRange(`${from}:${to ?? from}`);
  return range && { sheet: quoted?.replaceAll("''", "'") ?? plain ?? '', range };
}

/** The elements whose text is not a part of the cell's text. */
const SEPARATE_TEXT_ELEMENTS = new Set([
  'office:annotation',
  'draw:frame',
  'draw:g',
  'draw:custom-shape',
  'table:shapes',
]);

/** Reads one sheet of the workbook. */
class OdsReader {
  readonly handler: XmlHandler;
  readonly #name: string;
  readonly #label: string | null;
  readonly #index: number;
  readonly #count: (sheet: string, line: number, column: number) => void;
  readonly #rows: SheetRow[] = [];
  readonly #merged: CellRange[] = [];
  readonly #noted = new Map<'no-results' | 'pictures', { count: number; readonly first: string }>();
  #sheets = -1;
  /** The nesting depth of open tables. */
  #depth = 0;
  #line = 0;
  #repeatedRows = 1;
  #hidden = false;
  #cells: Cell[] = [];
  #column = 0;
  #attributes: Attributes | null = null;
  #paragraphs: string[] = [];
  #isParagraph = false;
  /** Whether a following space of the paragraph is dropped. */
  #isAfterSpace = false;
  /** The number of open elements whose text is not a part of the cell's text. */
  #separateDepth = 0;
  #hasPicture = false;

  constructor(
    { name, label, index }: { readonly name: string; readonly label: string | null; readonly index: number },
    count: (sheet: string, line: number, column: number) => void,
  ) {
    this.#name = name;
    this.#label = label;
    this.#index = index;
    this.#count = count;
    this.handler = {
      open: (element, attributes) => this.#open(element, attributes),
      text: (text) => {
        if (this.#isParagraph && this.#separateDepth === 0) this.#addText(text);
      },
      close: (element) => this.#close(element),
    };
  }

  sheet(): Sheet {
    const sheet = this.#name;
    const notes = [...this.#noted].map(
      ([kind, { count, first }]): Message =>
        kind === 'pictures'
          ? message('sheet/pictures', { sheet, count, first })
          : message('sheet/no-results', { sheet, count, first }),
    );
    return { name: sheet, rows: this.#rows, merged: this.#merged, notes };
  }

  get #isHere(): boolean {
    return this.#sheets === this.#index && this.#depth === 1;
  }

  #open(element: string, attributes: Attributes): void {
    if (element === 'table:table') {
      this.#depth += 1;
      if (this.#depth === 1) this.#sheets += 1;
      return;
    }
    if (!this.#isHere) return;
    if (SEPARATE_TEXT_ELEMENTS.has(element)) {
      this.#separateDepth += 1;
      if (element === 'draw:frame' && this.#attributes !== null) this.#hasPicture = true;
      return;
    }
    if (this.#separateDepth > 0) return;
    switch (element) {
      case 'table:table-row':
        this.#line += 1;
        this.#repeatedRows = repetition(attributes['table:number-rows-repeated']);
        this.#hidden = (attributes['table:visibility'] ?? 'visible') !== 'visible';
        this.#cells = [];
        this.#column = 0;
        return;
      case 'table:table-cell':
      case 'table:covered-table-cell':
        this.#attributes = attributes;
        this.#paragraphs = [];
        this.#hasPicture = false;
        return;
      case 'text:p':
      case 'text:h':
        if (this.#attributes === null) return;
        this.#paragraphs.push('');
        this.#isParagraph = true;
        this.#isAfterSpace = true;
        return;
      case 'text:s':
        this.#add(' '.repeat(Math.min(repetition(attributes['text:c']), workbookLimits.cellCharacters)));
        return;
      case 'text:tab':
        this.#add('\t');
        return;
      case 'text:line-break':
        this.#add('\n');
        return;
    }
  }

  #add(text: string): void {
    const last = this.#paragraphs.length - 1;
    if (last < 0 || !this.#isParagraph) return;
    this.#paragraphs[last] += text;
    this.#isAfterSpace = false;
  }

  /** Adds the text of a paragraph. White space is one space, and none at its start (ODF 1.2, part 1, 6.1.2). */
  #addText(text: string): void {
    const spaced = text.replaceAll(/[\t\n\r ]+/g, ' ');
    const added = this.#isAfterSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
    if (added === '') return;
    this.#add(added);
    this.#isAfterSpace = added.endsWith(' ');
  }

  /** Ends a paragraph. White space at its end is dropped. */
  #endParagraph(): void {
    const text = this.#paragraphs.pop();
    if (text !== undefined) this.#paragraphs.push(this.#isAfterSpace && text.endsWith(' ') ? text.slice(0, -1) : text);
    this.#isParagraph = false;
  }

  #close(element: string): void {
    if (element === 'table:table') {
      this.#depth -= 1;
      return;
    }
    if (!this.#isHere) return;
    if (SEPARATE_TEXT_ELEMENTS.has(element)) this.#separateDepth -= 1;
    else if (element === 'text:p' || element === 'text:h') this.#endParagraph();
    else if (element === 'table:table-cell' || element === 'table:covered-table-cell') this.#endCell(element);
    else if (element === 'table:table-row') this.#endRow();
  }

  #endCell(element: string): void {
    const attributes = this.#attributes ?? {};
    const cell = element === 'table:covered-table-cell' ? EMPTY_CELL : this.#cellOf(attributes);
    const repeated = repetition(attributes['table:number-columns-repeated']);
    const from = this.#column;
    this.#column += repeated;
    const [rows, columns] = ['rows', 'columns'].map((side) => repetition(attributes[`table:number-${side}-spanned`]));
    if (rows !== undefined && columns !== undefined && (rows > 1 || columns > 1))
      this.#merged.push({
        ...{ top: this.#line, left: from + 1, bottom: this.#line + rows - 1, right: from + columns },
      });
    this.#attributes = null;
    if (cell.kind === 'empty') return;
    if (this.#column > workbookLimits.sheetColumns)
      throw new TableError(
        'table/too-large',
        message('sheet/limit', { what: 'columns', most: workbookLimits.sheetColumns, place: this.#name }),
      );
    while (this.#cells.length < from) this.#cells.push(EMPTY_CELL);
    for (let copy = 0; copy < repeated; copy += 1) {
      this.#count(this.#name, this.#line, from + copy + 1);
      this.#cells.push(cell);
    }
  }

  #endRow(): void {
    const { line, hidden, cells } = { line: this.#line, hidden: this.#hidden, cells: this.#cells };
    this.#line += this.#repeatedRows - 1;
    if (cells.length === 0) return;
    for (let copy = 0; copy < this.#repeatedRows; copy += 1) {
      if (line + copy > workbookLimits.sheetRows || this.#rows.length > workbookLimits.listRows)
        throw new TableError(
          'table/too-large',
          message('sheet/limit', { what: 'rows', most: workbookLimits.listRows, place: this.#name }),
        );
      if (copy > 0) for (const at of cells.keys()) this.#count(this.#name, line + copy, at + 1);
      this.#rows.push({ line: line + copy, hidden, cells });
    }
  }

  #cellOf(attributes: Attributes): Cell {
    const text = this.#paragraphs.join('\n');
    if (text.length > workbookLimits.cellCharacters)
      throw new TableError(
        'table/too-large',
        message('sheet/long-cell', { cell: this.#place(), most: workbookLimits.cellCharacters }),
      );
    const cell = cellOf(attributes, text);
    if (cell === null) throw this.#damaged();
    if (cell.kind === 'empty' && attributes['office:value-type'] === undefined) {
      if (attributes['table:formula'] !== undefined) this.#note('no-results');
      else if (this.#hasPicture) this.#note('pictures');
    }
    return cell;
  }

  #note(kind: 'no-results' | 'pictures'): void {
    const noted = this.#noted.get(kind);
    if (noted === undefined) this.#noted.set(kind, { count: 1, first: this.#place() });
    else noted.count += 1;
  }

  #place(): string {
    return cellName(this.#label, this.#line, this.#column + 1);
  }

  #damaged(): TableError {
    return new TableError('table/unreadable', message('sheet/bad-cell', { cell: this.#place() }));
  }
}

/** Returns a cell with its value and displayed text; null if a number is invalid. */
function cellOf(attributes: Attributes, text: string): Cell | null {
  const shownOr = (value: string) => (text === '' ? value : text);
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const number = Number(attributes['office:value'] ?? Number.NaN);
      if (!Number.isFinite(number)) return null;
      const value = formatDecimal(number);
      return { kind: 'number', value, shown: shownOr(value) };
    }
    case 'date': {
      const value = attributes['office:date-value']?.replace(/\.\d+$/, '') ?? '';
      return parseDate(value) === null ? textCell(text) : { kind: 'date', value, shown: shownOr(value) };
    }
    case 'time': {
      const time = clockOfDuration(attributes['office:time-value'] ?? '');
      return time === null ? textCell(text) : { ...time, shown: shownOr(time.value) };
    }
    case 'boolean': {
      const value = attributes['office:boolean-value'] === 'true' ? 'true' : 'false';
      return { kind: 'boolean', value, shown: shownOr(value.toUpperCase()) };
    }
    default: {
      const shown = shownOr(attributes['office:string-value'] ?? '');
      const isError = /^(?:#[A-Z/0!?]+|Err:\d+)$/.test(shown) && attributes['table:formula'] !== undefined;
      return isError ? { kind: 'error', shown } : textCell(shown);
    }
  }
}

function textCell(shown: string): Cell {
  return shown === '' ? EMPTY_CELL : { kind: 'text', shown };
}

/** Parses a duration such as `PT13H05M00S`. From one day on, the result is a number of hours. */
function clockOfDuration(text: string): { readonly kind: 'date' | 'number'; readonly value: string } | null {
  const [found, hours = '0', minutes = '0', seconds = '0'] =
    /^-?PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/.exec(text) ?? [];
  if (found === undefined) return null;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return !text.startsWith('-') && total < 86_400
    ? { kind: 'date', value: clockOf(total) }
    : { kind: 'number', value: formatDecimal(((text.startsWith('-') ? -1 : 1) * total) / 3600) };
}

/** Parses a number of repetitions. */
function repetition(text: string | undefined): number {
  const count = text === undefined ? 1 : Number(text);
  return Number.isSafeInteger(count) && count >= 1 ? count : 1;
}
