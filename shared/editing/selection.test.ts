import { describe, expect, test } from 'vitest';
import type { NodeId } from '../template/document.ts';
import {
  boxScenes,
  clickScene,
  MOVIE_SELECTION,
  pruneSelection,
  type Selection,
  sceneIds,
  selectScenes,
  stepScene,
} from './selection.ts';
import { edited, elementId, film, sceneId } from './testing/editing.ts';

const order = ['a', 'b', 'c', 'd', 'e'] as unknown as readonly NodeId[];
const id = (name: string) => name as NodeId;
const shown = (selection: Selection) =>
  selection.kind === 'scenes' ? `${selection.ids.join('')}@${selection.anchor}` : selection.kind;
const scenes = (names: string, anchor?: string) =>
  selectScenes([...names].map(id), order, anchor === undefined ? undefined : id(anchor));

describe('selecting scenes', () => {
  test.each([
    ['abc', 'a', 'd', 'only', 'd@d'],
    ['b', 'b', 'd', 'range', 'bcd@b'],
    ['bcd', 'b', 'a', 'range', 'ab@b'],
    ['b', 'b', 'd', 'toggle', 'bd@d'],
    ['bd', 'd', 'd', 'toggle', 'b@b'],
    ['b', 'b', 'b', 'toggle', 'movie'],
  ] as const)('of %s (anchor %s) by a click on %s, %s, gives %s', (names, anchor, on, mode, gives) => {
    expect(shown(clickScene(scenes(names, anchor), id(on), { mode, order }))).toBe(gives);
  });

  test('by a click where none was selected', () => {
    expect(shown(clickScene(MOVIE_SELECTION, id('c'), { mode: 'range', order }))).toBe('c@c');
  });

  test('by a box', () => {
    expect(shown(boxScenes(scenes('e'), [id('c'), id('b')], { add: false, order }))).toBe('bc@b');
    expect(shown(boxScenes(scenes('e'), [id('b')], { add: true, order }))).toBe('be@b');
    expect(shown(boxScenes(scenes('e'), [], { add: false, order }))).toBe('movie');
  });

  test('by the arrows', () => {
    const step = (from: Selection, steps: number, extend = false) => shown(stepScene(from, steps, { extend, order }));
    expect([step(scenes('b'), 1), step(scenes('e'), 1), step(scenes('a'), -1)]).toEqual(['c@c', 'e@e', 'a@a']);
    expect([step(MOVIE_SELECTION, 1), step(MOVIE_SELECTION, -1)]).toEqual(['a@a', 'e@e']);
    expect(step(scenes('bc', 'b'), 1, true)).toBe('bcd@b');
    expect(step(scenes('bc', 'c'), 1, true)).toBe('c@c');
    expect(step(scenes('bc', 'c'), -1, true)).toBe('abc@c');
  });

  test('keeps of it what is left', () => {
    const source = film(
      '<scene duration="1"/>',
      '<scene duration="2"><video src="a"/></scene>',
      '<scene duration="3"/>',
    );
    const all = sceneIds(source.document);
    const selection = selectScenes(all, all, sceneId(source, 1));
    const layer: Selection = { kind: 'layer', id: elementId(source, 'video') };
    const { source: left } = edited(source, { type: 'scene/remove', scenes: [sceneId(source, 1)] });
    expect(pruneSelection(selection, source.document)).toBe(selection);
    expect(pruneSelection(selection, left.document)).toEqual(selectScenes([all[0], all[2]] as NodeId[], all));
    expect(pruneSelection(layer, source.document)).toBe(layer);
    expect(pruneSelection(layer, left.document)).toEqual(MOVIE_SELECTION);
  });
});
