import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { parseJson } from './json-text.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PAD = ' '.repeat(70_000);
const LONG = `"${'ä'.repeat(70_000)}"`;

test('parseJson returns the same value as JSON.parse for long texts', async () => {
  const numbers = Array.from({ length: 40_000 }, (_, index) => index);
  const value = {
    numbers,
    objects: numbers.map((n) => ({ [`k${n}`]: [n, null, 'x,]}"\\'] })),
    deep: [[[{ numbers, 'a"b\\': LONG }]]],
    wide: Object.fromEntries(numbers.slice(0, 20_000).map((n) => [`key ${n}`, { n }])),
    empty: [[], {}, '', 0, false, null],
  };
  for (const text of [
    JSON.stringify(value),
    JSON.stringify(value, null, 3),
    `\uFEFF${PAD}${JSON.stringify(value)}${PAD}`,
  ])
    expect(await parseJson(bytesOf(text))).toEqual(value);
  for (const text of [`[${PAD}]`, `{${PAD}}`, LONG, `{"a":1${PAD},"b":${LONG},"a":2}`])
    expect(await parseJson(bytesOf(text))).toEqual(JSON.parse(text));
});

test('parseJson parses any JSON with long texts and spaces', async () => {
  const any = fc.json().filter((json) => !json.includes('__proto__'));
  const many = fc.array(any, { maxLength: 6 });
  const text = many.map((all) => `[${[...all, LONG].join(`,${PAD}`)}]`);
  await fc.assert(
    fc.asyncProperty(text, async (json) => {
      const [read, whole] = [await parseJson(bytesOf(json)), JSON.parse(json)];
      expect(JSON.stringify(read) === JSON.stringify(whole)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test.each([
  `[1,${PAD}]`,
  `[,${LONG}]`,
  `[${LONG},,1]`,
  `[${LONG}}`,
  `[${LONG}],[1]`,
  `{${LONG}:1,}`,
  `{${LONG}}`,
  `{1:${LONG}}`,
  `{"a" ${LONG}}`,
  `{"a":{"b":${LONG}]}`,
  `[[${LONG}],[${LONG}]`,
  `[${LONG}] x`,
  `[\uFEFF${LONG}]`,
  `{"__proto__":${LONG}}`,
  `{"a":${LONG},"\\u005f_proto__":1}`,
  `{"a":[${LONG},{"__proto__":{}}]}`,
  `[${'1'.repeat(1001)}]`,
  `{"a":[${LONG},${'1'.repeat(6_000_000)}]}`,
  JSON.stringify({ a: Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`key ${index}`, 1])) }),
])('parseJson refuses invalid or hostile JSON in any piece: %#', async (text) => {
  await expect(parseJson(bytesOf(text))).rejects.toMatchObject({ code: 'request/invalid' });
});

test.each([
  [`{"a": ${LONG},\n "b" 1}`, 'body/not-json', { line: 2, column: 6, fault: 'colon' }],
  ['{"a": 1}\n{"a": 2}', 'body/not-json', { line: 2, column: 1, fault: 'after' }],
])('JSON is refused with the place of the error: %#', async (text, code, values) => {
  await expect(parseJson(bytesOf(text))).rejects.toMatchObject({ says: { code, values } });
});

test('JSON that is not UTF-8 is refused with the line', async () => {
  const bytes = Buffer.from(`{"a": "${'x'.repeat(70_000)}",\n "b": "\xfc"}`, 'latin1');
  await expect(parseJson(bytes)).rejects.toMatchObject({
    message: expect.stringContaining('line 2 has the byte 0xFC'),
  });
});
