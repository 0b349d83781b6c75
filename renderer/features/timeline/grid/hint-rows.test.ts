import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/testing/editing.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { withHints } from './hint-rows.ts';
import { rowsOf, type Shown } from './rows.ts';

const NONE: ReadonlySet<NodeId> = new Set();

/** What is shown of a film: kinds of rows, hints by what they are about. */
function shownOf(lines: readonly string[], open: readonly number[], more: Partial<Shown> = {}): readonly string[] {
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

test('an opened scene without layers offers one in its place', () => {
  expect(shownOf([EMPTY, FULL, EMPTY, MUSIC], [0, 1, 2])).toEqual(['layers, 2', 'layer', 'layers, 2', 'sound']);
  expect(shownOf([EMPTY, MUSIC], [])).toEqual(['sound']);
});

test('a film with scenes and without music has a row for it behind all others', () => {
  expect(shownOf([FULL], [0])).toEqual(['layer', 'music, 1']);
  expect(shownOf(['<overlay><solid color="#000000"/></overlay>', EMPTY], [])).toEqual(['overlay', 'music, 1']);
  expect(shownOf([], [])).toEqual([]);
});

test('while only what is animated is shown, one row says that nothing is', () => {
  expect(shownOf([EMPTY, FULL], [0, 1], { onlyAnimated: true })).toEqual(['keys, 1']);
  const moving =
    '<solid color="#000000"><animation type="custom"><key time="0" opacity="0"/><key time="9" opacity="1"/></animation></solid>';
  expect(shownOf([`<scene duration="10">${moving}</scene>`, EMPTY], [0, 1], { onlyAnimated: true })).not.toContain(
    'keys, 1',
  );
});
