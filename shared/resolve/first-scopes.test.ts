import { expect, test } from 'vitest';
import { isRecord, type Scope } from '#shared/expressions/values.ts';
import { required } from '#shared/lib/assert.ts';
import { elementsOf } from '#shared/template/document/document.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { type CopyInLists, firstScopes } from './unfold.ts';

function scopesIn(
  content: string,
  values: Readonly<Record<string, string>> = {},
  shown: { readonly elements: readonly string[]; readonly positions: CopyInLists['positions'] } | null = null,
) {
  const xml = `<movie width="320" height="180" framerate="10"><resources>
    <variable name="products" type="list"><field name="name" default="New"/><field name="price" type="number"/>
      <field name="tags" type="list"/></variable></resources>${content}</movie>`;
  const { document } = required(readTemplate(xml).source, 'the template');
  const element = (name: string) =>
    required(
      [...elementsOf(document.root)].find((each) => each.name === name),
      name,
    );
  const copy = shown && { ...shown, repeated: shown.elements.map((name) => element(name).id) };
  const substitution = { values: new Map(Object.entries(values)), defaults: new Map<string, string>() };
  const { scopes, withoutCopies } = firstScopes(document.root, substitution, copy);
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

test('an element has the items of the displayed copy', () => {
  const products = '[{"name":"Tea","tags":["hot"]},{"name":"Jam","tags":["red","sweet"]}]';
  const inSecond = { elements: ['scene'], positions: [2] };
  const second = scopesIn(SCENE, { products }, inSecond);
  expect(fieldsIn(second.scopeOf('text'), 'p')).toMatchObject({ name: 'Jam' });
  expect(second.scopeOf('solid')?.lookup('t')).toBe('red');
  const inBoth = { elements: ['scene', 'solid'], positions: [2, 2] };
  expect(scopesIn(SCENE, { products }, inBoth).scopeOf('solid')?.lookup('t')).toBe('sweet');
  // Another list shows its first item.
  const other = `${SCENE}<overlay><shape each="\${products}"/></overlay>`;
  expect(fieldsIn(scopesIn(other, { products }, inSecond).scopeOf('shape'), 'item')).toMatchObject({ name: 'Tea' });
});
