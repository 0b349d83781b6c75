import { describe, expect, it, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { fc } from '#shared/testing/properties.ts';
import { guessEncoding } from './decode-table.ts';
import { noTableChoices, readTable, type TableChoices } from './read-table.ts';
import { type Table, tableCsv } from './table.ts';

const words = { variables: ['hero_clip', 'tint', 'title'], columnName: (number: number) => `Column ${number}` };

function read(content: Uint8Array | string, requests: Partial<TableChoices> = {}) {
  const result = readTable(content, { ...noTableChoices, ...requests }, words);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('a table', () => {
  it('can be CSV with quotes, line breaks, and ragged or empty lines', () => {
    const text =
      '\uFEFFTitle;Größe;"a ""b"""\r\n"Zwei\r\nZeilen; und mehr";1,5;ß\r\n\r\nkurz;2\r\n"lang ""er""";3;x;zu viel\r\n;;\r\n';
    const { table, ragged, blankLines, form } = read(text);
    expect(table.columns).toEqual(['Title', 'Größe', 'a "b"']);
    expect(table.rows).toEqual([
      ['Zwei\r\nZeilen; und mehr', '1,5', 'ß'],
      ['kurz', '2', ''],
      ['lang "er"', '3', 'x'],
    ]);
    expect(blankLines).toEqual([{ from: 7, to: 7 }]);
    expect(ragged).toEqual([
      { line: 5, cells: 2, expected: 3 },
      { line: 6, cells: 4, expected: 3 },
    ]);
    expect(form).toEqual({ encoding: null, delimiter: ';', header: true });
  });

  it.each([
    ['a,b\n1,"2\n3,4\n', 'open-quote', 2],
    ['a,b\r\n"x\r\ny",2\r\n1,"I missed " it"\r\n', 'after-quote', 4],
    ['a,b\n1,"x\ny" z\n', 'after-quote', 3],
    ['a;b\n"c"d;e\n', 'after-quote', 2],
  ])('is refused for the quotes in %j: %s in line %d', (text, kind, line) => {
    expect(readTable(text, noTableChoices, words)).toEqual({ ok: false, error: { kind, line } });
  });

  it.each([
    ['a,b\n"B" ,1', ['B', '1']],
    ['a,b\n "B",\t"C" ', ['B', 'C']],
    ['a,b\n5" screen,say "hi"', ['5" screen', 'say "hi"']],
    ['a,b\n"""",""', ['"', '']],
    ['a,b\n"x,y\r\nz",1', ['x,y\r\nz', '1']],
    ['a\tb\n"Best" coffee\t1', ['"Best" coffee', '1']],
    ['a\tb\n"two\nlines"\t1', ['two\nlines', '1']],
    ['a,b\r1,2', ['1', '2']],
    ['a,b\n1,', ['1', '']],
  ])('has the expected cells for the text %j: %j', (text, cells) => {
    expect(read(text, { header: true }).table.rows).toEqual([cells]);
  });

  it('has the line numbers of a text editor', () => {
    const { ragged, blankLines } = read('a,b\r\n"1\r\n2\n3\r4",x\r\n\r\n,\r\n , \n1,2\r1\n,', { header: true });
    expect(ragged).toEqual([{ line: 10, cells: 1, expected: 2 }]);
    expect(blankLines).toEqual([
      { from: 7, to: 8 },
      { from: 11, to: 11 },
    ]);
  });

  it.each([
    ['sep=;\r\ntitle;n\r\nA,B;1', ';', ['A,B', '1']],
    ['\uFEFFSEP=\t\ntitle\tn\nA;B\t1', '\t', ['A;B', '1']],
    ['sep=;;\ntitle;n\nA;1', ';', ['A', '1']],
    ['sep=^\ntitle;n\nA;1', ';', ['A', '1']],
    ['sep=\r\ntitle;n\r\nA;1', ';', ['A', '1']],
    ['sep=  \ntitle\tn\nA\t1', '\t', ['A', '1']],
  ])('has the delimiter of the separator line of %j', (text, delimiter, row) => {
    const { table, form } = read(text, { header: true });
    expect([form.delimiter, table.columns, table.rows]).toEqual([delimiter, ['title', 'n'], [row]]);
  });

  it.each(['\u001A', '\u001A\r\n', '\u001A  '])('has no row for the end mark of DOS: %j', (mark) => {
    expect(read(`a,b\r\n1,2\r\n${mark}`, { header: true })).toMatchObject({
      table: { rows: [['1', '2']] },
      ragged: [],
    });
    expect(read(`a\r\nx${mark}`, { header: true }).table.rows).toEqual([['x']]);
  });

  it('counts the delimiter line in its line numbers', () => {
    expect(read('sep=;\na;b\n1;2;3').ragged).toEqual([{ line: 3, cells: 3, expected: 2 }]);
  });

  it('keeps a row of empty quoted cells', () => {
    expect(read('a,b\n"",\n,""\n,\n', { header: true }).table.rows).toEqual([
      ['', ''],
      ['', ''],
    ]);
  });

  it.each([
    ['PK\x03\x04\x14\0\0\0[Content_Types].xml\0\0xl/workbook.xml', 'excel'],
    ['PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'open-document'],
    ['PK\x03\x04\x14\0Index/Document.iwa', 'numbers'],
    ['PK\x03\x04photos/a.jpg', 'zip'],
    ['PK\x05\x06', 'zip'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0', 'old-excel'],
    ['%PDF-1.7', 'pdf'],
    ['\x89PNG\r\n', 'binary'],
    ['\xff\xd8\xff\xe0', 'binary'],
    ['\0\0\0\x20ftypisom\0\0a,b', 'binary'],
    ['\xef\xbb\xbf<html><table><tr><td>1', 'web-page'],
    ['<?xml version="1.0"?><Workbook/>', 'web-page'],
  ])('is refused if %j is another file type: %s', (bytes, is) => {
    const content = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
    expect(readTable(content, noTableChoices, words)).toEqual({ ok: false, error: { kind: 'other-file', is } });
  });

  it('is refused if its bytes are invalid in the requested encoding', () => {
    const content = Uint8Array.from('a,b\n1,2\nM\xfcller,3', (letter) => letter.charCodeAt(0));
    const error = { kind: 'encoding', encoding: 'utf-8', bad: { byte: '0xFC', line: 3 } };
    expect(readTable(content, { ...noTableChoices, encoding: 'utf-8' }, words)).toEqual({ ok: false, error });
    const half = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x62]);
    expect(readTable(half, noTableChoices, words)).toEqual({
      ok: false,
      error: { kind: 'encoding', encoding: 'utf-16le', bad: null },
    });
  });

  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  it.each([
    ['rows', `a,b\n${'1,2\n'.repeat(10_001)}`],
    ['columns', `${'n,'.repeat(1000)}n\n1`],
    ['cells', `${names(1000, 'n').join()}\n${'1,2\n'.repeat(1001)}`],
    ['bytes', ' '.repeat(64 * 2 ** 20 + 1)],
    ['rows', `[${'{},'.repeat(10_000)}{}]`],
    ['rows', JSON.stringify(names(10_002, '').map((name) => [name]))],
    ['columns', JSON.stringify(names(1001, 'k').map((name) => ({ [name]: 1 })))],
    ['columns', JSON.stringify([Object.fromEntries(names(1001, 'k').map((name) => [name, 1]))])],
    ['columns', JSON.stringify([names(1001, '')])],
    [
      'cells',
      `[${JSON.stringify(Object.fromEntries(names(1000, 'k').map((name) => [name, 1])))}${',{}'.repeat(1000)}]`,
    ],
    ['cells', `[[${'1,'.repeat(1_100_000)}1]]`],
  ])('is refused if it has too many %s', (what, text) => {
    expect(readTable(text, { ...noTableChoices, header: true }, words)).toEqual({
      ok: false,
      error: { kind: 'too-much', what },
    });
  });

  it.each([
    ['lists', `[\n{"a":${'['.repeat(1000)}${']'.repeat(1000)}}]`, 2],
    ['objects', `[${'{"a":'.repeat(1000)}`, 1],
    ['brackets without an end', '['.repeat(1_000_000), 1],
  ])('is refused with the line of the deepest nesting: %s', (_, text, line) => {
    expect(readTable(text, noTableChoices, words)).toEqual({
      ok: false,
      error: { kind: 'too-deep', line, most: 100 },
    });
  });

  it.each(['[1, 2, 3]', '[null, {"a": 1}]', ' ["a", "b"]\n'])('a JSON list of single values is refused: %s', (text) => {
    expect(readTable(text, noTableChoices, words)).toMatchObject({ ok: false, error: { kind: 'no-row', row: 1 } });
  });

  it('accepts 10,000 rows, 1,000 columns, and repeated names', () => {
    expect(read(`a,b\n${'1,2\n'.repeat(10_000)}`, { header: true }).table.rows).toHaveLength(10_000);
    expect(read(`${'n,'.repeat(999)}n\n1`, { header: true }).table.columns.at(-1)).toBe('n 1000');
    expect(read('n,n 2,n,n\n1', { header: true }).table.columns).toEqual(['n', 'n 2', 'n 3', 'n 4']);
  });

  it.each([
    ['utf-8', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('title\nGrüße')]],
    ['utf-8', [...new TextEncoder().encode('title\nGrüße')]],
    ['windows-1252', [...'title\nGr'].map((letter) => letter.charCodeAt(0)).concat(0xfc, 0xdf, 0x65)],
    ['utf-16le', [0xff, 0xfe, ...utf16('title\nGrüße', true)]],
    ['utf-16be', [0xfe, 0xff, ...utf16('title\nGrüße', false)]],
    ['utf-16le', utf16('title\nGrüße', true)],
  ])('is decoded with the detected encoding %s', (encoding, bytes) => {
    const { table, form } = read(Uint8Array.from(bytes));
    expect([form.encoding, table]).toEqual([encoding, { columns: ['title'], rows: [['Grüße']] }]);
  });

  it.each([
    ['utf-16le', true],
    ['utf-16be', false],
  ] as const)('can have tabs, quotes, and line breaks in %s', (encoding, little) => {
    const text = 'Title\tMood\r\n"Zwei\tTabs\r\nund ""mehr"""\t1,5\r\nÄrger\t2\r\n';
    const { table, form } = read(Uint8Array.from([...(little ? [0xff, 0xfe] : [0xfe, 0xff]), ...utf16(text, little)]));
    expect(form).toEqual({ encoding, delimiter: '\t', header: true });
    expect(table.rows).toEqual([
      ['Zwei\tTabs\r\nund "mehr"', '1,5'],
      ['Ärger', '2'],
    ]);
  });

  it('can have quotes, dashes, and the euro sign in Windows-1252', () => {
    const bytes = [...'title;price\n'].map((letter) => letter.charCodeAt(0));
    const { table, form } = read(Uint8Array.from([...bytes, 0x84, 0x61, 0x93, 0x20, 0x96, 0x3b, 0x31, 0x80]));
    expect(form.encoding).toBe('windows-1252');
    expect(table.rows).toEqual([['„a“ –', '1€']]);
  });

  it('has a note about a guessed encoding', () => {
    const bytes = Uint8Array.from([...'title\nGr'].map((letter) => letter.charCodeAt(0)).concat(0xfc, 0xdf, 0x65));
    expect(read(bytes).notes?.map(inEnglish)).toEqual([
      'The table isn’t UTF-8, so it’s read as Windows-1252. If letters are wrong, save it as UTF-8.',
    ]);
    expect(read(bytes, { encoding: 'windows-1252' }).notes).toBeUndefined();
  });

  it('is decoded with the requested instead of the detected encoding', () => {
    const bytes = new TextEncoder().encode('title\nü');
    expect(guessEncoding(bytes)).toBe('utf-8');
    expect(read(bytes, { encoding: 'windows-1252' }).table.rows).toEqual([['Ã¼']]);
  });

  it.each([
    ['[{"a": 1, "b": 2, "\\u0061": 3}, {"a": 4}]', [{ column: 'a', row: 1, rows: 1 }]],
    [
      '{"n": {"a": {"x": 1, "x": 2}}, "rows": [{"a": ":"}, {"a": 1, "a" : "{", "a": 2}, {"b": 1,"b":1, "a":1,"a":1}]}',
      [
        { column: 'a', row: 2, rows: 2 },
        { column: 'b', row: 3, rows: 1 },
      ],
    ],
    ['[["a", "a"], [1, 2]]', []],
    ['[{"a": "b", "b": "a", "c": "\\"c\\": 1"}]', []],
  ])('has a warning for repeated keys in JSON rows: %s', (text, repeated) => {
    expect(read(text).repeated).toEqual(repeated);
  });

  it('can be JSON objects, lists, or an object with a list', () => {
    expect(read('[{"title":"a","n":1.5},{"n":true,"late":null}]').table).toEqual({
      columns: ['title', 'n', 'late'],
      rows: [
        ['a', '1.5', ''],
        ['', 'true', ''],
      ],
    });
    expect(read('{"rows":[["title","x"],["a",1]]}').table).toEqual({ columns: ['title', 'x'], rows: [['a', '1']] });
    expect(read('[{"a":["x",{"b":"y"}]}]').table.rows).toEqual([['["x",{"b":"y"}]']]);
    expect(read('[{"a":1},{"a":{"b":2,"c":null}}]').table).toEqual({
      columns: ['a', 'a.b', 'a.c'],
      rows: [
        ['1', '', ''],
        ['', '2', ''],
      ],
    });
    const nested = { ok: false, error: { kind: 'nested', row: 2, column: 'a' } };
    const deep = `[{"a":1},{"a":${'{"b":'.repeat(40)}1${'}'.repeat(40)}}]`;
    expect(readTable(deep, noTableChoices, words)).toEqual(nested);
    expect(readTable('[["a"],[{"b":1}]]', noTableChoices, words)).toMatchObject({
      ok: false,
      error: { kind: 'nested', row: 2, column: '1' },
    });
    expect(read('[{"a":12345678901234567890,"b":19.90,"c":1e-7,"d":3.0}]').table.rows).toEqual([
      ['12345678901234567890', '19.90', '0.0000001', '3'],
    ]);
    expect(read('[{"toString":"a"},{"__proto__":"b"}]').table.rows).toEqual([
      ['a', ''],
      ['', 'b'],
    ]);
  });

  it('is refused for a comment before the JSON list', () => {
    for (const text of ['// c\n[{"a":1}]', '/* c */ [{"a":1}]'])
      expect(readTable(text, noTableChoices, words)).toMatchObject({ ok: false, error: { kind: 'syntax', line: 1 } });
  });

  it.each([
    ['[{"a":1},', 'end', 1, 10],
    ['{"a":1}\n{"a":2\n', 'end', 2, 7],
    ['[{"a":1},\n{"a" 2}]', 'colon', 2, 6],
  ])('is refused for the JSON %j: %s in line %d, column %d', (text, fault, line, column) => {
    expect(readTable(text, noTableChoices, words)).toEqual({
      ok: false,
      error: { kind: 'syntax', fault, line, column },
    });
  });

  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2,5\n1,7;2', ';'],
    ['a\tb, c\n1\t2, 3', '\t'],
    ['a|b\n"x;y;z"|2', '|'],
    ['single\nvalue', ','],
  ])('has the delimiter that is guessed for %j: %j', (text, delimiter) => {
    expect(read(text).form.delimiter).toBe(delimiter);
  });

  it.each([
    ['city,mood\nPorto,1', true],
    ['tint,1\n#102030,2', true],
    ['#102030,a.mp4\n#203040,b.mp4', false],
    ['1,2\n3,4', false],
    ['name,name\nx,y', false],
    ['name,,city,\nAda,1,Porto,2', true],
    ['name,city,name\nAda,Porto,Bo', true],
    [',name\n0,Ada', true],
    ['red,blue,red\nred,green,blue', false],
    ['Ada,,Porto\nBo,1,Porto', false],
    [',,\n1,2,3', false],
    ['name,,7\nAda,1,2', false],
  ])('has or lacks a header by the guess for %j: %s', (text, header) => {
    expect(read(text).form.header).toBe(header);
  });

  it('has a warning with the numbers of columns with equal names', () => {
    expect(read('t,u, t ,\n1,2,3,4', { header: true }).repeatedColumns).toEqual([
      { name: 't 2', written: 't', number: 3, first: 1 },
    ]);
    expect(read('[["a","b","a"],["1","2","3"]]', { header: true }).repeatedColumns).toHaveLength(1);
    expect(read('a,a', { header: false }).repeatedColumns).toEqual([]);
  });

  it.each([
    '\u200btitle',
    'title\u00ad',
    'ti\u2060tle',
    '\ufeff\ufefftitle',
    '\u200e\u00a0title\u200d',
    '"\u200btitle"',
  ])('has names without invisible characters: %j', (name) => {
    expect(read(`${name},b\n1,2`, { header: true }).table.columns).toEqual(['title', 'b']);
  });

  it('keeps a joiner inside a name', () => {
    expect(read('می\u200cخواهم,b\n1,2', { header: true }).table.columns[0]).toBe('می\u200cخواهم');
  });

  it('is refused with the line of a NUL', () => {
    const content = new TextEncoder().encode('a,b\r\n"x\ny",2\r\n3,\0\r\n');
    expect(readTable(content, noTableChoices, words)).toEqual({ ok: false, error: { kind: 'nul', line: 4 } });
  });

  it('gets names for unnamed columns and distinct names for equal ones', () => {
    expect(read('a,,a\n1,2,3', { header: true }).table.columns).toEqual(['a', 'Column 2', 'a 2']);
  });
});

test('a table that is written as CSV reads back equal', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\r\n', ' ', '\t', 'ä', 'x') }),
  );
  const tables = fc.integer({ min: 1, max: 5 }).chain((width) =>
    fc.record({
      columns: fc.uniqueArray(
        fc
          .string({ unit: 'grapheme', minLength: 1 })
          .filter(
            (name) =>
              name.trim() === name && !/[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(name),
          ),
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
