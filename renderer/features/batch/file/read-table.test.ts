import { describe, expect, it, test } from 'vitest';
import { type Table, tableCsv } from '../../../../shared/batch/table.ts';
import { fc } from '../../../../shared/testing/properties.ts';
import { guessEncoding } from './decode-table.ts';
import { noWishes, readTable, type TableWishes } from './read-table.ts';

const words = { variables: ['hero_clip', 'tint', 'title'], columnName: (number: number) => `Column ${number}` };

function read(content: Uint8Array | string, wishes: Partial<TableWishes> = {}) {
  const result = readTable(content, { ...noWishes, ...wishes }, words);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('a table', () => {
  it('is read from a nasty CSV: quotes, newlines, delimiters and umlauts in cells, ragged and empty lines', () => {
    const text =
      '\uFEFFTitle;Größe;"a ""b"""\r\n"Zwei\r\nZeilen; und mehr";1,5;ß\r\n\r\nkurz;2\r\n"lang ""er""";3;x;zu viel\r\n;;\r\n';
    const { table, ragged, form } = read(text);
    expect(table.columns).toEqual(['Title', 'Größe', 'a "b"']);
    expect(table.rows).toEqual([
      ['Zwei\r\nZeilen; und mehr', '1,5', 'ß'],
      ['kurz', '2', ''],
      ['lang "er"', '3', 'x'],
      ['', '', ''],
    ]);
    expect(ragged).toEqual([
      { line: 5, cells: 2, expected: 3 },
      { line: 6, cells: 4, expected: 3 },
    ]);
    expect(form).toEqual({ encoding: null, delimiter: ';', header: true });
  });

  it('says where a quote is not closed', () => {
    const result = readTable('a,b\n1,"2\n3,4\n', noWishes, words);
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed', message: expect.stringMatching(/quot/i) } });
  });

  it.each([
    ['utf-8', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('title\nGrüße')]],
    ['utf-8', [...new TextEncoder().encode('title\nGrüße')]],
    ['windows-1252', [...'title\nGr'].map((letter) => letter.charCodeAt(0)).concat(0xfc, 0xdf, 0x65)],
    ['utf-16le', [0xff, 0xfe, ...utf16('title\nGrüße', true)]],
    ['utf-16be', [0xfe, 0xff, ...utf16('title\nGrüße', false)]],
    ['utf-16le', utf16('title\nGrüße', true)],
  ])('is read whatever the encoding: %s', (encoding, bytes) => {
    const { table, form } = read(Uint8Array.from(bytes));
    expect([form.encoding, table]).toEqual([encoding, { columns: ['title'], rows: [['Grüße']] }]);
  });

  it.each([
    ['utf-16le', true],
    ['utf-16be', false],
  ] as const)('of tabs, quotes and newlines in %s is read whole', (encoding, little) => {
    const text = 'Title\tMood\r\n"Zwei\tTabs\r\nund ""mehr"""\t1,5\r\nÄrger\t2\r\n';
    const { table, form } = read(Uint8Array.from([...(little ? [0xff, 0xfe] : [0xfe, 0xff]), ...utf16(text, little)]));
    expect(form).toEqual({ encoding, delimiter: '\t', header: true });
    expect(table.rows).toEqual([
      ['Zwei\tTabs\r\nund "mehr"', '1,5'],
      ['Ärger', '2'],
    ]);
  });

  it('keeps what only Windows-1252 has: typographic quotes, dashes and the euro', () => {
    const bytes = [...'title;price\n'].map((letter) => letter.charCodeAt(0));
    const { table, form } = read(Uint8Array.from([...bytes, 0x84, 0x61, 0x93, 0x20, 0x96, 0x3b, 0x31, 0x80]));
    expect(form.encoding).toBe('windows-1252');
    expect(table.rows).toEqual([['„a“ –', '1€']]);
  });

  it('is read in the encoding that was asked for', () => {
    const bytes = new TextEncoder().encode('title\nü');
    expect(guessEncoding(bytes)).toBe('utf-8');
    expect(read(bytes, { encoding: 'windows-1252' }).table.rows).toEqual([['Ã¼']]);
  });

  it('is read from JSON: objects, lists, or the list in an object', () => {
    expect(read('[{"title":"a","n":1.5},{"n":true,"late":null}]').table).toEqual({
      columns: ['title', 'n', 'late'],
      rows: [
        ['a', '1.5', ''],
        ['', 'true', ''],
      ],
    });
    expect(read('{"rows":[["title","x"],["a",1]]}').table).toEqual({ columns: ['title', 'x'], rows: [['a', '1']] });
    expect(readTable('[{"a":1},{"a":{"b":2}}]', noWishes, words)).toEqual({
      ok: false,
      error: { kind: 'nested', row: 2, column: 'a' },
    });
    expect(readTable('[{"a":1},', noWishes, words)).toMatchObject({ ok: false, error: { kind: 'syntax' } });
  });

  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2,5\n1,7;2', ';'],
    ['a\tb, c\n1\t2, 3', '\t'],
    ['a|b\n"x;y;z"|2', '|'],
    ['single\nvalue', ','],
  ])('%j is divided by %j', (text, delimiter) => {
    expect(read(text).form.delimiter).toBe(delimiter);
  });

  it.each([
    ['city,mood\nPorto,1', true],
    ['tint,1\n#102030,2', true],
    ['#102030,a.mp4\n#203040,b.mp4', false],
    ['1,2\n3,4', false],
    ['name,name\nx,y', false],
  ])('%j has a header: %s', (text, header) => {
    expect(read(text).form.header).toBe(header);
  });

  it('gives columns without a name one, and equal ones different ones', () => {
    expect(read('a,,a\n1,2,3', { header: true }).table.columns).toEqual(['a', 'Column 2', 'a 2']);
  });
});

test('a table of any cells, written as CSV, reads back equal', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\r\n', ' ', '\t', 'ä', 'x') }),
  );
  const tables = fc.integer({ min: 1, max: 5 }).chain((width) =>
    fc.record({
      columns: fc.uniqueArray(
        fc
          .string({ unit: 'grapheme', minLength: 1 })
          .filter((name) => name.trim() === name && !name.startsWith('\uFEFF')),
        { minLength: width, maxLength: width },
      ),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }),
    }),
  );
  fc.assert(
    fc.property(tables, (table: Table) => {
      expect(read(tableCsv(table), { delimiter: ',', header: true }).table).toEqual(table);
    }),
  );
});

function utf16(text: string, little: boolean): number[] {
  return [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return little ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff];
  });
}
