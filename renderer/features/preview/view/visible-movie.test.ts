import { expect, test } from 'vitest';
import { type HiddenLayers, NOTHING_HIDDEN } from '#renderer/editor/view-state.ts';
import { elementId, film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';
import { visibleMovie } from './playback.ts';

const source = film(
  '<scene duration="50">',
  '<solid name="ground"/><text name="title" content="Hello"/><group name="pack"><solid name="a"/><solid name="b"/></group>',
  '</scene>',
  '<scene duration="50"><solid name="other"/></scene>',
);
const movie = movieOf(source);
const solid = (at: number) => elementId(source, 'solid', at);

/** Returns the names of the layers that the displayed movie disables. */
function left(hidden: Partial<HiddenLayers>): readonly (string | null)[] {
  const { scenes } = visibleMovie(movie, { ...NOTHING_HIDDEN, ...hidden });
  return scenes.flatMap(({ layers }) =>
    withNestedLayers(layers).flatMap(({ name, enabled }) => (enabled ? [] : [name])),
  );
}

test('scenes without hidden layers keep their object identity', () => {
  expect(visibleMovie(movie, NOTHING_HIDDEN)).toBe(movie);
  const hidden = { ...NOTHING_HIDDEN, written: elementId(source, 'text') };
  expect(visibleMovie(movie, hidden)).toBe(visibleMovie(movie, hidden));
  expect(visibleMovie(movie, hidden).scenes[1]).toBe(movie.scenes[1]);
});

test('a text is hidden while the user edits it', () => {
  expect(left({ written: elementId(source, 'text') })).toEqual(['title']);
});

test('the groups and the content of a solo layer stay visible', () => {
  expect(left({ only: new Set([solid(0)]) })).toEqual(['title', 'pack', 'a', 'b']);
  expect(left({ only: new Set([solid(1)]) })).toEqual(['ground', 'title', 'b']);
  expect(left({ only: new Set([elementId(source, 'group')]) })).toEqual(['ground', 'title']);
});
