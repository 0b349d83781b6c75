import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type CaseRow, type RowSettings, rowsOf, rowTops } from './row.ts';
import { caseGap, inCaseLanes, skippedScenes, withCases } from './row-filters.ts';

const movie = movieOf(
  film(
    '<scene name="Open" duration="10"/>',
    '<scene type="choice" condition="${season, b}">',
    '<scene name="A" case="a" duration="20"/>',
    '<scene name="B" case="b" duration="30"><solid color="#000000"/></scene>',
    '<scene case="c"><scene name="C1" duration="5"/><scene name="C2" duration="7"/></scene>',
    '</scene>',
    '<scene name="End" duration="10"/>',
  ),
);
const timeline = timelineOf(movie);
const NONE: ReadonlySet<NodeId> = new Set();

function rowsFor(open: readonly string[], more: Partial<RowSettings> = {}) {
  const ids = movie.scenes.filter(({ name }) => open.includes(name ?? '')).map(({ id }) => id);
  const shown = { open: new Set(ids), unfolded: NONE, ...more };
  return withCases(rowsOf(movie, timeline, shown), timeline, shown);
}

const casesIn = (rows: ReturnType<typeof rowsFor>) => rows.filter((row): row is CaseRow => row.kind === 'case');

test('an expanded choice has a lane for each case above the layers', () => {
  const rows = rowsFor(['B']);
  expect(rows.map(({ kind }) => kind)).toEqual(['case', 'case', 'case', 'layer']);
  expect(casesIn(rows).map(({ scenes, start, end, isPlayed }) => [scenes[0]?.name, start, end, isPlayed])).toEqual([
    ['A', 10, 30, false],
    ['B', 10, 40, true],
    ['C1', 10, 22, false],
  ]);
  expect(casesIn(rows)[2]?.scenes.map(({ name }) => name)).toEqual(['C1', 'C2']);
});

test('the lanes of a choice appear once for several expanded scenes', () => {
  expect(casesIn(rowsFor(['Open', 'End']))).toEqual([]);
  expect(casesIn(rowsFor(['C1', 'C2']))).toHaveLength(3);
  expect(casesIn(rowsFor(['B'], { onlyAnimated: true }))).toEqual([]);
});

test('a dragged case is inserted beside the case at the pointer', () => {
  const rows = rowsFor(['B']);
  const [a, b, c] = casesIn(rows);
  const moved = required(a, 'the first case');
  const at = (y: number) => caseGap(rows, rowTops(rows), moved, y);
  expect([at(0), at(30)]).toEqual([null, null]);
  expect(at(56)).toEqual({ to: { before: c?.id }, top: 56 });
  expect(at(500)).toEqual({ to: { after: c?.id }, top: 84 });
  expect(caseGap(rows, rowTops(rows), required(b, 'the second'), 2)).toEqual({ to: { before: a?.id }, top: 0 });
});

test('skipped cases of an expanded choice have lanes instead of chips', () => {
  const inLanes = (open: readonly string[]) => {
    const ids = movie.scenes.filter(({ name }) => open.includes(name ?? '')).map(({ id }) => id);
    const hidden = inCaseLanes(timeline, new Set(ids));
    return movie.scenes.filter(({ id }) => hidden.has(id)).map(({ name }) => name);
  };
  expect(inLanes(['B'])).toEqual(['A', 'C1', 'C2']);
  expect([inLanes([]), inLanes(['Open', 'End'])]).toEqual([[], []]);
});

test('a scene without frames is skipped unless a lane shows it', () => {
  const left = movieOf(
    film(
      '<scene duration="9" enabled="false"/>',
      '<scene type="choice" condition="b"><scene case="a" duration="9"/><scene case="b" duration="9"/></scene>',
    ),
  );
  const both = timelineOf(left);
  const indexes = (open: ReadonlySet<NodeId>) => skippedScenes(both, open).map(({ index }) => index);
  expect(indexes(NONE)).toEqual([0, 1]);
  expect(indexes(new Set([both.scenes[2]?.id ?? ('' as NodeId)]))).toEqual([0]);
});
