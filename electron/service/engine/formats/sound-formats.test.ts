import { expect, test } from 'vitest';
import { printFilters } from '../parts/filter-graph.ts';
import { soundFilters } from './sound-formats.ts';

const MINUTE = 48_000 * 60;

const filtersFor = (...parameters: Parameters<typeof soundFilters>): string =>
  printFilters(soundFilters(...parameters));

test("priming in the container's metadata needs no filter", () => {
  expect(filtersFor({ kind: 'signaled' }, '5.1', MINUTE)).toBe('');
});

test('priming without container support is cut off at the start', () => {
  expect(filtersFor({ kind: 'trimmed', samples: 1024 }, '5.1', MINUTE)).toBe('atrim=start_sample=1024');
});

test('a film that is shorter than the cut is padded', () => {
  expect(filtersFor({ kind: 'trimmed', samples: 1024 }, '5.1', 200)).toBe(
    'apad=whole_len=3072,atrim=start_sample=1024',
  );
});

test.each([
  ['4.4.2', true],
  ['5.1.9-0+deb12u1', true],
  ['n6.1', true],
  ['7.0', false],
  ['n7.1-123', false],
  ['8.0.1', false],
  ['N-112345-gabcdef', false],
  ['2024-01-01-git-abc', false],
])('FFmpeg %s shifts delayed packets: %s', (version, shifted) => {
  const filters = filtersFor({ kind: 'delayed', samples: 312, beforeMajorVersion: 7 }, version, MINUTE);
  expect(filters).toBe(shifted ? 'asetpts=PTS+312' : '');
});
