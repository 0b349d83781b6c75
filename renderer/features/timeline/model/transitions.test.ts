import { describe, expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { openCutsIn, transitionsIn } from './scene-geometry.ts';
import { draggedLength } from './scene-plans.ts';

const scene = '<scene duration="50"/>';
const transition = (frames: number) => `<transition duration="${frames}"/>`;
const ALL = { from: 0, to: 10_000 };

function placed(...lines: readonly string[]) {
  return buildTimeline(movieOf(film(...lines))).transitions;
}

describe('transitions on the timeline', () => {
  test('cover the frames that show both scenes', () => {
    const bars = transitionsIn(placed(scene, transition(20), scene), ALL, 2, []);
    expect(bars).toMatchObject([{ left: 60, width: 40, chip: 70, outgoing: 0, incoming: 1 }]);
  });

  test('can be added at cuts between wide scenes', () => {
    const off = '<scene duration="50" enabled="false"/>';
    const source = film(scene, transition(10), scene, off, scene, '<scene duration="3"/>', scene);
    const cuts = openCutsIn(buildTimeline(movieOf(source)), ALL, 2);
    expect(cuts.map(({ left, outgoing, incoming }) => [left, outgoing.index, incoming.index])).toEqual([[180, 1, 3]]);
  });

  test('can be dragged longer or shorter at both edges', () => {
    const movie = movieOf(film(scene, transition(20), '<scene duration="30"/>'));
    const [placed] = buildTimeline(movie).transitions;
    if (placed === undefined) throw new Error('no transition');
    const dragged = (edge: 'start' | 'end', by: number) => draggedLength(movie, placed, edge, by);
    expect([dragged('start', -4.2), dragged('start', 5), dragged('end', 4), dragged('end', -5)]).toEqual([
      24, 15, 24, 15,
    ]);
    expect([dragged('end', 100), dragged('start', 100)]).toEqual([30, 1]);
  });

  test('at an end of the movie are in the outermost scene', () => {
    const bars = transitionsIn(placed(transition(20), scene, transition(30)), ALL, 2, []);
    expect(bars.map(({ left, width }) => [left, width])).toEqual([
      [0, 40],
      [40, 60],
    ]);
  });

  test('have chips inside the timeline even if they are short', () => {
    const [bar] = transitionsIn(placed(transition(1), scene), ALL, 2, []);
    expect(bar).toMatchObject({ left: 0, width: 2, chip: 0 });
  });

  test('exist only in the visible range', () => {
    const many = placed(...Array.from({ length: 20 }, () => [scene, transition(10)]).flat());
    expect(transitionsIn(many, { from: 300, to: 500 }, 2, []).map(({ start }) => start)).toEqual([160, 200, 240]);
  });

  test('show only the first or selected chip if chips overlap', () => {
    const many = placed(...Array.from({ length: 4 }, () => [scene, transition(10)]).flat());
    const starts = (selected: typeof ids) => transitionsIn(many, ALL, 0.3, selected).map(({ start }) => start);
    const ids = many.map(({ transition: each }) => each.id);
    expect(starts([])).toEqual([40, 120]);
    expect(starts(ids.slice(1, 2))).toEqual([40, 80, 160]);
  });
});
