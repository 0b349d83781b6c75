import { expect, test } from 'vitest';
import { elementId, film } from '#shared/editing/model/testing/editing.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { layerName } from './layer-name.ts';

test.each([
  ['its own name', '<text name="Title" content="Hello"/>', 'Title'],
  ['its file', '<image src="https://example.org/a/logo.png?x=1"/>', 'logo.png'],
  ['its text on one line', '<text content="Hello,  &#10;${name, Anna}!"/>', 'Hello, Anna!'],
  ['the text of a child element', '<text><content>Hello</content></text>', 'Hello'],
  ['its number at rest', '<text value="1250"><animation type="countup"/></text>', '1,250'],
  ['its content with its number', '<text value="4.5" content="${= number(value, 2)} ${value}"/>', '4.50 4.5'],
  ['its kind, without a file', '<shape type="rectangle" width="9" height="9"/>', 'Rectangle'],
  ['its kind, for a group', '<group><solid/></group>', 'Group'],
  ['its kind, for a solid', '<solid color="#ff0000"/>', 'Solid'],
  ['its kind, while its text is empty', '<text content="${words}"/>', 'Text'],
  ['its kind, for captions with cues of their own', '<captions><cue start="0" end="9">Hi</cue></captions>', 'Captions'],
  ['null, while its file is unknown', '<image src="${logo}"/>', null],
])('the default name of a layer is %s', (_, xml, name) => {
  const source = film(`<scene duration="9">${xml}</scene>`);
  const planning = planningOf({ document: source.document, values: new Map() });
  const id = elementId(source, /<(\w+)/.exec(xml)?.[1] ?? '');
  const layer = planning.index.elements.get(id)?.element;
  expect(layer === undefined ? undefined : layerName(planning, layer)).toBe(name);
});

test('unnamed layers of one kind have numbers', () => {
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
