import { columnLetters } from '#shared/tables/workbook.ts';
import { type ZipEntry, zipBytes } from '../../bundles/testing/zip-bytes.ts';

/** A cell: a text, a number, or the XML of a `c` element without its reference. */
export type WrittenCell = string | number | null | { readonly xml: string };

export interface WrittenSheet {
  readonly name: string;
  readonly rows?: readonly (readonly WrittenCell[])[];
  /** The numbers of hidden rows, from 1. */
  readonly hidden?: readonly number[];
  /** The XML in place of the rows. */
  readonly xml?: string;
  readonly merged?: readonly string[];
  readonly state?: 'hidden' | 'veryHidden';
  /** The tables of the sheet, by name. */
  readonly tables?: Readonly<Record<string, string>>;
}

export interface WrittenWorkbook {
  readonly sheets: readonly WrittenSheet[];
  /** The format codes of the cell formats; a number is the id of a built-in format. */
  readonly formats?: readonly (string | number)[];
  readonly sharedStrings?: readonly string[];
  readonly names?: Readonly<Record<string, string>>;
  readonly date1904?: boolean;
  readonly strict?: boolean;
  readonly deflate?: boolean;
  /** Changes to the entries of the file. */
  readonly change?: (entries: readonly ZipEntry[]) => readonly ZipEntry[];
}

const TRANSITIONAL = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';

/**
 * Writes an XLSX workbook as specified in ECMA-376. The names of its parts are unusual, because readers must follow
 * relations.
 */
export function xlsxBytes(book: WrittenWorkbook): Buffer {
  const strict = book.strict === true;
  const main = strict ? `${STRICT}/spreadsheetml/main` : `${TRANSITIONAL}/spreadsheetml/2006/main`;
  const office = strict
    ? `${STRICT}/officeDocument/relationships`
    : `${TRANSITIONAL}/officeDocument/2006/relationships`;
  const relations = (list: readonly (readonly [id: string, type: string, target: string])[]) =>
    `<Relationships xmlns="${TRANSITIONAL}/package/2006/relationships">${list
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const { sheets, formats = [], sharedStrings = [], names = {} } = book;
  const custom = formats.map((code, at) => ({ code, id: typeof code === 'number' ? code : 164 + at }));
  const styles = `<styleSheet xmlns="${main}"><numFmts>${custom
    .flatMap(({ code, id }) =>
      typeof code === 'number' ? [] : `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`,
    )
    .join(
      '',
    )}</numFmts><cellXfs><xf numFmtId="0"/>${custom.map(({ id }) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
  const workbook = `<x:workbook xmlns:x="${main}" xmlns:r="${office}"><x:workbookPr${book.date1904 === true ? ' date1904="1"' : ''}/><x:sheets>${sheets
    .map(
      ({ name, state }, at) =>
        `<x:sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="s${at}"/>`,
    )
    .join('')}</x:sheets><x:definedNames>${Object.entries(names)
    .map(([name, range]) => `<x:definedName name="${name}">${escapeXml(range)}</x:definedName>`)
    .join('')}</x:definedNames></x:workbook>`;
  const entries: ZipEntry[] = [
    entry('[Content_Types].xml', '<Types/>'),
    entry('_rels/.rels', relations([['m', 'officeDocument', '/book/main.xml']])),
    entry('book/main.xml', workbook),
    entry(
      'book/_rels/main.xml.rels',
      relations([
        ...sheets.map((_, at) => [`s${at}`, 'worksheet', `pages/p${at}.xml`] as const),
        ['t', 'sharedStrings', 'texts.xml'],
        ['f', 'styles', '../looks.xml'],
      ]),
    ),
    entry('book/texts.xml', `<sst xmlns="${main}">${sharedStrings.map((text) => `<si>${text}</si>`).join('')}</sst>`),
    entry('looks.xml', styles),
    ...sheets.flatMap((sheet, at) => [
      entry(`book/pages/p${at}.xml`, sheetXml(sheet, main)),
      ...Object.entries(sheet.tables ?? {}).flatMap(([name, ref]) => [
        entry(`book/pages/_rels/p${at}.xml.rels`, relations([['x', 'table', '../table.xml']])),
        entry('book/table.xml', `<table xmlns="${main}" name="${name}" displayName="${name}" ref="${ref}"/>`),
      ]),
    ]),
  ].map((each) => ({ ...each, deflate: book.deflate === true }));
  return zipBytes(book.change?.(entries) ?? entries);
}

function sheetXml({ rows = [], hidden = [], xml, merged = [] }: WrittenSheet, main: string): string {
  const data = rows
    .map((cells, at) => {
      const isHidden = hidden.includes(at + 1) ? ' hidden="1"' : '';
      return `<row r="${at + 1}"${isHidden}>${cells.map((cell, column) => cellXml(cell, `${columnLetters(column + 1)}${at + 1}`)).join('')}</row>`;
    })
    .join('');
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<worksheet xmlns="${main}"><sheetData>${xml ?? data}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`;
}

function cellXml(cell: WrittenCell, reference: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  return cell.xml.replace('<c', `<c r="${reference}"`);
}

function entry(name: string, bytes: string): ZipEntry {
  return { name, bytes };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const ODF = 'urn:oasis:names:tc:opendocument:xmlns';

/** Returns the content of an OpenDocument spreadsheet around the XML of its tables. */
export function odsContent(tables: string, root = 'office:document-content'): string {
  const flat = root === 'office:document' ? ` office:mimetype="${ODS_TYPE}"` : '';
  return `<?xml version="1.0"?><${root} xmlns:office="${ODF}:office:1.0" xmlns:table="${ODF}:table:1.0" xmlns:text="${ODF}:text:1.0"${flat}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></${root}>`;
}

/** Writes an ODS workbook. */
export function odsBytes(content: string, change?: (entries: readonly ZipEntry[]) => readonly ZipEntry[]): Buffer {
  const entries = [entry('mimetype', ODS_TYPE), entry('content.xml', content), entry('META-INF/manifest.xml', '<m/>')];
  return zipBytes(change?.(entries) ?? entries);
}
