import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  parseBrand,
  parseVariables,
  readBrandFile,
  readFilmValues,
  readVariableValues,
  repeatedArguments,
} from './variable-values.ts';

test('a file can contain strings, numbers, and booleans', () => {
  const text = '\uFEFF{"title": "Spring", "mood": 0.5, "tiny": 1e-7, "sound": false, "__proto__": "x"}';
  expect(parseVariables(text)).toEqual({
    ok: true,
    value: new Map([
      ['title', 'Spring'],
      ['mood', '0.5'],
      ['tiny', '0.0000001'],
      ['sound', 'false'],
      ['__proto__', 'x'],
    ]),
  });
});

test.each([
  ['{"a": 1,\n "b": 2 "c"}', /^:2:9: isn’t JSON: a comma or a closing bracket is missing$/],
  ['{"a": 1,\n "b": }', /^:2:7: isn’t JSON: this isn’t a value; /],
  ['', /^:1:1: isn’t JSON: the text ends here/],
  ['[1]', /but contains a list$/],
  ['null', /but contains null$/],
  ['"text"', /but contains the string "text"$/],
  [`{"a": ${'{"b":'.repeat(40)}1${'}'.repeat(40)}}`, /^: the value of "a" has too many objects in one another$/],
  ['{"a": null}', /^: the value of "a" must be .* but is null$/],
])('invalid variables are refused with position or name: %j', (text, message) => {
  const result = parseVariables(text);
  expect(result.ok ? result.value : result.error).toMatch(message);
});

test('a list is a JSON array, and an object has nested variables', () => {
  const text = '{"p": [{"n": "A", "price": 4.90}, {"n": "B"}], "customer": {"name": "Ada", "address": {"city": null}}}';
  expect(parseVariables(text)).toEqual({
    ok: true,
    value: new Map([
      ['p', '[{"n":"A","price":"4.90"},{"n":"B"}]'],
      ['customer.name', 'Ada'],
      ['customer.address.city', ''],
    ]),
  });
});

test('a variables file of megabytes is read', () => {
  expect(parseVariables(`{"title": "${'\\n'.repeat(8_000_000)}"}`).ok).toBe(true);
});

test('an object with a repeated name is refused', () => {
  expect(parseVariables('{"title": "a",\n "ti\\u0074le": "b"}')).toEqual({
    ok: false,
    error: ':2: has the name "title" a second time. Remove one of them',
  });
  expect(parseVariables('{"title": "a: {\\"b\\": 1}", "b": "title"}').ok).toBe(true);
});

test('a number keeps the digits that the file has', () => {
  const text = '{"id": 12345678901234567890, "price": 19.90, "count": 3.0, "huge": 1e400}';
  expect(parseVariables(text)).toEqual({
    ok: true,
    value: new Map(Object.entries({ id: '12345678901234567890', price: '19.90', count: '3', huge: '1e400' })),
  });
});

test.each([
  [
    'Latin-1',
    Buffer.from('{\n"name": "M\xfcller"}', 'latin1'),
    'v.json:2: the byte 0xFC isn’t UTF-8. Save the file as UTF-8.',
  ],
  ['UTF-16', Buffer.from('\uFEFF{"a": 1}', 'utf16le'), 'v.json:1: the byte 0xFF isn’t UTF-8. Save the file as UTF-8.'],
  ['a half character', Buffer.from('{"a": "é"}').subarray(0, 8), /^v\.json:1: the byte 0xC3 isn’t UTF-8/],
])('a file that is not UTF-8 is refused with the line: %s', async (_, bytes, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-variables-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'v.json'), bytes);
  const refusal = { message: typeof message === 'string' ? message : expect.stringMatching(message) };
  await expect(readVariableValues('v.json', folder, [])).rejects.toMatchObject(refusal);
  await expect(readBrandFile('v.json', folder)).rejects.toMatchObject({ code: 'command/brand-unreadable', ...refusal });
});

test('arguments override the file in their order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-variables-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'v.json'), '{"a": "file", "b": "file"}');
  const given = [
    { name: 'b', value: 'first' },
    { name: 'b', value: 'second' },
  ];
  expect(await readVariableValues('v.json', folder, given)).toEqual(
    new Map(Object.entries({ a: 'file', b: 'second' })),
  );
});

test('a repeated argument is reported once', () => {
  const args = ['a', 'b', 'a', 'c', 'a'].map((name, at) => ({ name, value: String(at) }));
  expect(repeatedArguments(args).map(({ code, says }) => [code, says.values])).toEqual([
    ['variable/repeated', { name: 'a', count: 3 }],
  ]);
});

test('an unreadable file is reported by name', async () => {
  await expect(readVariableValues('none.json', tmpdir(), [])).rejects.toMatchObject({
    code: 'command/variables-unreadable',
    message: 'none.json: the file doesn’t exist.',
  });
});

test('a brand fills variables that have no value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-brand-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const brand = {
    colours: [{ name: 'Petal', value: '#d8342b', role: 'accent' }],
    logos: [{ name: 'A', asset: 'a.svg' }],
  };
  await writeFile(join(folder, 'brand.json'), JSON.stringify(brand));
  const args = {
    variables: [{ name: 'brand_logo', value: '' }],
    variablesFile: null,
    brandFile: 'brand.json',
    language: null,
    loudness: null,
    truepeak: null,
  };
  expect(await readFilmValues(args, folder)).toEqual(
    new Map(Object.entries({ brand_accent: '#d8342b', brand_logo: '' })),
  );
});

test.each([
  [
    '{"colours": [{"name": "Petal", "value": "red"}]}',
    /^: isn’t a brand: colours\[1\]\.value: Write the color as #rrggbb/,
  ],
  ['{"colors": []}', /^: isn’t a brand: Unrecognized key: "colors"/],
  ['[', /^:1:2: isn’t JSON/],
])('a wrong brand is refused: %j', (text, message) => {
  const result = parseBrand(text);
  expect(result.ok ? result.value : result.error).toMatch(message);
});
