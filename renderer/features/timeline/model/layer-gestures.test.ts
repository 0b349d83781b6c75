import { describe, expect, test } from 'vitest';
import { orderCommand, stepCommand } from '#renderer/editor/layer-edits.ts';
import { snapTargets } from '#shared/editing/model/snapping.ts';
import { edited, elementId, film, linesOf, movieOf } from '#shared/editing/model/testing/editing.ts';
import { placedParts, timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import { rowsOf, rowTops } from './row.ts';
import { levelShare, placeAt, planBarDrag, volumeAt } from './row-plans.ts';

const source = film(
  '<scene duration="10"/>',
  '<scene duration="50">',
  '<video src="a.mp4" name="low"/>',
  '<group name="pair"><solid color="#000000" name="inner"/></group>',
  '<text content="x" name="top" offset="5" duration="20"/>',
  '</scene>',
);
const movie = movieOf(source);
const id = (name: string) => elementId(source, name);

describe('a drag of a bar', () => {
  const [held] = placedParts(movie, new Set([id('text')]));
  const part = required(held, 'the text');
  const targets = snapTargets(timelineOf(movie), { playhead: 42, layerEdges: [18] });
  const drag = (hold: 'body' | 'start' | 'end', moved: number, tolerance = 2) => {
    const plan = planBarDrag({ hold, parts: [part], held: part, moved, targets, tolerance });
    const line = plan.command === null ? '' : (linesOf(edited(source, plan.command).source)[4] ?? '');
    return [line.replace(/.*name="top" /, ''), plan.target?.kind ?? null];
  };

  test('moves the bar by whole frames', () => {
    expect(drag('body', 6.4)).toEqual(['offset="12" duration="20"/>', 'playhead']);
    expect(drag('body', 4.2, 0.5)).toEqual(['offset="9" duration="20"/>', null]);
    expect(drag('body', 2.2, 0)).toEqual(['offset="7" duration="20"/>', null]);
  });

  test('trims the bar by its edge', () => {
    expect(drag('start', 4)).toEqual(['offset="8" duration="17"/>', 'layer']);
    expect(drag('end', -3)).toEqual(['offset="5" duration="17"/>', null]);
    expect(drag('end', 0.3, 0)).toEqual(['', null]);
  });
});

describe('a drag of layer rows', () => {
  const scene = required(movie.scenes[1], 'the scene').id;
  const rows = rowsOf(movie, timelineOf(movie), { open: new Set([scene]), unfolded: new Set([id('group')]) });
  const tops = rowTops(rows);
  const drop = (name: string, y: number) => {
    const place = placeAt(rows, tops, new Set([id(name)]), y);
    const command = place === null ? null : orderCommand([id(name)], place);
    return command === null
      ? null
      : edited(source, command)
          .source.text.match(/name="(\w+)"/g)
          ?.map((each) => each.slice(6, -1));
  };

  test('drops the layers between other layers or into an expanded group', () => {
    expect(drop('text', 96)).toEqual(['top', 'low', 'pair', 'inner']);
    expect(drop('text', 48)).toEqual(['low', 'pair', 'inner', 'top']);
    expect(drop('video', 0)).toEqual(['pair', 'inner', 'top', 'low']);
    // A group cannot become its own child.
    expect(placeAt(rows, tops, new Set([id('group')]), 60)?.parent).toBe(scene);
  });

  test('drops layers beside visible rows if others are hidden', () => {
    const shown = rows.filter((row) => row.id !== id('video'));
    const place = placeAt(shown, rowTops(shown), new Set([id('text')]), 1000);
    expect([place?.parent, place?.index]).toEqual([scene, 1]);
  });

  test('moves a layer one step forward or backward', () => {
    const order = [id('video'), id('group'), id('text')];
    const step = (name: string, direction: -1 | 1) => stepCommand(order, new Set([id(name)]), scene, direction);
    expect(step('video', 1)).toEqual({ type: 'layer/move', layer: id('video'), parent: scene, index: 1 });
    expect(step('text', -1)).toEqual({ type: 'layer/move', layer: id('text'), parent: scene, index: 1 });
    expect([step('video', -1), step('text', 1)]).toEqual([null, null]);
  });
});

test('a height on the volume line converts to a volume', () => {
  for (const volume of [0, 0.1, 0.5, 1, 1.5]) expect(volumeAt(levelShare(volume))).toBeCloseTo(volume, 2);
  expect([volumeAt(-1), volumeAt(0.76), levelShare(8)]).toEqual([0, 1, 1]);
});
