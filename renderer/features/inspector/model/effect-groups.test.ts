import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { film } from '#shared/editing/model/testing/editing.ts';
import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { layersOf } from '#shared/template/tables/roles.ts';
import { effectGroups, sameGroups } from './effect-groups.ts';
import { unknownChildren } from './unknown-elements.ts';

const source = film(
  '<scene duration="9"><video src="a"><filter type="saturation" intensity="1"/><filter type="posterise"/><animation type="fadein"/><mask/><sparkle/></video></scene>',
  '<scene duration="9"><video src="b"><filter type="vignette"/><filter type="saturation" intensity="2"/></video><video src="c"/></scene>',
);
const { document } = source;
const typeOf = (effect: ElementNode) => attributeValue(effect, 'type') ?? '';
const layers = indexOf(document).scenes.flatMap((scene) => layersOf(scene));

test('the inspector of a layer shows all its effects, even unknown ones', () => {
  const groups = effectGroups(layers.slice(0, 1), typeOf);
  expect(groups.map(({ type, name }) => [type, name])).toEqual([
    ['saturation', 'saturation'],
    [null, 'posterise'],
  ]);
  expect(
    layers
      .slice(0, 1)
      .flatMap(unknownChildren)
      .map(({ name }) => name),
  ).toEqual(['sparkle']);
});

test('the inspector of several layers shows only their common effects', () => {
  const groups = effectGroups(layers.slice(0, 2), typeOf);
  expect(groups.map(({ type, elements }) => [type, elements.length])).toEqual([['saturation', 2]]);
  expect(effectGroups(layers, typeOf)).toEqual([]);
});

test('effect groups are equal if their ordered elements are equal', () => {
  const [first, second] = layers;
  const groupsOf = (layer: ElementNode | undefined) => effectGroups(layer === undefined ? [] : [layer], typeOf);
  expect(sameGroups(groupsOf(first), groupsOf(first))).toBe(true);
  expect(sameGroups(groupsOf(first), groupsOf(second))).toBe(false);
  expect(sameGroups(groupsOf(second), groupsOf(second).toReversed())).toBe(false);
});
