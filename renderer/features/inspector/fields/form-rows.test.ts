import { expect, test } from 'vitest';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { formRows } from './form-rows.ts';

const names = (elsewhere: readonly string[]) =>
  formRows(elementRegistry.video.attributes, elsewhere).map(([name]) => name);

test('a form has all attributes that no other control shows', () => {
  const all = Object.keys(elementRegistry.video.attributes);
  expect(names([]).toSorted()).toEqual(all.toSorted());
  expect(names(['name', 'enabled']).toSorted()).toEqual(
    all.filter((name) => name !== 'name' && name !== 'enabled').toSorted(),
  );
});

test('rows are ordered: source, times, numbers, choices, switches, texts', () => {
  const requested = ['src', 'skip', 'fit', 'enabled', 'name'];
  expect(names([]).filter((name) => requested.includes(name))).toEqual(requested);
});

test('attributes of the same type keep the order of the table', () => {
  const specs = elementRegistry.movie.attributes;
  const sizes = formRows(specs, []).flatMap(([name, { type }]) => (type.kind === 'integer' ? [name] : []));
  expect(sizes).toEqual(Object.keys(specs).filter((name) => sizes.includes(name)));
});
