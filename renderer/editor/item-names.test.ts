import { expect, test } from 'vitest';
import { itemNamesWithValues } from './fields.ts';
import { itemNames } from './selectors.ts';
import { openEditor } from './testing/open-editor.ts';

const FILM = `<movie width="100" height="50" framerate="25">
  <resources>
    <variable name="products" type="list">
      <field name="name" label="Product"/><field name="per-unit" default="1 kg"/><field name="tags" type="list"/>
      <item name="Tea" tags="hot, green"/><item name="Jam" tags="red"/>
    </variable>
  </resources>
  <scene duration="10" each="\${products}">
    <text content="A"/>
    <solid each="\${item.tags}" as="tag" color="#ff0000"/>
    <solid each="\${item.tags}" color="#ff0000"/>
  </scene>
</movie>`;
const FIELDS = ['item.name', 'item.per-unit', 'item.tags'];

test.each([
  ['text', 0, 'content', [...FIELDS, 'index', 'count']],
  ['solid', 0, 'name', [...FIELDS, 'tag', 'index', 'count']],
  // The inner item hides the outer one, except where the list of the element is named.
  ['solid', 1, 'name', ['item', 'index', 'count']],
  ['solid', 1, 'each', [...FIELDS, 'index', 'count']],
  ['scene', 0, 'each', []],
] as const)('lists define the names in an attribute: %s %s, %s', (element, index, attribute, names) => {
  const editor = openEditor({ text: FILM });
  const found = itemNames(editor.state().document, editor.find(element, index), attribute);
  expect(found.map(({ name }) => name)).toEqual(names);
});

test('a field with special characters has backquotes in an expression', () => {
  const editor = openEditor({ text: FILM });
  const names = itemNames(editor.state().document, editor.find('text'), 'content');
  expect(names.map(({ expression }) => expression)).toContain('item.`per-unit`');
});

test('names have the values of the copy at the playhead', () => {
  const editor = openEditor({ text: FILM });
  const valueAt = (frame: number, requested: string, element = 'text') => {
    editor.seek(frame);
    const names = itemNamesWithValues(editor.state(), editor.find(element), 'content');
    return names.find(({ name }) => name === requested)?.value;
  };
  expect([valueAt(0, 'item.name'), valueAt(15, 'item.name')]).toEqual(['Tea', 'Jam']);
  expect([valueAt(9, 'tag', 'solid'), valueAt(10, 'tag', 'solid')]).toEqual(['hot', 'red']);
  expect([valueAt(15, 'index'), valueAt(15, 'item.per-unit'), valueAt(15, 'item.tags')]).toEqual(['2', '1 kg', null]);
});
