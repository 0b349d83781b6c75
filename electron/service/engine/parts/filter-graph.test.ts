import { describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import {
  appendFilters,
  buildGraph,
  type Filter,
  filter,
  link,
  localPadNames,
  numberedPadNames,
  OUT,
  placedFilter,
  printChains,
  printFilters,
} from './filter-graph.ts';

/** Two inputs. The second lies over the first. */
const graph = buildGraph<string>(({ input, chain, join }) => {
  const below = chain(input('a.mp4', 0), [placedFilter('scale', [320, 180], { flags: 'area' })]);
  return { from: [join([below, input('b.png', 2)], [filter('overlay')])], filters: [filter('null')] };
});

describe('a graph', () => {
  test('lists inputs in order, and its last chain ends at the output', () => {
    expect(graph.inputs).toEqual(['a.mp4', 'b.png']);
    expect(graph.chains.map(({ to }) => to)).toEqual([[link(0)], [link(1)], [OUT]]);
  });

  test('is printed with pad names of one or several graphs', () => {
    expect(printChains(graph.chains)).toBe('[in0:0]scale=320:180:flags=area[t0];[t0][in1:2]overlay[t1];[t1]null[out]');
    expect(printChains(graph.chains, numberedPadNames([4, 0], 'p7'))).toBe(
      '[4:0]scale=320:180:flags=area[p7t0];[p7t0][0:2]overlay[p7t1];[p7t1]null[p7out]',
    );
  });

  test('can be extended without changing the original', () => {
    const before = printChains(graph.chains);
    expect(printChains(appendFilters(graph.chains, [filter('hflip'), filter('vflip')]))).toBe(
      before.replace('null[out]', 'null,hflip,vflip[out]'),
    );
    expect(printChains(graph.chains)).toBe(before);
  });

  test('skips a chain without filters', () => {
    const untouched = buildGraph<string>(({ input, chain }) => ({
      from: [chain(input('a.mp4', 0), [])],
      filters: [filter('null')],
    }));
    expect(printChains(untouched.chains, localPadNames)).toBe('[in0:0]null[out]');
  });
});

describe('printed filters', () => {
  test("have numbers in FFmpeg's notation", () => {
    expect(printFilters([placedFilter('a', [1, 2.5, 1e-7, 1 / 3, 100_000_000], { b: 0, c: -1 })])).toBe(
      'a=1:2.5:0.0000001:0.333333333:100000000:b=0:c=-1',
    );
  });

  const awkward = [
    'plain',
    "a title: 'it's', [here]; 50% = half, \\ and \\\\",
    ' with spaces at both ends ',
    '\\',
    "'",
    ':,;[]=',
    'C:\\fonts\\a [b].ttf',
    '%{pts}',
    'name=value',
  ];

  /** Returns the values of the metadata entries k0, k1, and so on as FFmpeg parsed them. */
  async function parsedValues(filters: readonly Filter[]): Promise<readonly (string | undefined)[]> {
    const printedFilters = printFilters([...filters, filter('metadata', { mode: 'print', file: '-' })]);
    const picture = ['-f', 'lavfi', '-i', 'color=s=16x16', '-frames:v', '1'];
    const printed = (await ffmpeg(...picture, '-vf', printedFilters, '-f', 'null', '-')).toString();
    return filters.map((_, index) => new RegExp(`^k${index}=(.*)$`, 'm').exec(printed)?.[1]);
  }

  test('keep any text unchanged when FFmpeg parses them', async () => {
    const named = awkward.map((value, index) => filter('metadata', { mode: 'add', key: `k${index}`, value }));
    expect(await parsedValues(named)).toEqual(awkward);
    const placed = awkward.map((value, index) => placedFilter('metadata', ['add', `k${index}`, value]));
    expect(await parsedValues(placed)).toEqual(awkward);
  });
});
