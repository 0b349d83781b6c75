import { expect, test } from 'vitest';
import { sceneOfIndex, timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { skippedScenes } from '../grid/case-rows.ts';
import { filmOf } from '../testing/film.ts';
import { skippedRuns } from './skipped-runs.ts';

const NONE: ReadonlySet<NodeId> = new Set();

test('skipped scenes stand behind their cut, side by side where it is the same', () => {
  const timeline = timelineOf(filmOf([[10, 'off'], 100, [30, 'off'], [20, 'off'], 80]));
  const runs = skippedRuns(skippedScenes(timeline, NONE), { pixelsPerFrame: 2, total: timeline.total }, NONE);
  expect(runs.map(({ left, shift, room, places }) => [left, shift, room, places.map(({ index }) => index)])).toEqual([
    [0, 0, 196, [0]],
    [200, 0, 244, [2, 3]],
  ]);
});

test('those at the end of the film reach before their cut, so that their names are read', () => {
  const timeline = timelineOf(filmOf([100, [30, 'off'], 100, [9, 'off'], [9, 'off']]));
  const runs = skippedRuns(skippedScenes(timeline, NONE), { pixelsPerFrame: 2, total: timeline.total }, NONE);
  // The room behind the film is 88 pixels: what is missing is taken from before the cut.
  expect(runs.map(({ left, shift, room }) => [left, shift, room])).toEqual([
    [200, 0, 104],
    [400, -92, 176],
  ]);
});

test('where cuts come closer than chips need they become narrower, then only the first is there and what is selected', () => {
  const timeline = timelineOf(filmOf([[9, 'off'], [9, 'off'], [9, 'off'], 20, [9, 'off'], 80]));
  const all = skippedScenes(timeline, NONE);
  const shown = (zoom: number, kept = NONE) =>
    skippedRuns(all, { pixelsPerFrame: zoom, total: timeline.total }, kept).map(({ least, places }) => [
      least,
      places.map(({ index }) => index),
    ]);
  expect(shown(2)).toEqual([
    [8, [0, 1, 2]],
    [20, [4]],
  ]);
  expect(shown(1)).toEqual([
    [6, [0]],
    [20, [4]],
  ]);
  const third = sceneOfIndex(timeline, 2)?.scene.id;
  expect(shown(1, new Set(third === undefined ? [] : [third]))).toEqual([
    [6, [0, 2]],
    [20, [4]],
  ]);
  // A run that would lie on the one before waits for another zoom.
  expect(shown(0.2)).toEqual([[20, [0, 1, 2]]]);
});
