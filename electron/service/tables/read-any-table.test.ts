import { expect, test } from 'vitest';
import { noTableChoices, type TableChoices } from '#shared/batch/read-table.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { cellName, nameOfCell } from '#shared/tables/workbook.ts';
import { zipBytes } from '../bundles/testing/zip-bytes.ts';
import { readAnyTable } from './read-any-table.ts';
import { runTableTask } from './table-task.ts';
import { odsBytes, odsContent, type WrittenWorkbook, xlsxBytes } from './testing/workbook-bytes.ts';

async function read(bytes: Uint8Array, choices: Partial<TableChoices> = {}) {
  const task = {
    bytes,
    choices: { ...noTableChoices, ...choices },
    variables: [],
    columnPattern: 'column #',
    isList: false,
  };
  return await runTableTask(task);
}

async function readRows(bytes: Uint8Array, choices: Partial<TableChoices> = {}) {
  const result = await read(bytes, choices);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function refusal(bytes: Uint8Array, choices: Partial<TableChoices> = {}): Promise<string> {
  const result = await read(bytes, choices);
  if (result.ok) return 'read';
  return result.error.kind === 'error'
    ? `${result.error.code} ${inEnglish(result.error.says)}`
    : result.error.fault.kind;
}

/** Returns the displayed texts and the values of a column of cells with these formats. */
async function shownNumbers(cells: readonly (readonly [number, string | number])[], language = 'en', date1904 = false) {
  const rows = cells.map(([value], at) => [{ xml: `<c s="${at + 1}"><v>${value}</v></c>` }]);
  const bytes = xlsxBytes({
    sheets: [{ name: 'S', rows: [['n'], ...rows] }],
    formats: cells.map(([, code]) => code),
    date1904,
  });
  const { table } = await readRows(bytes, { language });
  return table.rows.map(([shown], at) => [shown, table.typed?.[at]?.[0] ?? shown]);
}

const people: WrittenWorkbook = {
  sheets: [
    {
      name: 'People',
      rows: [
        ['Name', 'Born', 'Pay', 'Active', null, 'Note'],
        [
          'Ann',
          { xml: '<c s="1"><v>36526</v></c>' },
          { xml: '<c s="2"><v>1234.5</v></c>' },
          { xml: '<c t="b"><v>1</v></c>' },
        ],
        [
          'Bob',
          null,
          { xml: '<c t="s"><v>0</v></c>' },
          { xml: '<c t="str"><f>A1</f><v>x_x000D_y</v></c>' },
          null,
          ' z ',
        ],
      ],
    },
    { name: 'Lists', state: 'hidden', rows: [['id'], ['1']] },
  ],
  formats: [14, '#,##0.00 [$€-407]'],
  sharedStrings: ['<r><t>on </t></r><r><t>call</t></r><rPh><t>no</t></rPh>'],
};

test('a sheet becomes a table with the displayed texts and values', async () => {
  const { table, sheets, lines, form, headerLine } = await readRows(xlsxBytes(people), { language: 'de' });
  expect(table.columns).toEqual(['Name', 'Born', 'Pay', 'Active', 'Note']);
  expect(table.rows).toEqual([
    ['Ann', '01.01.2000', '1.234,50 €', 'WAHR', ''],
    ['Bob', '', 'on call', 'x\ry', ' z '],
  ]);
  expect(table.typed).toEqual([{ 1: '2000-01-01', 2: '1234.5', 3: 'true' }, null]);
  expect({ lines, headerLine, sheet: form.sheet }).toEqual({ lines: [2, 3], headerLine: 1, sheet: 'People' });
  expect(sheets?.map(({ id, hidden }) => [id, hidden])).toEqual([
    ['People', false],
    ['Lists', true],
  ]);
});

test('the thread returns the same table as the task', async () => {
  const bytes = xlsxBytes({ ...people, deflate: true });
  const task = { bytes, choices: noTableChoices, variables: [], columnPattern: 'column #', isList: false };
  expect(await readAnyTable(task, new AbortController().signal)).toEqual(await runTableTask(task));
});

test('a strict workbook equals a transitional one', async () => {
  expect(await readRows(xlsxBytes({ ...people, strict: true }))).toEqual(await readRows(xlsxBytes(people)));
});

test('a workbook ignores extensions and elements of other namespaces', async () => {
  const xml =
    '<row><c t="inlineStr"><is><t>a</t></is></c></row>' +
    '<row><c><v>1</v><extLst><ext><v>666</v></ext></extLst></c></row>' +
    '<q:row xmlns:q="urn:q"><q:c><q:v>7</q:v></q:c></q:row><skip xmlns="urn:q"><row><c><v>8</v></c></row></skip>' +
    '<row><c><v>2</v></c></row>' +
    '</sheetData><extLst><ext><sheetData><row><c><v>9</v></c></row></sheetData></ext></extLst><sheetData>';
  const { table } = await readRows(xlsxBytes({ sheets: [{ name: 'S', xml }] }));
  expect(table.rows).toEqual([['1'], ['2']]);
});

test('white space in a paragraph of an ODS cell is one space', async () => {
  const paragraph =
    '<text:p>  lead&#10;\t and <text:span> inner</text:span><text:s text:c="2"/> end<text:tab/>  \n</text:p><text:p>next\n</text:p>';
  const cell = `<table:table-cell office:value-type="string">${paragraph}</table:table-cell>`;
  const head = '<table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>';
  const rows = [head, cell].map((each) => `<table:table-row>${each}</table:table-row>`).join('');
  const bytes = odsBytes(odsContent(`<table:table table:name="S">${rows}</table:table>`));
  expect((await readRows(bytes)).table.rows).toEqual([['lead and inner   end\t\nnext']]);
});

test('cells and rows without a reference follow the previous ones', async () => {
  const xml =
    '<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row><row r="4"><c><v>1</v></c><c r="B4"><v>2</v></c></row>';
  const { table, lines } = await readRows(xlsxBytes({ sheets: [{ name: 'S', xml }] }));
  expect([table.columns, table.rows, lines]).toEqual([['a', 'b'], [['1', '2']], [4]]);
});

test('numbers are displayed in their formats', async () => {
  const cells = [
    [1234.5, 'General', '1234.5'],
    [1e21, 'General', '1E+21'],
    [-1e300, '@', '-1E+300'],
    [123456789012, 'General', '1.23457E+11'],
    [0.1 + 0.2, 'General', '0.3'],
    [1 / 3, 'General', '0.333333333'],
    [0.00001234, 'General', '0.00001234'],
    [-5, 'General', '-5'],
    [12345678901.5, 'General', '12345678902'],
    [-12345678901.5, 'General', '-12345678902'],
    [99999999999.9, 'General', '1E+11'],
    [9999999999.96, 'General', '10000000000'],
    [1234567890.46, 'General', '1234567890'],
    [1234.567, '#,##0.00', '1,234.57'],
    [1.005, '0.00', '1.01'],
    [-1234.5, '#,##0.0;(#,##0.0)', '(1,234.5)'],
    [0, '0;-0;"none"', 'none'],
    [5, '000', '005'],
    [0.256, '0.0%', '25.6%'],
    [1234567, '0.0,,"M"', '1.2M'],
    [12345, '0.00E+00', '1.23E+04'],
    [12345, '##0.0E+0', '12.3E+3'],
    [1.75, '# ?/?', '1 3/4'],
    [0.3333, '# ??/??', '  1/3 '],
    [5551234, '000-0000', '555-1234'],
    [7, '[<10]"few";"many"', 'few'],
    [17, '[<10]"few";"many"', 'many'],
    [1.5, '_(* #,##0.00_);_(* \\(#,##0.00\\)', ' 1.50 '],
    [3, '0" pcs."', '3 pcs.'],
    [3.14, '?.?', '3.1'],
    [0.5, '#.##', '.5'],
    [42, '@', '42'],
  ] as const;
  const shown = await shownNumbers(cells.map(([value, code]) => [value, code]));
  expect(shown.map(([text]) => text)).toEqual(cells.map(([, , text]) => text));
});

test('dates are displayed in their formats and have ISO values', async () => {
  const cells = [
    [1, 14, '1/1/1900', '1900-01-01'],
    [59, 14, '2/28/1900', '1900-02-28'],
    [61, 14, '3/1/1900', '1900-03-01'],
    [46056, 'dd.mm.yyyy', '03.02.2026', '2026-02-03'],
    [46056.5, 22, '2/3/2026 12:00', '2026-02-03T12:00:00'],
    [46056, 'ddd, d mmm yy', 'Tue, 3 Feb 26', '2026-02-03'],
    [46056, '[$-407]dddd, d. mmmm yyyy', 'Dienstag, 3. Februar 2026', '2026-02-03'],
    [0.545138888888889, 'h:mm AM/PM', '1:05 PM', '13:05:00'],
    [0.999999, 'hh:mm:ss', '00:00:00', '00:00:00'],
    [1.5, '[h]:mm', '36:00', '36'],
    [0.0417, '[mm]:ss', '60:03', '60.048'],
    [46056.000011574, 'mm:ss.0', '00:01.0', '00:00:01'],
  ] as const;
  const shown = await shownNumbers(cells.map(([value, code]) => [value, code]));
  expect(shown).toEqual(cells.map(([, , text, value]) => [text, value]));
});

test('the leap day of 1900 becomes the text that spreadsheets display', async () => {
  const cells = [
    [60, 14, '2/29/1900', '29.02.1900'],
    [60.75, 22, '2/29/1900 18:00', '29.02.1900 18:00'],
    [60, 'd mmm yyyy', '29 Feb 1900', '29 Feb 1900'],
    [60.5, 'yyyy-mm-dd hh:mm', '1900-02-29 12:00', '1900-02-29 12:00'],
  ] as const;
  const given = cells.map(([value, code]) => [value, code] as const);
  expect(await shownNumbers(given)).toEqual(cells.map(([, , shown]) => [shown, shown]));
  expect(await shownNumbers(given, 'de')).toEqual(cells.map(([, , , shown]) => [shown, shown]));
  // A time alone has no day.
  expect(await shownNumbers([[60.75, 'hh:mm']])).toEqual([['18:00', '18:00:00']]);
  const rows = [['n'], [{ xml: '<c s="1"><v>60</v></c>' }]];
  const { notes = [] } = await readRows(xlsxBytes({ sheets: [{ name: 'S', rows }], formats: [14] }));
  expect(notes.map(inEnglish).join()).toContain('(first A2) has the date February 29, 1900');
});

test('serial 0 is displayed as day 0, as spreadsheets do', async () => {
  const cells = [
    [0, 14],
    [0, 'yyyy-mm-dd'],
    [0.5, 22],
  ] as const;
  expect(await shownNumbers(cells)).toEqual([
    ['1/0/1900', '0'],
    ['1900-01-00', '0'],
    ['1/0/1900 12:00', '12:00:00'],
  ]);
  expect(await shownNumbers([[0, 14]], 'de')).toEqual([['00.01.1900', '0']]);
});

test('in the 1904 date system, the number 0 is January 1, 1904', async () => {
  expect(await shownNumbers([[0, 14]], 'en', true)).toEqual([['1/1/1904', '1904-01-01']]);
});

test('dates before 1900 are displayed in their formats and noted', async () => {
  const cells = [
    [-10573, undefined, 14, '1/18/1871', '1871-01-18'],
    [-10573, undefined, 'ddd dd.mm.yyyy;@', 'Wed 18.01.1871', '1871-01-18'],
    [-1, undefined, '[$-407]d. mmmm yyyy', '29. Dezember 1899', '1899-12-29'],
    ['1871-01-18', 'd', '[$-407]d. mmmm yyyy', '18. Januar 1871', '1871-01-18'],
    [-0.25, undefined, 22, '12/29/1899 18:00', '1899-12-29T18:00:00'],
    ['1871-01-18', 'd', 14, '1/18/1871', '1871-01-18'],
    ['1871-01-18T06:30:05', 'd', 'yyyy-mm-dd hh:mm', '1871-01-18 06:30', '1871-01-18T06:30:05'],
    ['1899-12-31', 'd', 'ddd d mmm yyyy', 'Sun 31 Dec 1899', '1899-12-31'],
    ['1900-01-01', 'd', 'yyyy-mm-dd', '1900-01-01', '1900-01-01'],
    ['0001-01-01', 'd', 'd.m.yyyy', '1.1.1', '0001-01-01'],
  ] as const;
  const rows = cells.map(([value, type = 'n'], at) => [{ xml: `<c s="${at + 1}" t="${type}"><v>${value}</v></c>` }]);
  const bytes = xlsxBytes({
    sheets: [{ name: 'S', rows: [['n'], ...rows] }],
    formats: cells.map(([, , code]) => code),
  });
  const { table, notes } = await readRows(bytes);
  expect(table.rows.map(([shown], at) => [shown, table.typed?.[at]?.[0] ?? shown])).toEqual(
    cells.map(([, , , shown, value]) => [shown, value]),
  );
  expect(notes).toMatchObject([{ code: 'sheet/early-dates', values: { sheet: 'S', count: 9, first: 'A2' } }]);
  expect(await shownNumbers([[-1, 14]], 'en', true)).toEqual([['12/31/1903', '1903-12-31']]);
});

test('numbers outside of the calendar stay numbers and are noted', async () => {
  const cells = [
    [-1e6, 14],
    [1e20, 'yyyy'],
    [-0.25, 'h:mm'],
  ] as const;
  const rows = cells.map(([value], at) => [{ xml: `<c s="${at + 1}"><v>${value}</v></c>` }]);
  const bytes = xlsxBytes({ sheets: [{ name: 'S', rows: [['n'], ...rows] }], formats: cells.map(([, code]) => code) });
  const { table, notes } = await readRows(bytes);
  expect(table.rows).toEqual([['########'], ['########'], ['########']]);
  expect(table.typed).toEqual([{ 0: '-1000000' }, { 0: '100000000000000000000' }, { 0: '-0.25' }]);
  expect(notes).toMatchObject([{ code: 'sheet/no-dates', values: { sheet: 'S', count: 3, first: 'A2' } }]);
});

test('an unknown format displays the number and is noted', async () => {
  const rows = [['n'], [{ xml: '<c s="1"><v>2.5</v></c>' }]];
  const { table, notes } = await readRows(xlsxBytes({ sheets: [{ name: 'S', rows }], formats: ['[DBNum1]0'] }));
  expect(table.rows).toEqual([['2.5']]);
  expect(notes?.map(({ code }) => code)).toEqual(['sheet/unknown-format']);
});

test('formulas without results, pictures, and errors are noted with their first cell', async () => {
  const rows = [
    ['a', 'b', 'c'],
    [
      { xml: '<c><f>WEBSERVICE("http://x")</f></c>' },
      { xml: '<c t="e" vm="1"><v>#VALUE!</v></c>' },
      { xml: '<c t="e"><v>#DIV/0!</v></c>' },
    ],
    ['x', 'y', { xml: '<c t="e"><v>#N/A</v></c>' }],
  ];
  const { table, notes = [] } = await readRows(xlsxBytes({ sheets: [{ name: 'S', rows }] }));
  expect(table.rows).toEqual([
    ['', '', '#DIV/0!'],
    ['x', 'y', '#N/A'],
  ]);
  expect(notes).toMatchObject([
    { code: 'sheet/no-results', values: { sheet: 'S', count: 1, first: 'A2' } },
    { code: 'sheet/pictures', values: { sheet: 'S', count: 1, first: 'B2' } },
    { code: 'sheet/errors', values: { sheet: 'S', count: 2, first: 'C2' } },
  ]);
});

test('a sheet excludes hidden rows by default', async () => {
  const bytes = xlsxBytes({ sheets: [{ name: 'S', rows: [['a'], ['1'], ['2']], hidden: [2] }] });
  const { table, notes = [] } = await readRows(bytes);
  expect([table.rows, notes.map(inEnglish)]).toEqual([[['2']], ['A hidden row of “S” is left out.']]);
  expect((await readRows(bytes, { hidden: true })).table.rows).toEqual([['1'], ['2']]);
});

test('merged cells have one value unless they are filled', async () => {
  const rows = [
    ['a', 'b'],
    ['x', '1'],
    [null, '2'],
    ['y', null],
  ];
  const bytes = xlsxBytes({ sheets: [{ name: 'S', rows, merged: ['A2:A3', 'A4:B4'] }] });
  const { table, notes = [] } = await readRows(bytes);
  expect(table.rows).toEqual([
    ['x', '1'],
    ['', '2'],
    ['y', ''],
  ]);
  expect(notes).toMatchObject([{ code: 'sheet/merged', values: { count: 2, first: 'A2' } }]);
  expect((await readRows(bytes, { merged: true })).table.rows).toEqual([
    ['x', '1'],
    ['x', '2'],
    ['y', 'y'],
  ]);
});

test('a table, a defined name, and another sheet can be chosen', async () => {
  const rows = [['title'], ['', 'k', 'v'], ['', 'a', '1'], ['', 'b', '2']];
  const bytes = xlsxBytes({
    sheets: [
      { name: 'My sheet', rows, tables: { People: 'B2:C3' } },
      { name: 'B', rows: [['x'], ['9']] },
    ],
    names: { rows: "'My sheet'!$C$2:$C$4", sum: 'SUM(A1)', '_xlnm.Area': 'B!A1' },
  });
  const tableOf = async (sheet: string) => (await readRows(bytes, { sheet })).table;
  expect(await tableOf('#Table:people')).toMatchObject({ columns: ['k', 'v'], rows: [['a', '1']] });
  expect(await tableOf('#Name:rows')).toMatchObject({ columns: ['v'], rows: [['1'], ['2']] });
  expect(await tableOf('#b')).toMatchObject({ columns: ['x'], rows: [['9']] });
  expect(await refusal(bytes, { sheet: 'C' })).toContain('table/no-sheet The workbook has no “C”.');
});

test('a sheet has the header row of the request', async () => {
  const bytes = xlsxBytes({ sheets: [{ name: 'S', rows: [['Report'], ['a', 'b'], ['1', '2']] }] });
  expect((await readRows(bytes, { headerRow: 2 })).table).toMatchObject({ columns: ['a', 'b'], rows: [['1', '2']] });
  expect((await readRows(bytes, { header: false })).table).toMatchObject({ columns: ['column 1', 'column 2'] });
});

const odsTables = `<table:table table:name="One"><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>b</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date" office:date-value="2026-02-03"><text:p>03.02.26</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="1234.5"><text:p>1.234,50</text:p></table:table-cell><table:table-cell office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation><text:p>one<text:s text:c="2"/>two<text:tab/></text:p><text:p>three</text:p></table:table-cell></table:table-row>
<table:table-row table:visibility="filter"><table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell><table:covered-table-cell/><table:table-cell office:value-type="time" office:time-value="PT13H05M00S"><text:p>13:05</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;

test.each([
  ['ODS', odsBytes(odsContent(odsTables))],
  [
    'ODS with other prefixes',
    odsBytes(
      odsContent(odsTables)
        .replaceAll(/(<\/?|\s)table:/g, '$1tb:')
        .replaceAll(/(<\/?|\s)text:/g, '$1tx:')
        .replace('xmlns:table=', 'xmlns:tb=')
        .replace('xmlns:text=', 'xmlns:tx='),
    ),
  ],
  ['FODS', Buffer.from(odsContent(odsTables, 'office:document'))],
])('an OpenDocument spreadsheet has the displayed texts: %s', async (_, bytes) => {
  const { table, notes = [], lines } = await readRows(bytes);
  expect(table.columns).toEqual(['a', 'b', 'b 2']);
  const row = ['03.02.26', '1.234,50', 'one  two\t\nthree'];
  expect(table.rows).toEqual([row, row]);
  expect(table.typed).toEqual([
    { 0: '2026-02-03', 1: '1234.5' },
    { 0: '2026-02-03', 1: '1234.5' },
  ]);
  expect([lines, notes.map(({ code }) => code)]).toEqual([[2, 3], ['sheet/hidden-rows']]);
  const all = await readRows(bytes, { hidden: true });
  expect([all.table.rows[2], all.table.typed?.[2]]).toEqual([['WAHR', '', '13:05'], { 0: 'true', 2: '13:05:00' }]);
});

const oneSheet = (xml: string, more: Partial<WrittenWorkbook> = {}) =>
  xlsxBytes({ sheets: [{ name: 'S', xml }], ...more });
const filled = (name: string, bytes: string) => (entries: readonly { readonly name: string }[]) =>
  entries.map((each) => (each.name === name ? { ...each, name, bytes } : { bytes: '', ...each }));
const deep = (count: number) => `<row>${'<x>'.repeat(count)}${'</x>'.repeat(count)}</row>`;

test.each([
  ['a shared text that does not exist', oneSheet('<row><c t="s"><v>7</v></c></row>'), 'table/unreadable'],
  ['a number that is none', oneSheet('<row><c><v>NaN</v></c></row>'), 'table/unreadable'],
  ['rows in reverse', oneSheet('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>'), 'table/unreadable'],
  [
    'two cells at one place',
    oneSheet('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>1</v></c></row>'),
    'table/unreadable',
  ],
  ['deep elements', oneSheet(deep(100_000)), 'table/too-large'],
  [
    'a document type',
    xlsxBytes({
      sheets: [{ name: 'S', rows: [['a'], ['1']] }],
      change: filled('looks.xml', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
    }),
    'table/unreadable',
  ],
  ['a long cell', oneSheet(`<row><c t="str"><v>${'x'.repeat(32_768)}</v></c></row>`), 'table/too-large'],
  [
    'many formats',
    xlsxBytes({ sheets: [{ name: 'S', rows: [['a'], ['1']] }], formats: Array(65_536).fill('0') }),
    'table/too-large',
  ],
  [
    'a high ratio',
    oneSheet(`<row><c t="str"><v>a</v></c></row>${' '.repeat(20_000_000)}`, { deflate: true }),
    'table/too-large',
  ],
  [
    'a wrong size',
    xlsxBytes({
      ...people,
      change: (all) => all.map((each) => (each.name === 'looks.xml' ? { ...each, claimedSize: 5 } : each)),
    }),
    'table/unreadable',
  ],
  [
    'entries at the same place',
    xlsxBytes({
      ...people,
      change: (all) => all.map((each) => (each.name === 'looks.xml' ? { ...each, placeOf: 'book/texts.xml' } : each)),
    }),
    'table/unreadable',
  ],
  [
    'too many entries',
    zipBytes(Array.from({ length: 2_001 }, (_, at) => ({ name: `xl/workbook${at}`, bytes: '' }))),
    'table/too-large',
  ],
  ['a cut file', xlsxBytes(people).subarray(0, 800), 'table/unreadable'],
  [
    'repeated rows',
    odsBytes(
      odsContent(
        '<table:table table:name="S"><table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ),
    'table/too-large',
  ],
  [
    'an encrypted ODS',
    odsBytes(odsContent(odsTables), (all) =>
      all.map((each) =>
        each.name === 'META-INF/manifest.xml'
          ? {
              ...each,
              bytes:
                '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:encryption-data/></m:manifest>',
            }
          : each,
      ),
    ),
    'table/protected',
  ],
  [
    'an encrypted XLSX',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    'table/protected',
  ],
  ['an old Excel workbook', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'table/kind'],
  [
    'a binary workbook',
    xlsxBytes({
      ...people,
      change: (all) =>
        all.map((each) => ({
          ...each,
          name: each.name === 'book/main.xml' ? 'book/main.bin' : each.name,
          bytes: String(each.bytes).replace('/book/main.xml', '/book/main.bin'),
        })),
    }),
    'table/kind',
  ],
  ['a Numbers spreadsheet', zipBytes([{ name: 'Index/Document.iwa', bytes: '' }]), 'table/kind'],
  ['another ZIP file', zipBytes([{ name: 'photo.jpg', bytes: 'x' }]), 'table/kind'],
  [
    'a text document',
    odsBytes(odsContent(odsTables), (all) =>
      all.map((each) =>
        each.name === 'mimetype' ? { ...each, bytes: 'application/vnd.oasis.opendocument.text' } : each,
      ),
    ),
    'table/kind',
  ],
  ['a PDF', Buffer.from('%PDF-1.7'), 'table/kind'],
  [
    'another ZIP file after other bytes',
    Buffer.concat([Buffer.from('MZ\0'), zipBytes([{ name: 'photo.jpg', bytes: 'x' }])]),
    'table/kind',
  ],
  ['a sheet without rows', xlsxBytes({ sheets: [{ name: 'S', rows: [['a']] }] }), 'table/empty'],
])('%s is refused', async (_, bytes, code) => {
  expect((await refusal(bytes)).split(' ')[0]).toBe(code);
});

/** Returns a ZIP file with other positions, as in a program that unpacks itself. */
function movedZip(zip: Buffer, bytes: number): Buffer {
  const moved = Buffer.from(zip);
  const add = (at: number) => moved.writeUInt32LE(moved.readUInt32LE(at) + bytes, at);
  for (let at = moved.indexOf('PK\x01\x02'); at >= 0; at = moved.indexOf('PK\x01\x02', at + 4)) add(at + 42);
  add(moved.lastIndexOf('PK\x05\x06') + 16);
  return moved;
}

test('bytes before and after a workbook are ignored', async () => {
  const expected = await readRows(xlsxBytes(people));
  const program = Buffer.from('MZ\x90\0\x03\0\0\0This program unpacks itself.\0', 'latin1');
  const files = {
    'a byte order mark': [Buffer.from('efbbbf', 'hex'), xlsxBytes(people)],
    'the head of a message': [Buffer.from('Content-Type: application/octet-stream\r\n\r\n'), xlsxBytes(people)],
    'a program': [program, xlsxBytes(people)],
    'a program with moved positions': [program, movedZip(xlsxBytes(people), program.length)],
    'following bytes': [xlsxBytes(people), Buffer.from('\r\n--boundary--\r\n')],
  };
  for (const [name, parts] of Object.entries(files))
    expect(await readRows(Buffer.concat(parts)), name).toEqual(expected);
  const ods = odsBytes(odsContent(odsTables));
  expect(await readRows(Buffer.concat([program, ods]))).toEqual(await readRows(ods));
});

test('an old Excel workbook that contains a ZIP file stays an old Excel workbook', async () => {
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), xlsxBytes(people)]);
  expect(await refusal(old)).toContain('old Excel workbook');
});

test('each refusal states what to do', async () => {
  const texts = await Promise.all([
    refusal(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])),
    refusal(oneSheet('<row r="3"><c r="C3"><v>x</v></c></row>')),
    refusal(oneSheet('<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>')),
    refusal(oneSheet('<row r="3"><c r="B3"><v>1</v></c><c r="B3"><v>2</v></c></row>')),
  ]);
  expect(texts).toEqual([
    'table/kind It’s an old Excel workbook (.xls) or another Office file. Save it as .xlsx.',
    ...['C3', 'A2', 'B3'].map(
      (cell) =>
        `table/unreadable The cell ${cell} can’t be read. Open the file in a spreadsheet program and save it again.`,
    ),
  ]);
});

test('loops of relations and external targets are not followed', async () => {
  const loop =
    '<Relationships><Relationship Id="m" Type="a/officeDocument" Target="/_rels/.rels"/><Relationship Id="x" Type="a/officeDocument" Target="http://x" TargetMode="External"/></Relationships>';
  const bytes = xlsxBytes({
    ...people,
    change: (all) => all.map((each) => (each.name === '_rels/.rels' ? { ...each, bytes: loop } : each)),
  });
  expect(await refusal(bytes)).toContain('table/empty');
});

test('random bytes are refused', async () => {
  const bytes = Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7919 + 13) % 256));
  expect(await refusal(bytes)).toMatch(/^(?:table\/kind|nul|encoding)/);
  expect(required(await refusal(Buffer.alloc(0)), 'a refusal')).toBe('empty');
});

test('cells are named as spreadsheets name them', async () => {
  const namesIn = async (bytes: Uint8Array, sheet: string | null = null) => {
    const { places, table } = await readRows(bytes, { sheet });
    return table.rows.flatMap((cells, row) => cells.map((text, at) => `${nameOfCell(places, row, at)} ${text}`));
  };
  const rows = [[], [null, 'id', null, 'name'], [], [null, 'a', null, 'Ada']];
  const other = { name: 'Q1 2026', rows };
  const book = (...sheets: readonly object[]) =>
    xlsxBytes({ sheets: sheets as never, names: { part: "'Q1 2026'!$D$2:$D$4" } });
  expect(await namesIn(book(other))).toEqual(['B4 a', 'D4 Ada']);
  expect(await namesIn(book(other), '#Name:part')).toEqual(['D4 Ada']);
  expect(await namesIn(book({ name: 'S', rows }, other))).toEqual(['S!B4 a', 'S!D4 Ada']);
  expect(await namesIn(book({ name: 'S', rows }, other), 'Q1 2026')).toEqual(["'Q1 2026'!B4 a", "'Q1 2026'!D4 Ada"]);
  // Spreadsheets count a cell with two lines as one row. They also count blank lines, but not the line `sep=;`.
  expect(await namesIn(Buffer.from('sep=;\nid;name\n1;"two\nlines"\n\n2;x\n'))).toEqual([
    ...['A2 1', 'B2 two\nlines', 'A4 2', 'B4 x'],
  ]);
  expect((await readRows(Buffer.from('[{"id": 1}]'))).places).toBeUndefined();
  expect(cellName("It's", 7, 28)).toBe("'It''s'!AB7");
  expect(cellName('A1', 7, 3)).toBe("'A1'!C7");
});
