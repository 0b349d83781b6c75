import { expect, test } from 'vitest';
import type { Issue } from '#service/errors/service-error.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { readFilmInput, readJsonField, variablesIn } from './render-form.ts';
import { packageFaults } from './requested-range.ts';

async function read(text: string) {
  const issues: Issue[] = [];
  const value = await readJsonField(text, 'variables', issues);
  const values = value === null ? null : Object.fromEntries(variablesIn(value, 'variables', issues));
  return { values, issues: issues.map(({ path, line, column }) => [path, line, column]) };
}

test('numbers keep the digits of the request', async () => {
  const text =
    '{"id": 12345678901234567890, "price": 19.90, "tiny": 1e-7, "small": 0.0000001, "count": 3.0, "huge": 1e400}';
  expect(await read(text)).toEqual({
    values: {
      id: '12345678901234567890',
      price: '19.90',
      tiny: '0.0000001',
      small: '0.0000001',
      count: '3',
      huge: '1e400',
    },
    issues: [],
  });
});

test('an error after a long number has its position in the text', async () => {
  expect(await read('{"id": 12345678901234567890,\n "b": 1e-7 2}')).toEqual({
    values: null,
    issues: [['variables', 2, 12]],
  });
});

test('a number of more than 1,000 characters is refused', async () => {
  const digits = '9'.repeat(1000);
  expect(await read(`{"id": ${digits}}`)).toEqual({ values: { id: digits }, issues: [] });
  const issues: Issue[] = [];
  expect(await readJsonField(`{"id": ${'9'.repeat(6_000_000)}}`, 'variables', issues)).toBeNull();
  expect(issues).toMatchObject([{ reason: 'field/long-number', path: 'variables' }]);
});

test('a text with a million digits stays as written', async () => {
  const digits = '9'.repeat(1_000_000);
  expect(await read(`{"id": "${digits}"}`)).toEqual({ values: { id: digits }, issues: [] });
});

test('more than 100 levels are refused before they are parsed', async () => {
  const issues: Issue[] = [];
  const deep = `{"x": ${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`;
  expect(await readJsonField(deep, 'destination', issues)).toBeNull();
  expect(issues).toMatchObject([{ reason: 'field/too-deep', path: 'destination' }]);
});

test('reading a long field pauses between its slices', async () => {
  const pauses = { count: 0 };
  const yieldTurn = () => {
    pauses.count += 1;
    return Promise.resolve();
  };
  await readJsonField(`{"id": "${'9'.repeat(200_000)}"`, 'variables', [], yieldTurn);
  expect(pauses.count).toBeGreaterThan(1);
});

test('an array is the text of a list; objects are nested variables', async () => {
  const text = '{"tags": ["a", 2], "rows": [{"name": "x"}], "customer": {"name": "Ada", "address": {"city": null}}}';
  expect(await read(text)).toEqual({
    values: {
      tags: '["a",2]',
      rows: '[{"name":"x"}]',
      'customer.name': 'Ada',
      'customer.address.city': '',
    },
    issues: [],
  });
});

test.each([
  [{ maxbytes: '8MiB' }, 8_388_608, []],
  [{ maxbytes: 2_000_000, format: 'av1' }, 2_000_000, []],
  [{ maxbytes: '' }, null, []],
  [{ maxbytes: 'small' }, null, ['field/no-byte-size']],
  [{ maxbytes: '8MB', format: 'gif' }, 8_000_000, ['format/no-size']],
  [{ maxbytes: '8MB', encoder: 'nvenc' }, 8_000_000, ['format/no-size-by-hardware']],
] as const)('the maximum size is read and checked: %j', (fields, maxBytes, reasons) => {
  const issues: Issue[] = [];
  expect(readFilmInput(fields, issues).maxBytes).toBe(maxBytes);
  expect(issues.map(({ path, reason }) => [path, reason])).toEqual(reasons.map((reason) => ['maxbytes', reason]));
});

test.each([
  [{ poster: 'bmp' }, 'package.poster', 'must be one of jpg, png, webp'],
  [{ sheet: { columns: 0 } }, 'package.sheet.columns', 'must be from 1 to 10'],
  [{ sheet: { width: 8 } }, 'package.sheet.width', 'must be from 16 to 1920'],
  [{ subtitles: false }, 'package.subtitles', 'must be true'],
  [{ cover: true }, 'package.cover', 'Use poster, sheet,'],
])('an invalid package names the valid values: %j', (value, path, words) => {
  const [fault] = packageFaults(value);
  expect(fault?.field).toBe(path);
  expect(fault === undefined ? '' : inEnglish(fault.says)).toContain(words);
});
