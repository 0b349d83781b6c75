import { expect, test } from 'vitest';
import { layerDestination } from '#renderer/project/drop-target.ts';
import { sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import { filmOf } from '../testing/film.ts';
import { dropTarget } from './drop-plans.ts';

const timeline = timelineOf(filmOf([100, 80]));
const { scene } = required(sceneOfIndex(timeline, 1), 'it has two scenes');

test('a dropped sound begins at the pointer, an image with its scene', () => {
  const drop = (asLayer: boolean) => dropTarget(timeline, { frame: 140.6, asLayer, pixelsPerFrame: 2 });
  expect(layerDestination(drop(false), 'audio')).toEqual({ frame: 140, scene: scene.id, isChosen: true });
  expect(layerDestination(drop(true), 'audio')).toEqual({ frame: 140, scene: scene.id, isChosen: true });
  expect(layerDestination(drop(true), 'image')).toEqual({ frame: 100, scene: scene.id, isChosen: true });
});

test('an item that is dropped on a row begins at the pointer', () => {
  const row = dropTarget(timeline, { frame: 140, over: scene.id, asLayer: false, pixelsPerFrame: 2 });
  expect([layerDestination(row, 'image'), layerDestination(row, 'audio')].map(({ frame }) => frame)).toEqual([
    140, 140,
  ]);
  const cut = dropTarget(timeline, { frame: 100, asLayer: false, pixelsPerFrame: 2 });
  for (const kind of ['audio', 'captions'] as const)
    expect(layerDestination(cut, kind)).toEqual({ frame: 100, over: 'film' });
});
