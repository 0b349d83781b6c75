import { describe, expect, test } from 'vitest';
import type { TreeFocus } from '#renderer/editor/timeline-view.ts';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { hasBar, type Row, type RowSettings, rowsBetween, rowsOf, rowTops } from './row.ts';
import { type TreeKey, treeMove } from './tree-keys.ts';

const movie = movieOf(
  film(
    '<scene duration="10"/>',
    '<scene duration="50"><video src="a.mp4" name="Low"><filter type="vignette"/></video>',
    '<group name="Pair" offset="10" duration="20"><text content="x" name="One" offset="4"/>' +
      '<solid color="#000000" name="Two" offset="18" duration="9"/></group>',
    '<audio src="voice.mp3" name="Voice" offset="5" duration="60"/></scene>',
    '<scene duration="10"/>',
    '<overlay name="Badge"><image src="logo.png" name="Logo"/></overlay>',
    '<audio src="music.mp3" name="Music"/>',
  ),
);
const timeline = timelineOf(movie);
const { scenes } = movie;
const [first, middle, last] = scenes.map(({ id }) => id);
const NONE: ReadonlySet<NodeId> = new Set();
const named = (row: Row) => nameOf(row) ?? row.kind;
function nameOf(row: Row): string | null {
  switch (row.kind) {
    case 'layer':
      return row.layer.name;
    case 'sound':
      return row.sound.name;
    case 'overlay':
      return row.overlay.name;
    case 'effect':
      return row.effect.type;
    case 'property':
      return row.property;
    case 'hint':
      return row.hint;
    case 'case':
      return 'case';
  }
}
const id = (name: string) => required(all.find((row) => named(row) === name)?.id, name);
const open = new Set([required(middle, 'there are three')]);
const opened = rowsOf(movie, timeline, { open, unfolded: NONE });
const group = required(opened.find((row) => named(row) === 'Pair')?.id, 'the group');
const low = required(opened.find((row) => named(row) === 'Low')?.id, 'the video');
const badge = required(opened.find((row) => named(row) === 'Badge')?.id, 'the overlay');
const all = rowsOf(movie, timeline, { open, unfolded: new Set([group, low, badge]) });

describe('the rows below the scenes', () => {
  test('are overlays and sounds of the movie while no scene is expanded', () => {
    const closed = rowsOf(movie, timeline, { open: NONE, unfolded: NONE });
    expect(closed.map((row) => [named(row), row.level, row.height])).toEqual([
      ['Badge', 1, 24],
      ['Music', 1, 44],
    ]);
  });

  test('begin with the layers and sounds of an expanded scene', () => {
    expect(opened.map((row) => [named(row), row.level, row.unfolded])).toEqual([
      ['Pair', 2, false],
      ['Low', 2, false],
      ['Voice', 2, false],
      ['Badge', 1, false],
      ['Music', 1, false],
    ]);
  });

  test('include a taller row for the volume line of a sound', () => {
    const keys = '<animation><key time="0" volume="1" pan="0"/><key time="9" volume="0.5" pan="1"/></animation>';
    const heard = movieOf(film(`<audio name="Song" src="a.wav">${keys}</audio>`, '<scene duration="20"/>'));
    const song = required(heard.sounds[0], 'a sound').id;
    const rowsWith = (shown: Partial<RowSettings>) =>
      rowsOf(heard, timelineOf(heard), { open: NONE, unfolded: NONE, ...shown }).map((row) => [named(row), row.height]);
    expect(rowsWith({})).toEqual([['Song', 44]]);
    expect(rowsWith({ unfolded: new Set([song]) })).toEqual([
      ['Song', 108],
      ['pan', 24],
    ]);
    expect(rowsWith({ onlyAnimated: true })).toEqual([
      ['Song', 44],
      ['volume', 24],
      ['pan', 24],
    ]);
  });

  test('list the content of a layer below it', () => {
    expect(all.map((row) => [named(row), row.level, row.depth])).toEqual([
      ['Pair', 2, 0],
      ['Two', 2, 1],
      ['One', 2, 1],
      ['Low', 2, 0],
      ['vignette', 3, 1],
      ['Voice', 2, 0],
      ['Badge', 1, 0],
      ['Logo', 2, 1],
      ['Music', 1, 0],
    ]);
  });

  test('contain their start and end in frames of the timeline', () => {
    const times = all.flatMap((row) => (hasBar(row) ? [[named(row), row.clock, row.start, row.end, row.limit]] : []));
    expect(times).toEqual([
      ['Pair', 10, 20, 40, 60],
      // The content of a group has the clock of the group. The second layer ends after the group.
      ['Two', 20, 38, 47, 40],
      ['One', 20, 24, 40, 40],
      ['Low', 10, 10, 60, 60],
      ['Voice', 10, 15, 75, 60],
      ['Logo', 0, 0, 70, 70],
      ['Music', 0, 0, 70, 70],
    ]);
  });

  test('contain the rank of their layer from the front', () => {
    const ranks = opened.flatMap((row) => (row.kind === 'layer' ? [[named(row), row.rank.place, row.rank.count]] : []));
    expect(ranks).toEqual([
      ['Pair', 1, 2],
      ['Low', 2, 2],
    ]);
  });

  test('can be found by position despite different heights', () => {
    const tops = rowTops(opened);
    expect(tops).toEqual([0, 24, 48, 72, 96, 140]);
    expect([rowsBetween(tops, 0, 24), rowsBetween(tops, 24, 25), rowsBetween(tops, 100, 400)]).toEqual([
      { first: 0, end: 1 },
      { first: 1, end: 2 },
      { first: 4, end: 5 },
    ]);
  });
});

