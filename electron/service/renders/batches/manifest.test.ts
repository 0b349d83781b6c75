import { describe, expect, it } from 'vitest';
import { manifestCsv } from './manifest.ts';

const row = (variables: Readonly<Record<string, string>>) => ({
  index: 1,
  filename: 'a.mp4',
  state: 'succeeded' as const,
  render: 'r',
  url: 'http://x/a',
  error: null,
  variables,
});

describe('a manifest as CSV', () => {
  it('quotes by RFC 4180 and has a column for each variable', () => {
    expect(manifestCsv([row({ a: 'one, "two"\r\nthree' }), row({ b: ' x' })])).toBe(
      'index,filename,state,url,error,render,variables.a,variables.b\r\n' +
        '1,a.mp4,succeeded,http://x/a,,r,"one, ""two""\r\nthree",\r\n' +
        '1,a.mp4,succeeded,http://x/a,,r,," x"\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-5.5', '-5.5'],
    ['-5+cmd', "'-5+cmd"],
  ])('escapes %s for spreadsheets as %s', (value, cell) => {
    expect(manifestCsv([row({ a: value })]).split('\r\n')[1]).toBe(`1,a.mp4,succeeded,http://x/a,,r,${cell}`);
  });
});
