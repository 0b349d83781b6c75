import { expect, test } from 'vitest';
import { noTableChoices } from '#shared/batch/read-table.ts';
import { type ZipEntry, zipBytes } from '../bundles/testing/zip-bytes.ts';
import { runTableTask } from './table-task.ts';
import { odsBytes, odsContent } from './testing/workbook-bytes.ts';

/**
 * Small files as programs write them. They are written by hand after files and specifications of these programs. The
 * expected lines have the displayed texts, and the values of cells that display another text after `=`.
 */
type Sample = readonly [program: string, bytes: Uint8Array, lines: readonly string[]];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

interface Book {
  /** The content of `sheetData`. */
  readonly rows?: string;
  /** The elements after `sheetData`. */
  readonly after?: string;
  /** The whole sheet in place of its rows. */
  readonly sheet?: string;
  readonly strings?: string;
  /** The codes of the number formats. The format of style 0 is General. */
  readonly formats?: readonly (string | number)[];
  readonly sheets?: string;
  readonly properties?: string;
  readonly main?: string;
  readonly office?: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly change?: (entry: ZipEntry) => ZipEntry;
}

/** Writes an XLSX file with the parts and names that Excel gives to them. */
function xlsx(book: Book): Buffer {
  const { rows = '', after = '', strings, formats = [], properties = '', main = MAIN, office = OFFICE } = book;
  const relations = (list: readonly (readonly [id: string, type: string, target: string])[]) =>
    `${DECLARATION}<Relationships xmlns="${PACKAGE}">${list
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const codes = formats.map((code, at) => (typeof code === 'number' ? code : 164 + at));
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${book.sheets ?? '<sheet name="Sheet1" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ['rId3', 'styles', 'styles.xml'],
      ['rId4', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml':
      book.sheet ?? `${DECLARATION}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .flatMap((code, at) =>
        typeof code === 'number'
          ? []
          : `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`,
      )
      .join(
        '',
      )}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>` }),
    ...book.others,
  };
  const entries = Object.entries(parts).map(([name, bytes]): ZipEntry => ({ name, bytes, deflate: true }));
  return zipBytes(entries.map((entry) => book.change?.(entry) ?? entry));
}

const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const PEOPLE = '<si><t>id</t></si><si><t>name</t></si><si><t>Ada</t></si>';
const PEOPLE_ROWS =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2"><v>7</v></c><c r="B2" t="s"><v>2</v></c></row>';
const LINES = ['id|name', '7|Ada'];
const NUMBERS = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';

const workbooks: readonly Sample[] = [
  [
    'Excel with extensions of 2010 to 2023',
    xlsx({
      strings: PEOPLE,
      sheet: `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr xr2 xr3" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{00000000-0001-0000-0000-000000000000}"><dimension ref="A1:B2"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/><sheetData>${PEOPLE_ROWS.replaceAll('<row ', '<row spans="1:2" x14ac:dyDescent="0.25" ')}</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
    }),
    LINES,
  ],
  [
    'Excel with rich text, phonetic text, and spaces',
    xlsx({
      strings:
        '<si><t>title</t></si><si><r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">Red </t></r><r><t>tea</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si><t xml:space="preserve"> a </t></si>',
      rows: `${NUMBERS}<row r="2"><c r="A2" t="s"><v>1</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c></row><row r="4"><c r="A4" t="s"><v>3</v></c></row>`,
    }),
    ['title', 'Red tea', '東京', ' a '],
  ],
  [
    'Excel with dates, times, and durations',
    xlsx({
      strings: '<si><t>when</t></si>',
      formats: [14, 22, 20, 46, 'dd\\.mm\\.yyyy', '[$-407]d\\.\\ mmmm\\ yyyy'],
      rows: `${NUMBERS}<row r="2"><c r="A2" s="1"><v>46056</v></c></row><row r="3"><c r="A3" s="3"><v>0.5450231481481481</v></c></row><row r="4"><c r="A4" s="4"><v>1.5</v></c></row><row r="5"><c r="A5" s="5"><v>46056</v></c></row>`,
    }),
    ['when', '2/3/2026=2026-02-03', '13:04=13:04:50', '36:00:00=36', '03.02.2026=2026-02-03'],
  ],
  [
    'Excel with currencies, percentages, and fractions',
    xlsx({
      strings: '<si><t>n</t></si>',
      formats: ['#,##0.00\\ [$€-407]', 9, '# ?/?', '"#"000', '0.00E+00', '#,##0;[Red]-#,##0', '0.0,,"M"'],
      rows: `${NUMBERS}${[1234.5, 0.256, 1.75, 7, 12345, -1200, 2_500_000].map((value, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="${at + 1}"><v>${value}</v></c></row>`).join('')}`,
    }),
    ['n', '1,234.50 €=1234.5', '26%=0.256', '1 3/4=1.75', '#007=7', '1.23E+04=12345', '-1,200=-1200', '2.5M=2500000'],
  ],
  [
    'Excel with formulas, booleans, and an error',
    xlsx({
      rows: '<row r="1"><c r="A1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="B1" t="str"><v>on</v></c><c r="C1" t="str"><v>e</v></c></row><row r="2"><c r="A2"><f>SUM(1,2)</f><v>3</v></c><c r="B2" t="b"><f>TRUE()</f><v>1</v></c><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    }),
    ['ab|on|e', '3|TRUE=true|#DIV/0!'],
  ],
  [
    'Excel with shared and array formulas',
    xlsx({
      rows: '<row r="1"><c r="A1" t="str"><v>n</v></c></row><row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="0">ROW()*2</f><v>4</v></c></row><row r="3"><c r="A3"><f t="shared" si="0"/><v>6</v></c></row><row r="4"><c r="A4" cm="1"><f t="array" ref="A4">SUM(A2:A3)</f><v>10</v></c></row>',
    }),
    ['n', '4', '6', '10'],
  ],
  [
    'Excel in the strict form',
    xlsx({
      main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
      office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
      properties: '<workbookPr dateCompatibility="0"/>',
      formats: [14],
      rows: `<row r="1">${inline('A1', 'when')}</row><row r="2"><c r="A2" s="1" t="d"><v>2026-02-03</v></c></row>`,
    }),
    ['when', '2/3/2026=2026-02-03'],
  ],
  [
    'Excel for Mac with dates from 1904',
    xlsx({
      properties: '<workbookPr date1904="1"/>',
      formats: ['yyyy\\-mm\\-dd'],
      rows: `<row r="1">${inline('A1', 'when')}</row><row r="2"><c r="A2" s="1"><v>44594</v></c></row>`,
    }),
    ['when', '2026-02-03'],
  ],
  [
    'Excel with escaped characters and line breaks',
    xlsx({
      strings:
        '<si><t>text</t></si><si><t>one_x000D_\ntwo</t></si><si><t>_x005F_x000D_</t></si><si><t>a &amp; b &lt;c&gt;</t></si>',
      rows: `${NUMBERS}<row r="2"><c r="A2" t="s"><v>1</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c></row><row r="4"><c r="A4" t="s"><v>3</v></c></row>`,
    }),
    ['text', 'one\r\ntwo', '_x000D_', 'a & b <c>'],
  ],
  [
    'Excel with a first hidden sheet',
    xlsx({
      sheets:
        '<sheet name="Lists" sheetId="1" state="veryHidden" r:id="rId2"/><sheet name="Data" sheetId="2" r:id="rId1"/>',
      strings: PEOPLE,
      rows: PEOPLE_ROWS,
      others: { 'xl/worksheets/sheet2.xml': `<worksheet xmlns="${MAIN}"><sheetData/></worksheet>` },
    }),
    LINES,
  ],
  [
    'Excel with filtered rows and a table',
    xlsx({
      strings: PEOPLE,
      rows: `${PEOPLE_ROWS}<row r="3" hidden="1"><c r="A3"><v>8</v></c></row>`,
      after: '<autoFilter ref="A1:B3"/><tableParts count="1"/>',
    }),
    LINES,
  ],
  [
    'LibreOffice Calc',
    xlsx({
      strings: PEOPLE.replaceAll('<t>', '<t xml:space="preserve">'),
      rows: PEOPLE_ROWS.replaceAll(
        '<row ',
        '<row customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false" ',
      ).replaceAll('<c ', '<c s="0" '),
    }),
    LINES,
  ],
  [
    'LibreOffice Calc with formulas and empty styled cells',
    xlsx({
      formats: ['General', '#,##0.00', 'TRUE;TRUE;FALSE'],
      rows: `<row r="1">${inline('A1', 'n')}<c r="B1" s="1"/></row><row r="2"><c r="A2" s="2"><f aca="false">1000*1.5</f><v>1500</v></c><c r="B2" s="1"/></row>`,
    }),
    ['n', '1,500.00=1500'],
  ],
  [
    'Google Sheets',
    xlsx({
      strings: PEOPLE.replaceAll('<t>', '<t>'),
      sheet: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${MAIN}" xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main" xmlns:mv="urn:schemas-microsoft-com:mac:vml" xmlns:r="${OFFICE}"><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/><sheetData>${PEOPLE_ROWS.replaceAll('<c ', '<c s="0" ').replaceAll('<v>7</v>', '<v>7.0</v>')}</sheetData><drawing r:id="rId1"/></worksheet>`,
    }),
    LINES,
  ],
  [
    'Google Sheets with dates and checkboxes',
    xlsx({
      formats: ['m/d/yyyy', 'yyyy-mm-dd h:mm:ss'],
      rows: `<row r="1">${inline('A1', 'when')}${inline('B1', 'done')}${inline('C1', 'at')}</row><row r="2"><c r="A2" s="1"><v>46056.0</v></c><c r="B2" s="0" t="b"><v>0</v></c><c r="C2" s="2"><v>46056.5</v></c></row>`,
    }),
    ['when|done|at', '2/3/2026=2026-02-03|FALSE=false|2026-02-03 12:00:00=2026-02-03T12:00:00'],
  ],
  [
    'Apple Numbers',
    xlsx({
      sheets: '<sheet name="Sheet 1 - People" sheetId="1" r:id="rId1"/>',
      strings: PEOPLE,
      sheet: `${DECLARATION}<worksheet xmlns:r="${OFFICE}" xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><cols><col min="1" max="2" width="16.35" style="1" customWidth="1"/></cols><sheetData>${PEOPLE_ROWS.replaceAll('<row ', '<row ht="20.25" customHeight="1" ').replaceAll('<c ', '<c s="0" ')}<row r="3" ht="20"><c r="A3" s="0"/><c r="B3" s="0"/></row></sheetData><headerFooter><oddFooter>&amp;C&amp;P</oddFooter></headerFooter></worksheet>`,
    }),
    LINES,
  ],
  [
    'Apple Numbers with a title over the table',
    xlsx({
      rows: `<row r="1">${inline('A1', 'id')}${inline('B1', 'name')}</row><row r="2"><c r="A2"><v>7</v></c>${inline('B2', 'Ada')}</row>`,
      after: '<mergeCells count="1"><mergeCell ref="D1:E1"/></mergeCells>',
    }),
    LINES,
  ],
  [
    'openpyxl',
    xlsx({
      strings: PEOPLE,
      sheet: `<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="1" summaryRight="1"/><pageSetUpPr/></sheetPr><dimension ref="A1:B2"/><sheetFormatPr baseColWidth="8" defaultRowHeight="15"/><sheetData>${PEOPLE_ROWS.replace('<v>7</v>', '<v>7</v>').replaceAll('t="s"', 't="s" ')}</sheetData><pageMargins left="0.75" right="0.75" top="1" bottom="1" header="0.5" footer="0.5"/></worksheet>`,
    }),
    LINES,
  ],
  [
    'openpyxl without results of formulas',
    xlsx({
      rows: `<row r="1">${inline('A1', 'n')}${inline('B1', 'sum')}</row><row r="2"><c r="A2" t="n"><v>2</v></c><c r="B2"><f>A2*2</f><v/></c></row><row r="3"><c r="A3" t="n"><v>3</v></c><c r="B3"><f>A3*2</f><v></v></c></row>`,
    }),
    ['n|sum', '2|', '3|'],
  ],
  [
    'openpyxl in write-only mode',
    xlsx({
      rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c></row><row r="2"><c r="A2" t="n"><v>7</v></c><c r="B2" t="inlineStr"><is><t>Ada</t></is></c></row>`,
    }),
    LINES,
  ],
  [
    'pandas with XlsxWriter and an index',
    xlsx({
      strings: '<si><t>name</t></si><si><t>Ada</t></si><si><t>Bo</t></si>',
      rows: '<row r="1" spans="1:2"><c r="B1" s="0" t="s"><v>0</v></c></row><row r="2" spans="1:2"><c r="A2" s="0"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row><row r="3" spans="1:2"><c r="A3" s="0"><v>1</v></c><c r="B3" t="s"><v>2</v></c></row>',
    }),
    ['column 1|name', '0|Ada', '1|Bo'],
  ],
  [
    'pandas with XlsxWriter and times',
    xlsx({
      formats: ['yyyy\\-mm\\-dd\\ hh:mm:ss'],
      rows: `<row r="1">${inline('A1', 'at')}</row><row r="2"><c r="A2" s="1"><v>46056.25</v></c></row>`,
    }),
    ['at', '2026-02-03 06:00:00=2026-02-03T06:00:00'],
  ],
  [
    'R with writexl',
    xlsx({
      rows: `<row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>name</t></is></c></row><row><c><v>7</v></c><c t="inlineStr"><is><t>Ada</t></is></c></row>`,
    }),
    LINES,
  ],
  [
    'R with openxlsx',
    xlsx({
      strings: PEOPLE.replaceAll('<t>', '<t xml:space="preserve">'),
      rows: PEOPLE_ROWS.replaceAll('<c r="B1" t="s">', '<c r="B1" s="0" t="s">').replaceAll('<v>7</v>', '<v>7</v>'),
      after: '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
    }),
    LINES,
  ],
  [
    'SheetJS without shared strings',
    xlsx({
      rows: '<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>name</v></c></row><row r="2"><c r="A2"><v>7</v></c><c r="B2" t="str"><v>Ada</v></c></row>',
      after: '<ignoredErrors><ignoredError numberStoredAsText="1" sqref="A1:B2"/></ignoredErrors>',
    }),
    LINES,
  ],
  [
    'SheetJS with dates as text',
    xlsx({
      formats: [14],
      rows: '<row r="1"><c r="A1" t="str"><v>when</v></c></row><row r="2"><c r="A2" s="1" t="d"><v>2026-02-03T00:00:00.000Z</v></c></row>',
    }),
    ['when', '2/3/2026=2026-02-03'],
  ],
  [
    'ClosedXML with prefixes',
    xlsx({
      sheet: `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>id</x:t></x:is></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c></x:row><x:row r="2"><x:c r="A2"><x:v>7</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:t>Ada</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
    }),
    LINES,
  ],
  [
    'a .NET program with backslashes in the names of entries',
    xlsx({
      strings: PEOPLE,
      rows: PEOPLE_ROWS,
      change: (entry) => ({ ...entry, name: entry.name.replaceAll('/', '\\') }),
    }),
    LINES,
  ],
  [
    'Apache POI with a streamed sheet',
    xlsx({
      rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c></row>\n<row r="2">\n<c r="A2" t="n"><v>7.0</v></c><c r="B2" t="inlineStr"><is><t>Ada</t></is></c></row>\n`,
      change: (entry) => ({ ...entry, deflate: true }),
    }),
    LINES,
  ],
  [
    'Gnumeric with a byte order mark and UTF-16',
    xlsx({
      strings: PEOPLE,
      rows: PEOPLE_ROWS,
      change: (entry) =>
        entry.name.includes('sheet1')
          ? {
              ...entry,
              bytes: Buffer.from(
                `\uFEFF${String(entry.bytes).replace('encoding="UTF-8"', 'encoding="UTF-16"')}`,
                'utf16le',
              ),
            }
          : entry,
    }),
    LINES,
  ],
];

const cell = (type: string, attributes: string, text: string) =>
  `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const odsText = (text: string) => cell('string', '', text);
const odsRow = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const odsTable = (...rows: readonly string[]) => `<table:table table:name="Sheet1">${rows.join('')}</table:table>`;
const odsPeople = odsTable(
  odsRow(odsText('id'), odsText('name')),
  odsRow(cell('float', 'office:value="7"', '7'), odsText('Ada')),
);

const openDocuments: readonly Sample[] = [
  [
    'LibreOffice Calc with repeated rows and columns at the end',
    odsBytes(
      odsContent(
        odsTable(
          odsRow(odsText('id'), odsText('name'), '<table:table-cell table:number-columns-repeated="16382"/>'),
          odsRow(cell('float', 'office:value="7"', '7'), odsText('Ada')),
          '<table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        ),
      ),
    ),
    LINES,
  ],
  [
    'LibreOffice Calc with German texts',
    odsBytes(
      odsContent(
        odsTable(
          odsRow(odsText('Preis'), odsText('Datum'), odsText('fertig')),
          odsRow(
            cell('currency', 'office:currency="EUR" office:value="1234.5"', '1.234,50 €'),
            cell('date', 'office:date-value="2026-02-03"', '03.02.26'),
            cell('boolean', 'office:boolean-value="true"', 'WAHR'),
          ),
        ),
      ),
    ),
    ['Preis|Datum|fertig', '1.234,50 €=1234.5|03.02.26=2026-02-03|WAHR=true'],
  ],
  [
    'LibreOffice Calc with times, percentages, and spaces',
    odsBytes(
      odsContent(
        odsTable(
          odsRow(odsText('at'), odsText('share'), odsText('text')),
          odsRow(
            cell('time', 'office:time-value="PT13H05M00S"', '13:05'),
            cell('percentage', 'office:value="0.256"', '25.6%'),
            odsText('a<text:s text:c="2"/>b<text:line-break/>c<text:tab/>d'),
          ),
        ),
      ),
    ),
    ['at|share|text', '13:05=13:05:00|25.6%=0.256|a  b\nc\td'],
  ],
  [
    'LibreOffice Calc with paragraphs and a comment',
    odsBytes(
      odsContent(
        odsTable(
          odsRow(odsText('text')),
          odsRow(
            '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>one</text:p><text:p>two <text:span>three</text:span></text:p></table:table-cell>',
          ),
        ),
      ),
    ),
    ['text', 'one\ntwo three'],
  ],
  ['LibreOffice Calc as a flat file', Buffer.from(odsContent(odsPeople, 'office:document')), LINES],
  [
    'LibreOffice Calc with merged cells and a formula',
    odsBytes(
      odsContent(
        odsTable(
          odsRow(odsText('a'), odsText('b')),
          odsRow(
            '<table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="1" office:value-type="string"><text:p>x</text:p></table:table-cell>',
            '<table:covered-table-cell/>',
          ),
          odsRow(odsText('y'), cell('float', 'table:formula="of:=1+1" office:value="2"', '2')),
        ),
      ),
    ),
    ['a|b', 'x|', 'y|2'],
  ],
  ['Google Sheets as ODS', odsBytes(odsContent(odsPeople)), LINES],
  [
    'Excel as ODS with styles of columns',
    odsBytes(
      odsContent(
        odsPeople.replace(
          '<table:table-row>',
          '<table:table-column table:style-name="co1" table:number-columns-repeated="16384" table:default-cell-style-name="ce1"/><table:table-row>',
        ),
      ),
    ),
    LINES,
  ],
  [
    'pandas with odfpy',
    odsBytes(
      odsContent(
        odsTable(odsRow(odsText(''), odsText('name')), odsRow(cell('float', 'office:value="0"', '0'), odsText('Ada'))),
      ),
    ),
    ['column 1|name', '0|Ada'],
  ],
  [
    'R with readODS without texts of numbers',
    odsBytes(
      odsContent(
        odsTable(odsRow(odsText('n')), odsRow('<table:table-cell office:value-type="float" office:value="1234.50"/>')),
      ),
    ),
    ['n', '1234.5'],
  ],
  [
    'Gnumeric with repeated cells',
    odsBytes(
      odsContent(
        odsTable(
          odsRow(odsText('a'), odsText('b'), odsText('c')),
          odsRow(
            '<table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell>',
            odsText('z'),
          ),
        ),
      ),
    ),
    ['a|b|c', '5|5|z'],
  ],
];

const latin = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const texts: readonly Sample[] = [
  [
    'Excel as CSV in Germany',
    latin('id;Name;Preis\r\n7;J\xfcrgen;1.234,50 \x80\r\n'),
    ['id|Name|Preis', '7|Jürgen|1.234,50 €'],
  ],
  ['Excel as CSV (UTF-8)', Buffer.from('\uFEFFid,name\r\n7,"Ada, ""A"""\r\n'), ['id|name', '7|Ada, "A"']],
  ['Excel as Unicode text', utf16('id\tname\r\n7\tZoë\r\n'), ['id|name', '7|Zoë']],
  ['Excel with a line for the separator', latin('sep=;\r\nid;name\r\n7;Ada\r\n'), LINES],
  ['Excel for Mac as CSV with CR', latin('id;name\r7;Ada\r'), LINES],
  ['LibreOffice Calc with all texts quoted', Buffer.from('"id","name"\n7,"Ada"\n'), LINES],
  ['Google Sheets as CSV', Buffer.from('id,name\r\n7,"two\nlines"'), ['id|name', '7|two\nlines']],
  ['Google Sheets as TSV', Buffer.from('id\tname\r\n007\tAda'), ['id|name', '007|Ada']],
  ['Apple Numbers as CSV', Buffer.from('\uFEFFid;name\n7;Ada\n;\n'), LINES],
  ['R write.csv', Buffer.from('"","id","name"\n"1",7,"Ada"\n'), ['column 1|id|name', '1|7|Ada']],
  ['R write.csv2', Buffer.from('"id";"share"\n7;0,5\n'), ['id|share', '7|0,5']],
  ['pandas to_csv with an index', Buffer.from(',name\n0,Ada\n'), ['column 1|name', '0|Ada']],
  ['pandas to_csv with bars', Buffer.from('id|name\n7|Ada\n'), LINES],
  ['a database with UTF-16 BE', utf16('id,name\n7,Ada\n').swap16(), LINES],
  ['a program that ends files with Ctrl-Z', Buffer.from('id,name\r\n7,Ada\r\n\u001A'), LINES],
  ['pandas to_json with records', Buffer.from('[{"id":7,"name":"Ada"}]'), LINES],
  ['R jsonlite', Buffer.from('[\n  {\n    "id": 7,\n    "name": "Ada"\n  }\n]\n'), LINES],
  ['SheetJS sheet_to_json with rows', Buffer.from('[["id","name"],[7,"Ada"]]'), LINES],
  [
    'pandas to_json with lines',
    Buffer.from('{"id":7,"name":"Ada"}\n{"id":8,"name":null}\n'),
    ['id|name', '7|Ada', '8|'],
  ],
];

/** Reads a sample. Returns its columns and rows as lines. */
async function linesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const choices = { ...noTableChoices, header: true, language: 'en' };
  const read = await runTableTask({ bytes, choices, variables: [], columnPattern: 'column #', isList: false });
  if (!read.ok) return [JSON.stringify(read.error)];
  const { columns, rows, typed = [] } = read.value.table;
  const lines = rows.map((cells, row) =>
    cells.map((shown, at) => {
      const value = typed[row]?.[at];
      return value === undefined ? shown : `${shown}=${value}`;
    }),
  );
  return [columns, ...lines].map((cells) => cells.join('|'));
}

test.each([...workbooks, ...openDocuments, ...texts])(
  'a table is read as its program shows it: %s',
  async (_, bytes, lines) => {
    expect(await linesOf(bytes)).toEqual(lines);
  },
);

test('the samples cover 60 files', () => {
  expect(workbooks.length + openDocuments.length + texts.length).toBeGreaterThanOrEqual(60);
});
