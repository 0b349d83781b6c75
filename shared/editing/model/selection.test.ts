import { describe, expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { copyId } from '#shared/template/variables/repeats.ts';
import {
  boxNodes,
  clickNode,
  MOVIE_SELECTION,
  pruneSelection,
  type Selection,
  sameSelection,
  sceneIds,
  selectNodes,
} from './selection.ts';
import { edited, elementId, film, sceneId } from './testing/editing.ts';
import { everyRole } from './testing/every-role.ts';

const order = ['a', 'b', 'c', 'd', 'e'] as unknown as readonly NodeId[];
const id = (name: string) => name as NodeId;
const shown = ({ ids, primary }: Selection) => (primary === null ? 'movie' : `${ids.join('')}@${primary}`);
const nodes = (names: string, primary?: string) =>
  selectNodes([...names].map(id), primary === undefined ? undefined : id(primary));

describe('selecting', () => {
  test.each([
    ['abc', 'a', 'd', 'only', 'd@d'],
    ['b', 'b', 'd', 'range', 'bcd@b'],
    ['bcd', 'b', 'a', 'range', 'ab@b'],
    ['b', 'b', 'd', 'toggle', 'bd@d'],
    ['bd', 'd', 'd', 'toggle', 'b@b'],
    ['b', 'b', 'b', 'toggle', 'movie'],
    ['x', 'x', 'b', 'toggle', 'b@b'],
    ['x', 'x', 'b', 'range', 'b@b'],
  ] as const)('with %s selected (primary %s), clicking %s in mode %s selects %s', (names, primary, on, mode, gives) => {
    expect(shown(clickNode(nodes(names, primary), id(on), { mode, order }))).toBe(gives);
  });

  test('selects the clicked element if nothing was selected', () => {
    expect(shown(clickNode(MOVIE_SELECTION, id('c'), { mode: 'range', order }))).toBe('c@c');
  });

  test('selects the elements in a box in document order', () => {
    expect(shown(boxNodes(nodes('e'), [id('c'), id('b')], { add: false, order }))).toBe('bc@b');
    expect(shown(boxNodes(nodes('e'), [id('b')], { add: true, order }))).toBe('be@b');
    expect(shown(boxNodes(nodes('x'), [id('b')], { add: true, order }))).toBe('b@b');
    expect(shown(boxNodes(nodes('e'), [], { add: false, order }))).toBe('movie');
  });

  test('is equal for the same elements and primary element', () => {
    expect(sameSelection(nodes('ab', 'a'), nodes('ab', 'a'))).toBe(true);
    expect(sameSelection(nodes('ab', 'a'), nodes('ab', 'b'))).toBe(false);
    expect(sameSelection(nodes('ab'), nodes('abc'))).toBe(false);
  });
});

describe('a selection in a document', () => {
  test('keeps the elements that still exist', () => {
    const source = film(
      '<scene duration="1"/>',
      '<scene duration="2"><video src="a"/></scene>',
      '<scene duration="3"/>',
    );
    const all = sceneIds(source.document);
    const selection = selectNodes(all, sceneId(source, 1));
    const layer = selectNodes([elementId(source, 'video')]);
    const { source: remaining } = edited(source, { type: 'node/remove', nodes: [sceneId(source, 1)] });
    expect(pruneSelection(selection, source.document)).toBe(selection);
    expect(pruneSelection(selection, remaining.document)).toEqual(selectNodes([all[0], all[2]] as NodeId[]));
    expect(pruneSelection(layer, source.document)).toBe(layer);
    expect(pruneSelection(layer, remaining.document)).toEqual(MOVIE_SELECTION);
  });

  test('follows document order and keeps its primary element', () => {
    const source = film(
      '<scene duration="1"><video src="a"/><video src="b"/></scene>',
      '<scene duration="2"><video src="c"/></scene>',
    );
    const [a, b, c] = [0, 1, 2].map((index) => elementId(source, 'video', index)) as [NodeId, NodeId, NodeId];
    expect(pruneSelection(selectNodes([c, b, a], b), source.document)).toEqual(selectNodes([a, b, c], b));
  });

  test("contains only elements of the primary element's role", () => {
    const source = film('<scene duration="1"><video src="a"><filter type="flip"/></video></scene>');
    const video = elementId(source, 'video');
    const mixed = selectNodes([sceneId(source, 0), video, elementId(source, 'filter')], video);
    expect(pruneSelection(mixed, source.document)).toEqual(selectNodes([video]));
    expect(pruneSelection(selectNodes([source.document.root.id]), source.document)).toEqual(MOVIE_SELECTION);
  });

  test('can contain elements of every role', () => {
    const source = film(
      '<resources><font/></resources>',
      '<scene duration="1"><group><video src="a"><mask/><animation/></video></group><unknown/></scene>',
      '<transition/>',
      '<audio/>',
    );
    const isSelected = (name: string, language = everyRole) => {
      const selection = selectNodes([elementId(source, name)]);
      return pruneSelection(selection, source.document, language) === selection;
    };
    const names = ['resources', 'font', 'scene', 'group', 'video', 'mask', 'animation', 'transition', 'audio'];
    expect(names.filter((name) => isSelected(name))).toEqual(names);
    expect(isSelected('unknown')).toBe(false);
  });
});

test('a copy of a repeated element selects the element', () => {
  const element = 'n5' as NodeId;
  const copies = [copyId(element, [1]), copyId(element, [2])] as const;
  expect(selectNodes(copies, copies[1])).toEqual({ ids: [element], primary: element });
});
