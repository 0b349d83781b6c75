import { expect, test } from 'vitest';
import { elementId, film, sceneId } from '#shared/editing/model/testing/editing.ts';
import { GALLERY_TYPES, galleryType, joinedScenes, neighboursOf } from './neighbours.ts';

test('a transition at the movie’s end has the background as neighbor', () => {
  const source = film(
    '<transition/>',
    '<scene duration="9"/>',
    '<transition/>',
    '<audio src="a.m4a"/>',
    '<scene duration="9"/>',
  );
  const [first, second] = [sceneId(source, 0), sceneId(source, 1)];
  expect(neighboursOf(source.document, elementId(source, 'transition', 0))).toEqual({ from: null, to: first });
  expect(neighboursOf(source.document, elementId(source, 'transition', 1))).toEqual({ from: first, to: second });
});

test('the neighbors of a transition have numbers in movie order', () => {
  const source = film(
    '<scene duration="9"/>',
    '<transition/>',
    '<scene><scene duration="9"/><transition/><scene duration="9"/></scene>',
    '<transition/>',
  );
  const joined = [0, 1, 2].map((at) => joinedScenes(source.document, elementId(source, 'transition', at)));
  expect(joined).toEqual([
    { from: 1, to: 2 },
    { from: 2, to: 3 },
    { from: 3, to: null },
  ]);
});

test('both names of a crossfade select the same gallery type', () => {
  expect(galleryType('dissolve')).toBe('crossfade');
  expect(galleryType('wipe')).toBe('wipe');
  expect(galleryType(null)).toBeNull();
  expect(GALLERY_TYPES).not.toContain('dissolve');
});
