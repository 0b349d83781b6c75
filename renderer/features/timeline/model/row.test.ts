import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type RowSettings, rowsOf, withHints } from './row.ts';

const NONE: ReadonlySet<NodeId> = new Set();

/** Returns the kinds of the visible rows. A hint row is represented by its topic and level. */
function shownOf(
  lines: readonly string[],
  open: readonly number[],
  more: Partial<RowSettings> = {},
): readonly string[] {
  const movie = movieOf(film(...lines));
  const scenes = movie.scenes.filter((_, at) => open.includes(at)).map(({ id }) => id);
  const shown = { open: new Set(scenes), unfolded: NONE, ...more };
  return withHints(rowsOf(movie, timelineOf(movie), shown), movie, shown).map((row) =>
    row.kind === 'hint' ? `${row.hint}, ${row.level}` : row.kind,
  );
}

const EMPTY = '<scene duration="10"/>';
const FULL = '<scene duration="10"><solid color="#000000"/></scene>';
const MUSIC = '<audio src="music.mp3"/>';

test('an expanded scene without layers has a hint row', () => {
  expect(shownOf([EMPTY, FULL, EMPTY, MUSIC], [0, 1, 2])).toEqual(['layers, 2', 'layer', 'layers, 2', 'sound']);
  expect(shownOf([EMPTY, MUSIC], [])).toEqual(['sound']);
});

test('a movie without music ends with a hint row', () => {
  expect(shownOf([FULL], [0])).toEqual(['layer', 'music, 1']);
  expect(shownOf(['<overlay><solid color="#000000"/></overlay>', EMPTY], [])).toEqual(['overlay', 'music, 1']);
  expect(shownOf([], [])).toEqual([]);
});

test('the filter for animated rows shows a hint if nothing matches', () => {
  expect(shownOf([EMPTY, FULL], [0, 1], { onlyAnimated: true })).toEqual(['keys, 1']);
  const moving =
    '<solid color="#000000"><animation type="custom"><key time="0" opacity="0"/><key time="9" opacity="1"/></animation></solid>';
  expect(shownOf([`<scene duration="10">${moving}</scene>`, EMPTY], [0, 1], { onlyAnimated: true })).not.toContain(
    'keys, 1',
  );
});
