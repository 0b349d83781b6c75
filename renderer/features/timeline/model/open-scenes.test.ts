import { expect, test } from 'vitest';
import { film, sceneId } from '#shared/editing/model/testing/editing.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { followedCases } from './open-scenes.ts';

const source = film(
  '<scene name="Open" duration="10"/>',
  '<scene type="choice" condition="${season, a}">',
  '<scene name="A" case="a" duration="20"/>',
  '<scene name="B" case="b" duration="30"/>',
  '</scene>',
);
const played = (season: string) =>
  resolveTemplate(source.document, { values: new Map([['season', season]]), missing: 'ignore' }).partial;
const [first, a, b] = [sceneId(source, 0), sceneId(source, 1), sceneId(source, 2)];

test('the expanded case of a choice changes with the played case', () => {
  expect(followedCases(new Set([first, a]), played('a'), played('b'))).toEqual(new Set([first, b]));
});

test('an expanded case that is not the played case stays expanded', () => {
  const open = new Set([b]);
  expect(followedCases(open, played('a'), played('a'))).toBe(open);
  expect(followedCases(open, played('a'), played('c'))).toBe(open);
});
