import { expect, test } from 'vitest';
import { codingsIn, entityTagsIn, httpDate, listIn, retryAfter } from './http-headers.ts';

test.each([
  [undefined, []],
  ['', []],
  [' a ,, b\t', ['a', 'b']],
  ['"a,b", W/"c"', ['"a,b"', 'W/"c"']],
  ['"a, b', ['"a', 'b']],
])('a list header is split into its members: %j', (header, members) => {
  expect(listIn(header)).toEqual(members);
});

test.each([
  [undefined, []],
  ['', []],
  [' Identity , identity', []],
  ['none', []],
  ['utf-8', []],
  ['UTF-8', []],
  ['binary', []],
  ['aws-chunked', []],
  ['aws-chunked,gzip', ['gzip']],
  ['GZip', ['gzip']],
  ['x-gzip', ['x-gzip']],
  ['br, identity', ['br']],
  ['zstd', ['zstd']],
  ['chunked', []],
])('codingsIn returns the codings in a header: %j gives %j', (header, codings) => {
  expect(codingsIn(header)).toEqual(codings);
});

test.each([
  ['"a", W/"b"', ['"a"', 'W/"b"']],
  ['""', ['""']],
  ['w/"a"', []],
  ['a, "b" c, "d"', ['"d"']],
  ['"a,b"', ['"a,b"']],
])('entityTagsIn returns the tags in a header: %j gives %j', (header, tags) => {
  expect(entityTagsIn(header)).toEqual(tags);
});

const NOW = Date.UTC(2026, 0, 1);
const MOMENT = Date.UTC(1994, 10, 6, 8, 49, 37);
test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', MOMENT],
  ['Sunday, 06-Nov-94 08:49:37 GMT', MOMENT],
  ['Sun Nov  6 08:49:37 1994', MOMENT],
  [' Sun, 06 Nov 1994 08:49:37 GMT ', MOMENT],
  ['Thursday, 01-Jan-76 00:00:00 GMT', Date.UTC(2076, 0, 1)],
  ['Friday, 01-Jan-77 00:00:00 GMT', Date.UTC(1977, 0, 1)],
  ['Sat, 31 Dec 2016 23:59:60 GMT', Date.UTC(2017, 0, 1)],
  ['Wed, 31 Feb 2016 23:59:60 GMT', null],
  ['3000 GMT', null],
  ['Sun, 06 Nov 1994 08:49:37', null],
  ['Sun, 06 Nov 1994 08:49:37 UTC', null],
  ['Sun, 6 Nov 1994 08:49:37 GMT', null],
  ['Sun, 31 Feb 2025 08:49:37 GMT', null],
  ['Sun, 06 Nov 1994 24:00:00 GMT', null],
  ['1994-11-06T08:49:37Z', null],
  ['', null],
  [undefined, null],
])('httpDate parses a date: %j is %j', (header, milliseconds) => {
  expect(httpDate(header, NOW)).toBe(milliseconds);
});

test.each([
  ['120', 120_000],
  [' 5 ', 5000],
  ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  [undefined, 0],
])('retryAfter parses a header: %j waits %d ms', (header, milliseconds) => {
  expect(retryAfter(header, NOW)).toBe(milliseconds);
});
