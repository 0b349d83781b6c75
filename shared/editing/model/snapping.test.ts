import { describe, expect, test } from 'vitest';
import { snap, snapSpan, snapTargets, snapTolerance } from './snapping.ts';
import { film, movieOf, sceneId } from './testing/editing.ts';
import { timelineOf } from './timeline.ts';

const source = film('<scene duration="10"/>', '<scene duration="20"/>', '<scene duration="30"/>');
const timeline = timelineOf(movieOf(source));
const targets = snapTargets(timeline, {
  playhead: 12,
  markers: [{ id: 'm', frame: 45 }],
  sourceEnds: [{ scene: sceneId(source, 2), frame: 52 }],
});

describe('snapping', () => {
  test.each([
    [11.4, 2, 12, 'playhead'],
    [9, 2, 10, 'edge'],
    [46, 2, 45, 'marker'],
    [51, 2, 52, 'source-end'],
    [20, 2, 20, undefined],
    [14.5, 2, 14.5, undefined],
  ])('moves frame %d within %d to %d (%s)', (frame, tolerance, becomes, kind) => {
    const { frame: found, target } = snap(frame, targets, tolerance);
    expect([found, target?.kind]).toEqual([becomes, kind]);
  });

  test('prefers the playhead to equally near targets', () => {
    expect(snap(11, targets, 2).target?.kind).toBe('playhead');
  });

  test('ignores the edges of moving scenes', () => {
    const without = new Set([sceneId(source, 1)]);
    const edges = (set: ReadonlySet<ReturnType<typeof sceneId>>) =>
      snapTargets(timeline, { without: set }).map(({ frame }) => frame);
    expect(edges(without)).toEqual([0, 10, 30, 60]);
    expect(edges(new Set([sceneId(source, 1), sceneId(source, 2)]))).toEqual([0, 10]);
  });

  test('snaps a span by its nearer end', () => {
    expect(snapSpan(0.5, 11, targets, 2)).toMatchObject({ frame: 0, target: { kind: 'edge', frame: 0 } });
    expect(snapSpan(1.5, 11, targets, 2)).toMatchObject({ frame: 1, target: { kind: 'playhead' } });
    expect(snapSpan(17, 5, targets, 2)).toEqual({ frame: 17, target: null });
  });

  test('has a tolerance in pixels', () => {
    expect([snapTolerance(8, 2), snapTolerance(8, 0)]).toEqual([4, 0]);
  });
});
