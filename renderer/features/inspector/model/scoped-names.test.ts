import { expect, test } from 'vitest';
import { selectFieldContext } from '#renderer/editor/fields.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { offeredEntries, offeredNamesIn } from '#renderer/project/scoped-names.ts';
import { inspectorStrings as german } from '#renderer/strings/inspector.de.ts';
import { inspectorStrings as english } from '#renderer/strings/inspector.en.ts';
import { evaluateText } from '#shared/expressions/evaluate.ts';
import { parseExpression } from '#shared/expressions/parse.ts';
import { expressionContext } from '../fields/expression-field.tsx';

const FILM = `<movie width="100" height="50" framerate="25">
  <resources>
    <variable name="products" type="list">
      <field name="name" label="Product"/><field name="price" type="number"/><field name="per-unit" default="1 kg"/>
      <field name="tags" type="list"/>
      <item name="Green tea" price="4.90" tags="hot, green"/><item name="Jam" price="3.50" tags="red"/>
    </variable>
    <variable name="people" default='[{"first name":"x","age":36}]'/>
  </resources>
  <scene duration="10" each="\${products}">
    <text content="A"/>
    <solid each="\${item.tags}" as="tag" color="#ff0000"/>
    <solid each="\${item.tags}" color="#ff0000"/>
  </scene>
  <scene duration="10"><code each="\${people}" as="p" content="B"/></scene>
</movie>`;

/** Returns the names for the content of an element, with their values at a frame. */
function namesAt(frame: number, element: string, index = 0, attribute = 'content') {
  const editor = openEditor({ text: FILM });
  editor.seek(frame);
  const names = offeredNamesIn(selectFieldContext(editor.state()), editor.find(element, index), attribute);
  return Object.fromEntries(names.map(({ name, default: value }) => [name, value]));
}

const positions = { index: '1', count: '2', first: 'true', last: 'false' };

test('a text in a repeated scene has the names of the displayed item', () => {
  const first = { 'item.name': 'Green tea', 'item.price': '4.90', 'item.per-unit': '1 kg', 'item.tags': null };
  expect(namesAt(0, 'text')).toEqual({ ...first, ...positions });
  expect(namesAt(15, 'text')).toMatchObject({ 'item.name': 'Jam', index: '2', last: 'true' });
});

test('an inner list keeps or hides the outer item', () => {
  expect(namesAt(15, 'solid')).toMatchObject({ 'item.name': 'Jam', tag: 'red', index: '1', count: '1' });
  const hidden = namesAt(0, 'solid', 1);
  expect(Object.keys(hidden)).toEqual(['item', ...Object.keys(positions)]);
  expect(hidden).toMatchObject({ item: 'hot' });
  // The attribute that names the list is read outside of it.
  expect(namesAt(0, 'solid', 1, 'each')).toMatchObject({ 'item.name': 'Green tea' });
});

test('an undeclared list has the fields of its item', () => {
  expect(namesAt(20, 'code')).toEqual({ 'p.age': '36', index: '1', count: '1', first: 'true', last: 'true' });
  expect(namesAt(0, 'scene', 1)).toEqual({});
});

test.each([
  [english, ['Use the item', 'Product', 'item.price', 'item.per-unit', 'Number of the item', 'Number of items']],
  [
    german,
    ['Eintrag verwenden', 'Product', 'item.price', 'item.per-unit', 'Nummer des Eintrags', 'Anzahl der Einträge'],
  ],
])('the menu offers fields and positions, and no lists', (words, labels) => {
  const editor = openEditor({ text: FILM });
  const used: string[] = [];
  const names = offeredNamesIn(selectFieldContext(editor.state()), editor.find('text'), 'content');
  const entries = offeredEntries(names, words, (name) => used.push(name));
  expect(entries.map((entry) => (entry.kind === 'separator' ? '' : entry.label))).toEqual(labels);
  for (const entry of entries) if (entry.kind === 'command') entry.run();
  expect(used).toEqual(['item.name', 'item.price', 'item.per-unit', 'index', 'count']);
  expect(offeredEntries([], words, () => undefined)).toEqual([]);
});

test.each([
  ["item.name ~ ' ' ~ money(item.price, 'EUR')", 0, 'Green tea €4.90'],
  ["item.name ~ ' ' ~ money(item.price, 'EUR')", 15, 'Jam €3.50'],
  ['item.`per-unit` ~ index ~ count(item.tags)', 0, '1 kg12'],
])('an expression has the result of the displayed item: %s at frame %s', (source, frame, result) => {
  const editor = openEditor({ text: FILM });
  editor.seek(frame);
  const context = expressionContext(selectFieldContext(editor.state()), {
    nodes: [editor.find('text')],
    name: 'content',
  });
  const parsed = parseExpression(source);
  expect(parsed.ok && evaluateText(parsed.value, context)).toEqual({ ok: true, value: result });
});
