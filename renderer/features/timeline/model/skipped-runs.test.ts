import { expect, test } from 'vitest';
import { sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { filmOf } from '../testing/film.ts';
import { skippedScenes } from './row-filters.ts';
import { skippedRuns } from './scene-geometry.ts';

const NONE: ReadonlySet<NodeId> = new Set();

test('skipped scenes at one cut are side by side behind it', () => {
  const timeline = timelineOf(filmOf([[10, 'off'], 100, [30, 'off'], [20, 'off'], 80]));
  const runs = skippedRuns(skippedScenes(timeline, NONE), { pixelsPerFrame: 2, total: timeline.total }, NONE);
  expect(
    runs.map(({ left, shift, availableWidth: room, places }) => [left, shift, room, places.map(({ index }) => index)]),
  ).toEqual([
    [0, 0, 196, [0]],
    [200, 0, 244, [2, 3]],
  ]);
});

test('skipped scenes at the end also use space before the cut', () => {
  const timeline = timelineOf(filmOf([100, [30, 'off'], 100, [9, 'off'], [9, 'off']]));
  const runs = skippedRuns(skippedScenes(timeline, NONE), { pixelsPerFrame: 2, total: timeline.total }, NONE);
  // The space after the timeline is 88 pixels wide. The chips are wider, so they start before the cut.
  expect(runs.map(({ left, shift, availableWidth: room }) => [left, shift, room])).toEqual([
    [200, 0, 104],
    [400, -92, 176],
  ]);
});

test('the chips of a movie without frames use the width of the lanes', () => {
  const timeline = timelineOf(filmOf([[30, 'off']]));
  const scale = { pixelsPerFrame: 4, total: timeline.total, width: 800 };
  const [run] = skippedRuns(skippedScenes(timeline, NONE), scale, NONE);
  expect(run).toMatchObject({ left: 0, shift: 0, availableWidth: 796 });
});

test('skipped scenes become narrower until only the first is shown', () => {
  const timeline = timelineOf(filmOf([[9, 'off'], [9, 'off'], [9, 'off'], 20, [9, 'off'], 80]));
  const all = skippedScenes(timeline, NONE);
  const shown = (zoom: number, alwaysShown = NONE) =>
    skippedRuns(all, { pixelsPerFrame: zoom, total: timeline.total }, alwaysShown).map(
      ({ minChipWidth: least, places }) => [least, places.map(({ index }) => index)],
    );
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
  // A group that would overlap the previous one appears only after zooming in.
  expect(shown(0.2)).toEqual([[20, [0, 1, 2]]]);
});
