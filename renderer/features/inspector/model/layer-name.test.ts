import { expect, test } from 'vitest';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { elementId, film } from '#shared/editing/testing/editing.ts';
import { layerName } from './layer-name.ts';

test.each([
  ['its own name', '<text name="Title" content="Hello"/>', 'Title'],
  ['its file', '<image src="https://example.org/a/logo.png?x=1"/>', 'logo.png'],
  ['the text that it says, on one line', '<text content="Hello,  &#10;${name, Anna}!"/>', 'Hello, Anna!'],
  ['the text of an element in it', '<text><content>Hello</content></text>', 'Hello'],
  ['what it is, where it has no file', '<shape type="rectangle" width="9" height="9"/>', 'Rectangle'],
  ['what it is, as a group of others', '<group><solid/></group>', 'Group'],
  ['what it is, as a colour', '<solid color="#ff0000"/>', 'Solid'],
  ['what it is, where it says nothing yet', '<text content="${words}"/>', 'Text'],
  ['nothing, where its file is not known', '<image src="${logo}"/>', null],
])('a layer is called by %s', (_, xml, name) => {
  const source = film(`<scene duration="9">${xml}</scene>`);
  const planning = planningOf({ document: source.document, values: new Map() });
  const id = elementId(source, /<(\w+)/.exec(xml)?.[1] ?? '');
  const layer = planning.index.elements.get(id)?.element;
  expect(layer === undefined ? undefined : layerName(planning, layer)).toBe(name);
});

test('unnamed layers of one kind are told apart by numbers', () => {
  const shapes =
    '<shape type="rectangle"/><shape type="ellipse"/><shape type="rectangle" name="Bar"/><shape type="rectangle"/>';
  const source = film(`<scene duration="9">${shapes}</scene>`);
  const planning = planningOf({ document: source.document, values: new Map() });
  const names = [0, 1, 2, 3].map((at) => {
    const layer = planning.index.elements.get(elementId(source, 'shape', at))?.element;
    return layer === undefined ? null : layerName(planning, layer);
  });
  expect(names).toEqual(['Rectangle 1', 'Ellipse', 'Bar', 'Rectangle 2']);
});