describe('the keys of the tree', () => {
  const at = (scene: NodeId | undefined, part: NodeId | null = null, onBar = false): TreeFocus => ({
    scene: required(scene, 'there'),
    part,
    ...(onBar && { onBar }),
  });
  const go = (focus: TreeFocus | null, key: TreeKey, rows = all) => treeMove({ scenes, rows }, focus, key);
  const to = (focus: TreeFocus) => ({ kind: 'focus', focus });

  test('move between scenes with the left and right arrow keys', () => {
    expect(go(at(first), 'ArrowRight')).toEqual(to(at(middle)));
    expect(go(at(middle), 'End')).toEqual(to(at(last)));
    expect([go(at(last), 'ArrowRight'), go(at(first), 'ArrowLeft'), go(at(first), 'ArrowUp')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('start at the first or last row if nothing has the focus', () => {
    expect([go(null, 'ArrowRight'), go(null, 'ArrowLeft')]).toEqual([to(at(first)), to(at(last))]);
  });

  test('enter a scene from above: ArrowDown expands it, then enters its rows', () => {
    expect(go(at(middle), 'ArrowDown', [])).toEqual({ kind: 'open', scene: middle });
    expect(go(at(middle), 'ArrowDown')).toEqual(to(at(middle, id('Pair'))));
    expect(go(at(middle, id('Pair')), 'ArrowDown')).toEqual(to(at(middle, id('Two'))));
    expect(go(at(middle, id('Pair')), 'ArrowUp')).toEqual(to(at(middle)));
    expect(go(at(movie.id, id('Music')), 'ArrowDown')).toBeNull();
    // An empty scene also expands, because its hint row offers to add a layer.
    expect(go(at(first), 'ArrowDown')).toEqual({ kind: 'open', scene: first });
  });

  test('expand a row and move to its bar', () => {
    expect(go(at(middle, id('Pair')), 'ArrowRight', opened)).toEqual({ kind: 'unfold', id: group });
    expect(go(at(middle, id('Pair')), 'ArrowRight')).toEqual(to(at(middle, group, true)));
    expect(go(at(middle, group, true), 'ArrowRight')).toBeNull();
    expect(go(at(middle, group, true), 'ArrowLeft')).toEqual(to(at(middle, group)));
    expect(go(at(middle, group), 'ArrowLeft')).toEqual({ kind: 'fold', id: group });
    expect(go(at(middle, id('Two')), 'ArrowLeft')).toEqual(to(at(middle, group)));
    expect(go(at(middle, id('Voice')), 'ArrowLeft')).toEqual(to(at(middle)));
    expect(go(at(middle, id('vignette')), 'ArrowRight')).toBeNull();
  });
});

test('unnamed layers of one kind are numbered from the lowest', () => {
  const shapes = '<shape type="rectangle" width="9" height="9"/>';
  const shown = movieOf(film(`<scene duration="9">${shapes}<solid/>${shapes}<solid name="Ground"/></scene>`));
  const ids = new Set(shown.scenes.map(({ id }) => id));
  const rows = rowsOf(shown, timelineOf(shown), { open: ids, unfolded: NONE });
  expect(rows.flatMap((row) => (row.kind === 'layer' ? [row.number] : []))).toEqual([undefined, 2, undefined, 1]);
});
