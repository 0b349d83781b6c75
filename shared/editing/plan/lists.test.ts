import { describe, expect, test } from 'vitest';
import { required } from '../../lib/assert.ts';
import { ITEM_VALUE, itemTexts, textOfItems } from '../../template/variables/item-texts.ts';
import { readTemplate } from '../../template-xml/read/read.ts';
import { applyCommand } from '../apply-command.ts';
import type { EditorCommand } from '../model/commands.ts';

function edited(inside: string, command: EditorCommand): string {
  const text = `<movie width="100" height="50" framerate="25">\n${inside}</movie>\n`;
  const source = required(readTemplate(text).source, 'the template');
  const applied = applyCommand({ source, values: new Map() }, command);
  if (!applied.ok) throw new Error(JSON.stringify(applied.error));
  return applied.value.source.text.split('\n').slice(1, -2).join('\n');
}

const NAME = { name: 'name', type: 'text', label: null } as const;
const PRICE = { name: 'price', type: 'number', label: 'Price' } as const;

const PRODUCTS = `  <resources>
    <!-- the shop -->
    <variable name="products" type="list" max="9">
      <field name="name" required="true"/>
      <item name="Tea"/>
      <!-- the last one -->
    </variable>
  </resources>
`;

test('a new list is declared with its fields and its items', () => {
  const items = [{ name: 'Tea', price: '4.9' }, { name: 'Jam' }];
  expect(edited('', { type: 'variable/set-list', variable: 'products', fields: [NAME, PRICE], items })).toBe(
    `  <resources>
    <variable name="products" type="list">
      <field name="name"/>
      <field name="price" type="number" label="Price"/>
      <item name="Tea" price="4.9"/>
      <item name="Jam"/>
    </variable>
  </resources>`,
  );
});

test('unchanged items keep their text, and fields keep other attributes', () => {
  const items = [{ name: 'Jam' }, { name: 'Tea' }];
  expect(edited(PRODUCTS, { type: 'variable/set-list', variable: 'products', fields: [NAME, PRICE], items })).toBe(
    `  <resources>
    <!-- the shop -->
    <variable name="products" type="list" max="9">
      <field name="name" required="true"/>
      <field name="price" type="number" label="Price"/>
      <item name="Jam"/>
      <item name="Tea"/>
      <!-- the last one -->
    </variable>
  </resources>`,
  );
});

test('removing a field removes its values from the items', () => {
  const changed = edited(PRODUCTS, { type: 'variable/set-list', variable: 'products', fields: [PRICE], items: [{}] });
  expect(changed).not.toContain('Tea');
  expect(changed).toContain('<field name="price" type="number" label="Price"/>');
});

test('the default of a list with items changes the items', () => {
  const changed = edited(PRODUCTS, {
    type: 'variable/set-default',
    variable: 'products',
    default: '[{"name": "Cake"}]',
  });
  expect(changed).toContain('<item name="Cake"/>');
  expect(changed).not.toContain('default=');
});

test('the items of a list without fields become its default', () => {
  const tags = '  <resources><variable name="tags" type="list"/></resources>\n';
  const items = [{ [ITEM_VALUE]: 'hot' }, { [ITEM_VALUE]: 'new' }];
  expect(edited(tags, { type: 'variable/set-list', variable: 'tags', items })).toContain(
    '<variable name="tags" type="list" default="hot, new"/>',
  );
});

describe('the text of items', () => {
  const plain = { fields: [] };

  test.each([['hot, new'], ['["a, b","c"]'], ['["[x]"]'], ['["",""]']])('survives reading: %s', (text) => {
    expect(textOfItems(plain, required(itemTexts(plain, text), 'the items'))).toBe(text);
  });

  test('is null for an unreadable list', () => {
    expect(itemTexts(plain, '[1,')).toBeNull();
  });
});

test('fields can be choices with values and lists with fields', () => {
  const size = { name: 'size', type: 'choice', label: null, choices: 's: Small, l: Large' } as const;
  const tags = { name: 'tags', type: 'list', label: null, fields: [NAME, { ...size, name: 'kind' }] } as const;
  const items = [{ size: 'l', tags: '[{"name":"new"}]' }];
  const declared = `  <resources>
    <variable name="products" type="list">
      <field name="size" type="choice" choices="s: Small, l: Large"/>
      <field name="tags" type="list">
        <field name="name"/>
        <field name="kind" type="choice" choices="s: Small, l: Large"/>
      </field>
      <item size="l" tags="[{&quot;name&quot;:&quot;new&quot;}]"/>
    </variable>
  </resources>`;
  expect(edited('', { type: 'variable/set-list', variable: 'products', fields: [size, tags], items })).toBe(declared);
  // Setting the same fields again changes nothing. Removing a nested field removes only this field.
  const again = { type: 'variable/set-list', variable: 'products', items } as const;
  expect(edited(`${declared}\n`, { ...again, fields: [size, tags] })).toBe(declared);
  const changed = edited(`${declared}\n`, { ...again, fields: [size, { ...tags, fields: [NAME] }] });
  expect(changed).not.toContain('kind');
  expect(changed).toContain('<field name="name"/>');
});
