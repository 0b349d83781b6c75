import { expect, test } from 'vitest';
import { isRecord, type Scope } from '#shared/expressions/values.ts';
import { required } from '#shared/lib/assert.ts';
import { elementsOf } from '#shared/template/document/document.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { firstScopes } from './unfold.ts';

function scopesIn(content: string, values: Readonly<Record<string, string>> = {}) {
  const xml = `<movie width="320" height="180" framerate="10"><resources>
    <variable name="products" type="list"><field name="name" default="New"/><field name="price" type="number"/>
      <field name="tags" type="list"/></variable></resources>${content}</movie>`;
  const { document } = required(readTemplate(xml).source, 'the template');
  const { scopes, withoutCopies } = firstScopes(document.root, {
    values: new Map(Object.entries(values)),
    defaults: new Map(),
  });
  const element = (name: string) =>
    required(
      [...elementsOf(document.root)].find((each) => each.name === name),
      name,
    );
  return { scopeOf: (name: string) => scopes.get(element(name).id), withoutCopies, element };
}

const SCENE =
  '<scene duration="9" each="${products}" as="p"><text content="${p.name}"/><solid each="${p.tags}" as="t"/></scene>';

function fieldsIn(scope: Scope | undefined, name: string) {
  const item = scope?.lookup(name);
  return item !== undefined && isRecord(item) ? Object.fromEntries(item) : item;
}

test('an element of an empty list has the field defaults', () => {
  const { scopeOf, withoutCopies, element } = scopesIn(SCENE, { products: '' });
  expect(fieldsIn(scopeOf('text'), 'p')).toEqual({ name: 'New', tags: [] });
  expect(scopeOf('solid')?.lookup('t')).toBe('');
  expect(fieldsIn(scopeOf('solid'), 'p')).toEqual({ name: 'New', tags: [] });
  expect(['scene', 'text', 'solid'].map((name) => withoutCopies.has(element(name).id))).toEqual([true, true, true]);
});

test('an element with copies has the values of the first item', () => {
  const { scopeOf, withoutCopies, element } = scopesIn(SCENE, { products: '[{"name":"Tea"},{"name":"Jam"}]' });
  expect(fieldsIn(scopeOf('text'), 'p')).toMatchObject({ name: 'Tea' });
  expect(withoutCopies.has(element('text').id)).toBe(false);
  // The list of tags is empty in every product.
  expect(withoutCopies.has(element('solid').id)).toBe(true);
});
