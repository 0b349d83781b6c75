import { describe, expect, it } from 'vitest';
import { manifestCsv, manifestJson } from './manifest.ts';

const row = (variables: Readonly<Record<string, string>>) => ({
  index: 1,
  filename: 'a.mp4',
  state: 'succeeded' as const,
  render: 'r',
  url: 'http://x/a',
  files: [],
  error: null,
  variables,
});

describe('a manifest as CSV', () => {
  it('quotes by RFC 4180 and has a column for each variable', async () => {
    expect(await manifestCsv([row({ a: 'one, "two"\r\nthree' }), row({ b: ' x' })])).toBe(
      'index,filename,state,url,error,render,files,variables.a,variables.b\r\n' +
        '1,a.mp4,succeeded,http://x/a,,r,,"one, ""two""\r\nthree",\r\n' +
        '1,a.mp4,succeeded,http://x/a,,r,,," x"\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-5.5', '-5.5'],
    ['-5+cmd', "'-5+cmd"],
  ])('escapes %s for spreadsheets as %s', async (value, cell) => {
    const csv = await manifestCsv([row({ a: value })]);
    expect(csv.split('\r\n')[1]).toBe(`1,a.mp4,succeeded,http://x/a,,r,,${cell}`);
  });
});

describe('a manifest as JSON', () => {
  it.each([0, 1, 100, 101, 250])('contains all of %i rows', async (count) => {
    const rows = Array.from({ length: count }, (_, index) => row({ a: String(index) }));
    expect(JSON.parse(`[${(await manifestJson(rows)).join('')}]`)).toEqual(rows);
  });
});

it('printing a manifest in either form pauses between rows', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => row({ a: String(index) }));
  let pauses = 0;
  const yieldTurn = () => {
    pauses += 1;
    return Promise.resolve();
  };
  await manifestJson(rows, yieldTurn);
  expect(pauses).toBe(3);
  await manifestCsv(rows, yieldTurn);
  expect(pauses).toBe(503);
});
