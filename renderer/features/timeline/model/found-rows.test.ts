import { describe, expect, test } from 'vitest';
import { catalogues } from '#renderer/strings/language.ts';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { rowTitle } from './labels.ts';
import { type Row, rowsOf } from './row.ts';
import { type FoundRows, filteredRows, foundRows, hiddenOf, neighboringHit, rowsPlayingAt } from './row-filters.ts';
import { visibleRows } from './visible-rows.ts';

const words = catalogues.en.timeline;
const movie = movieOf(
  film(
    '<scene duration="10" name="Café"><solid color="#000000"/></scene>',
    '<scene duration="50" name="Middle"><video src="a.mp4" name="Low"><filter type="vignette"/></video>',
    '<group name="Pair" offset="10" duration="20"><text content="Hello World" offset="4"/>' +
      '<solid color="#000000" name="Two" offset="18" duration="9"/></group>',
    '<audio src="voice.mp3" name="Voice" offset="5" duration="10"/></scene>',
    '<overlay name="Badge"><image src="logo.png" name="Logo"/></overlay>',
    '<audio src="music.mp3" name="Music"/>',
  ),
);
const NONE: ReadonlySet<NodeId> = new Set();
const [cafe, middle] = movie.scenes.map(({ id }) => id);
const all = { open: NONE, unfolded: NONE, onlyAnimated: false, search: null, rowsAt: null };
const titles = (rows: readonly Row[]) => rows.map(rowTitle);
const shown = (search: string, unfolded = NONE) => titles(visibleRows(movie, { ...all, unfolded, search }));
const find = (search: string) => foundRows(movie, search, words);
const count = (search: string) => find(search)?.hits.length;

describe('a search of the rows', () => {
  test('is off while the search text is empty', () => {
    expect([find(''), find('  ')]).toEqual([null, null]);
    expect(shown('')).toEqual(['Badge', 'Music']);
  });

  test('requires every term, ignoring case and accents', () => {
    expect(find('cafe')?.hits).toEqual([{ id: cafe, owner: cafe, isScene: true }]);
    expect([count(' WÖRLD  hello'), count('hello nobody')]).toEqual([1, 0]);
  });

  test('finds names, kinds, and texts, and expands their parent rows', () => {
    expect(shown('hello')).toEqual(['Pair', 'Hello World']);
    expect(shown('voice')).toEqual(['Voice']);
    expect(shown('logo')).toEqual(['Badge', 'Logo']);
    expect(shown('sound')).toEqual(['Voice', 'Music']);
  });

  test('finds the current value of a variable', () => {
    const { document } = film('<scene duration="5"><text content="For ${name}" name="Line"/></scene>');
    const counts = ['Ada', 'Bob'].map((name) => {
      const { movie: said } = resolveTemplate(document, { values: new Map([['name', name]]), missing: 'error' });
      return foundRows(required(said, 'a film'), 'ada', words)?.hits.length;
    });
    expect(counts).toEqual([1, 0]);
  });

  test('keeps scenes that match or contain a matching row', () => {
    const scenes = ({ scenes: retained, open }: FoundRows) => [[...retained], [...open]];
    expect([find('hello')].flatMap((found) => (found === null ? [] : scenes(found)))).toEqual([[middle], [middle]]);
    expect([find('cafe')].flatMap((found) => (found === null ? [] : scenes(found)))).toEqual([[cafe], []]);
  });

  test('shows the content of a match and the group around it', () => {
    const everything = new Set(
      rowsOf(movie, timelineOf(movie), { open: new Set(movie.scenes.map(({ id }) => id)), unfolded: NONE }).map(
        ({ id }) => id,
      ),
    );
    expect(shown('low', everything)).toEqual(['Low', 'Vignette']);
    expect(shown('pair', everything)).toEqual(['Pair', 'Two', 'Hello World']);
    expect(shown('two', everything)).toEqual(['Pair', 'Two']);
  });

  test('moves through the matches in row order and wraps around', () => {
    const hits = find('o')?.hits ?? [];
    const ids = hits.map(({ id }) => id);
    expect(neighboringHit(hits, null, 1)?.id).toBe(ids[0]);
    expect(neighboringHit(hits, null, -1)?.id).toBe(ids.at(-1));
    expect(neighboringHit(hits, ids.at(-1) ?? null, 1)?.id).toBe(ids[0]);
    expect(neighboringHit(hits, ids[0] ?? null, -1)?.id).toBe(ids.at(-1));
    expect(neighboringHit([], null, 1)).toBeNull();
  });

  test('finds one layer among 500 in a movie with 1,000 scenes', () => {
    const many = large();
    const counts = ['l', 'la', 'lay', 'layer', 'layer 4', 'layer 49', 'layer 499'].map((search) => {
      const found = foundRows(many, search, words);
      const open = found?.open ?? NONE;
      const rows = rowsOf(many, timelineOf(many), { open, unfolded: NONE });
      return found === null ? 0 : filteredRows(rows, found).length;
    });
    expect(counts.at(-1)).toBe(1);
  });
});

describe('the filter for rows at the playhead', () => {
  const open = new Set(movie.scenes.map(({ id }) => id));
  const at = (rowsAt: number | null, unfolded = NONE) => visibleRows(movie, { ...all, open, unfolded, rowsAt });

  test('keeps layers visible at the playhead and rows of the movie', () => {
    expect(titles(at(12))).toEqual(['Low', 'Badge', 'Music']);
    expect(titles(at(24))).toEqual(['Pair', 'Low', 'Voice', 'Badge', 'Music']);
  });

  test('uses the local time of a group for its content', () => {
    const unfolded = new Set(at(null).map(({ id }) => id));
    expect(titles(at(24, unfolded))).toEqual([
      'Pair',
      'Hello World',
      'Low',
      'Vignette',
      'Voice',
      'Badge',
      'Logo',
      'Music',
    ]);
    expect(titles(at(5, unfolded)).slice(1)).toEqual(['Badge', 'Logo', 'Music']);
  });

  test('counts the hidden rows', () => {
    expect(hiddenOf(at(null), rowsPlayingAt(at(null), movie.scenes, 12))).toBe(3);
    expect(at(25)).toBe(at(26));
  });
});

/** Returns a movie with 999 scenes of one layer and one scene of 500 layers. */
function large(): Movie {
  const small = Array.from({ length: 999 }, () => '<scene duration="5"><solid color="#000000"/></scene>');
  const layers = Array.from({ length: 500 }, (_, at) => `<text content="x" name="Layer ${at}"/>`);
  return movieOf(film(...small, `<scene duration="5">${layers.join('')}</scene>`));
}
