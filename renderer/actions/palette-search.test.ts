import { expect, test } from 'vitest';
import { fuzzyMatch } from './palette-search.ts';

function ranked(query: string, texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => ({ text, match: fuzzyMatch(query, text) }))
    .filter(({ match }) => match !== null)
    .sort((one, other) => (other.match?.score ?? 0) - (one.match?.score ?? 0))
    .map(({ text }) => text);
}

function marked(query: string, text: string): string | null {
  const positions = new Set(fuzzyMatch(query, text)?.positions);
  return positions.size === 0
    ? null
    : [...text].map((letter, at) => (positions.has(at) ? `[${letter}]` : letter)).join('');
}

test('a prefix ranks before word starts, substrings, and scattered letters', () => {
  expect(ranked('re', ['Storefront', 'Spring reminder', 'Render…', 'Rotate left', 'Quit'])).toEqual([
    'Render…',
    'Spring reminder',
    'Storefront',
    'Rotate left',
  ]);
});

test('a match contains the positions of its letters', () => {
  expect(marked('re', 'Storefront')).toBe('Sto[r][e]front');
  expect(marked('zf', 'Zoom to fit')).toBe('[Z]oom to [f]it');
  expect(marked('sat', 'Split at')).toBe('[S]plit [a][t]');
  expect(marked('uber', 'Über alles')).toBe('[Ü][b][e][r] alles');
});

test('a match requires all letters in order', () => {
  expect(fuzzyMatch('dnr', 'Render')).toBeNull();
  expect(fuzzyMatch('renderx', 'Render')).toBeNull();
});

test('an empty query matches every text equally', () => {
  expect(fuzzyMatch(' ', 'Render')).toMatchObject({ score: 0, positions: [] });
});
