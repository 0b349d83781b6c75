import { describe, expect, test } from 'vitest';
import { draggedNames, gapPosition } from '#renderer/project/drop-target.ts';
import { snapTargets } from '#shared/editing/model/snapping.ts';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import { dropTarget } from '../model/drop-plans.ts';
import { boxBetween, scenesInBox } from '../model/lane-box.ts';
import { changesNothing, edgePreview, gapAt, planTrimDrag, slipBy } from '../model/scene-plans.ts';
import { filmOf } from '../testing/film.ts';
import { placedEnd } from './ruler-gestures.ts';

const movie = filmOf([100, 50, 80]);
const timeline = timelineOf(movie);
const [first, second, third] = movie.scenes.map(({ id }) => id);

describe('a drag of a scene’s edge', () => {
  const place = required(sceneOfIndex(timeline, 1), 'there are three scenes');
  const targets = snapTargets(timeline, { playhead: 160, markers: [{ id: 'm', frame: 130 }] });
  const plan = (edge: 'start' | 'end', moved: number, tolerance: number) => {
    const { command, target } = planTrimDrag({ place, edge, moved, targets, tolerance });
    return [command, target?.kind ?? null];
  };

  test('trims by whole frames', () => {
    expect(plan('end', 12.4, 0)).toEqual([{ type: 'scene/trim-end', scene: second, duration: 62 }, null]);
    expect(plan('start', 12.6, 0)).toEqual([{ type: 'scene/trim-start', scene: second, by: 13 }, null]);
    expect(plan('start', -7, 0)).toEqual([{ type: 'scene/trim-start', scene: second, by: -7 }, null]);
  });

  test('snaps to the playhead and to markers within the tolerance', () => {
    expect(plan('end', 7.5, 3)).toEqual([{ type: 'scene/trim-end', scene: second, duration: 60 }, 'playhead']);
    expect(plan('start', 28, 3)).toEqual([{ type: 'scene/trim-start', scene: second, by: 30 }, 'marker']);
    expect(plan('end', 6, 3)).toEqual([{ type: 'scene/trim-end', scene: second, duration: 56 }, null]);
  });

  test('previews the frame at the new edge', () => {
    const id = place.scene.id;
    expect(edgePreview(movie, id, 'start')).toEqual({ frame: 100, edge: 'first', beside: null });
    expect(edgePreview(movie, id, 'end')).toEqual({ frame: 149, edge: 'last', beside: null });
    expect(edgePreview(movie, id, 'both')).toEqual({ frame: 100, edge: 'first', beside: 149 });
  });

  test('leaves at least one frame of the scene', () => {
    expect(plan('end', -400, 5)).toEqual([{ type: 'scene/trim-end', scene: second, duration: 1 }, null]);
  });
});

describe('a drag of scenes', () => {
  test.each([
    [0, 0],
    [49, 0],
    [51, 1],
    [124, 1],
    [126, 2],
    [9999, 3],
  ])('targets the gap nearest to the pointer: frame %i, gap %i', (frame, index) => {
    expect(gapAt(timeline, frame).index).toBe(index);
  });

  test('changes nothing at the current position', () => {
    const moving = (...ids: (typeof first)[]) => new Set(ids.flatMap((id) => id ?? []));
    const nothing = (ids: ReturnType<typeof moving>, index: number) =>
      changesNothing(timeline, ids, { index, frame: 0 });
    expect([0, 1, 2, 3].map((index) => nothing(moving(second), index))).toEqual([false, true, true, false]);
    expect([0, 1, 2, 3].map((index) => nothing(moving(first, third), index))).toEqual([false, false, false, false]);
  });

  test('moves the other scenes away from the gap', () => {
    expect(gapPosition(timeline, { index: 1, frame: 100 })).toEqual({ before: second });
    expect(gapPosition(timeline, { index: 3, frame: 230 })).toEqual({ after: third });
    expect(gapPosition(timelineOf(null), { index: 0, frame: 0 })).toBe(0);
  });
});

describe('a slip of a source', () => {
  const [scene] = movieOf(film('<scene duration="50"><video src="a.mp4" skip="20"/></scene>')).scenes;
  const slip = (moved: number, length: number | null) => slipBy(required(scene, 'there is one'), moved, () => length);

  test('shows earlier frames until the start of the source is reached', () => {
    expect([slip(12, 200), slip(30, 200), slip(-40, 200), slip(-900, 200), slip(-900, null)]).toEqual([
      -12, -20, 40, 130, 900,
    ]);
  });

  test('does not move a source that is shorter than the scene', () => {
    expect(slip(-5, 60)).toBe(0);
  });
});

describe('a selection box', () => {
  const lane = { top: 48, bottom: 180 };
  const inBox = (left: number, right: number, top = 40, bottom = 90) =>
    scenesInBox(timeline, { left, right, top, bottom }, { pixelsPerFrame: 2, lane });

  test('selects the scenes inside it', () => {
    expect(inBox(250, 350)).toEqual([second, third]);
    expect(inBox(10, 20)).toEqual([first]);
    expect(inBox(500, 600)).toEqual([]);
  });

  test('selects nothing outside the scene lane', () => {
    expect(inBox(0, 900, 0, 40)).toEqual([]);
  });

  test('can be drawn from any corner', () => {
    expect(boxBetween({ x: 9, y: 1 }, { x: 2, y: 5 })).toEqual({ left: 2, right: 9, top: 1, bottom: 5 });
  });
});

describe('a drop on the timeline', () => {
  const drop = (frame: number, given: Partial<Parameters<typeof dropTarget>[1]> = {}) => {
    const target = dropTarget(timeline, { frame, asLayer: false, pixelsPerFrame: 2, ...given });
    return target.kind === 'insert' ? `gap ${target.gap.index}` : `${target.kind} ${target.start}`;
  };

  test('inserts scenes near a cut', () => {
    expect([drop(3), drop(97), drop(103), drop(50), drop(125), drop(500)]).toEqual([
      'gap 0',
      'gap 1',
      'gap 1',
      'replace 0',
      'replace 100',
      'gap 3',
    ]);
  });

  test('adds a layer with Shift or on the scene’s head', () => {
    expect([drop(50, { asLayer: true }), drop(3, { onHead: true })]).toEqual(['layer 0', 'layer 0']);
  });

  test('adds to the scene or movie of the row', () => {
    const over = (owner: typeof first, frame: number) =>
      dropTarget(timeline, { frame, over: owner ?? null, asLayer: false, pixelsPerFrame: 2 });
    expect(over(second, 103)).toMatchObject({ kind: 'layer', scene: { id: second }, from: 103 });
    expect(over(second, 3)).toMatchObject({ kind: 'layer', scene: { id: second }, from: 100 });
    expect(over(movie.id, 3)).toMatchObject({ kind: 'insert', isSound: true });
  });

  test('ignores drag data without asset names', () => {
    expect(draggedNames('[{"name":"a.mp4"},{"name":"b.mp4"}]')).toEqual(['a.mp4', 'b.mp4']);
    expect(draggedNames('{"name":"a.mp4","kind":"video"}')).toEqual(['a.mp4']);
    expect([draggedNames('nothing'), draggedNames('[3,{"name":4}]')]).toEqual([[], []]);
  });
});

test('in and out points stay inside the timeline', () => {
  const span = { from: 10, to: 40 };
  expect([-3, 20.4, 60].map((frame) => placedEnd('in', frame, span, 100))).toEqual([0, 20, 39]);
  expect([-3, 20.4, 160].map((frame) => placedEnd('out', frame, span, 100))).toEqual([11, 20, 100]);
});
