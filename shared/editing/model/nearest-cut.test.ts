import { expect, test } from 'vitest';
import { nearestCut } from './snapping.ts';
import { edited, elementId, film, linesOf, movieOf, sceneId } from './testing/editing.ts';

const scene = (frames: number, more = '') => `<scene duration="${frames}"${more}/>`;
const source = film(scene(50), '<transition duration="10"/>', scene(50), scene(50, ' enabled="false"'), scene(50));

test('the nearest cut to a frame is found with its transition', () => {
  const movie = movieOf(source);
  const transition = elementId(source, 'transition');
  expect(nearestCut(movie, 30)).toMatchObject({ at: { after: sceneId(source, 0) }, transition });
  expect(nearestCut(movie, 80)).toMatchObject({ at: { after: sceneId(source, 1) }, transition: null });
});

test('the movie begins and ends with a cut', () => {
  const movie = movieOf(source);
  expect(nearestCut(movie, 3)).toEqual({ frame: 0, at: { before: sceneId(source, 0) }, transition: null });
  expect(nearestCut(movie, 135)).toMatchObject({ at: { after: sceneId(source, 3) }, transition: null });
});

test('the nearest cut is null in a movie without scenes', () => {
  expect(nearestCut(movieOf(film()), 0)).toBe(null);
});

test('a transition can be added, selected, and removed', () => {
  const {
    source: added,
    selection,
    label,
  } = edited(source, { type: 'transition/add', at: { after: sceneId(source, 1) } });
  expect(linesOf(added)).toEqual([
    '<scene duration="50"/>',
    '<transition duration="10"/>',
    '<scene duration="50"/>',
    '<transition/>',
    '<scene duration="50" enabled="false"/>',
    '<scene duration="50"/>',
  ]);
  expect(label).toBe('Add transition');
  const id = elementId(added, 'transition', 1);
  expect(selection?.ids).toEqual([id]);
  const removed = edited(added, { type: 'node/remove', nodes: [id] });
  expect(removed.source.text).toBe(source.text);
  expect(removed.label).toBe('Delete transition');
});

test('a new transition can have initial attributes', () => {
  const like = { type: 'wipe', direction: 'right', duration: '12' };
  const { source: added } = edited(source, { type: 'transition/add', at: { after: sceneId(source, 1) }, like });
  expect(linesOf(added)[3]).toBe('<transition type="wipe" direction="right" duration="12"/>');
});
