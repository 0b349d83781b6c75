import { expect, test } from 'vitest';
import { sceneOfIndex, timelineOf } from '#shared/editing/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import { dropTarget } from '../moves/drop-target.ts';
import { filmOf } from '../testing/film.ts';
import { whereOf } from './where-of.ts';

const timeline = timelineOf(filmOf([100, 80]));
const { scene } = required(sceneOfIndex(timeline, 1), 'it has two scenes');

test('on the picture of a scene a sound begins where it is dropped, what is seen with the scene', () => {
  const drop = (asLayer: boolean) => dropTarget(timeline, { frame: 140.6, asLayer, pixelsPerFrame: 2 });
  expect(whereOf(drop(false), 'audio')).toEqual({ frame: 140, scene: scene.id, isChosen: true });
  expect(whereOf(drop(true), 'audio')).toEqual({ frame: 140, scene: scene.id, isChosen: true });
  expect(whereOf(drop(true), 'image')).toEqual({ frame: 100, scene: scene.id, isChosen: true });
});

test('on a row all of it begins where it is dropped, and between scenes sounds and captions are the film’s', () => {
  const row = dropTarget(timeline, { frame: 140, over: scene.id, asLayer: false, pixelsPerFrame: 2 });
  expect([whereOf(row, 'image'), whereOf(row, 'audio')].map(({ frame }) => frame)).toEqual([140, 140]);
  const cut = dropTarget(timeline, { frame: 100, asLayer: false, pixelsPerFrame: 2 });
  for (const kind of ['audio', 'captions'] as const) expect(whereOf(cut, kind)).toEqual({ frame: 100, over: 'film' });
});
