import { expect, test } from 'vitest';
import { asDivided, readOrder } from './read-order.ts';
import { filmOrder, partsOrder } from './testing/orders.ts';

const film = filmOrder('r1');
const parts = partsOrder(film, 1);

test('an order that is as it has to be is read as it is', () => {
  expect(readOrder({ id: film.id, name: 'film', data: film })).toEqual({ ok: true, order: film, divided: null });
  expect(readOrder({ id: parts.id, name: 'parts', data: parts })).toEqual({ ok: true, order: parts, divided: null });
});

test('a film that was divided says so, beside its order', () => {
  const read = readOrder({
    id: film.id,
    name: 'film',
    data: JSON.parse(JSON.stringify(asDivided(film, { total: 9, cached: 4 }))),
  });
  expect(read).toEqual({ ok: true, order: film, divided: { total: 9, cached: 4 } });
});

test('what a newer control adds is left out', () => {
  const read = readOrder({ id: film.id, name: 'film', data: { ...film, later: true } });
  expect(read).toEqual({ ok: true, order: film, divided: null });
});

test.each([
  ['another kind', { name: 'sweep' }, 'there is no order of that name'],
  ['no data', { data: null }, ': Invalid input: expected object, received null'],
  ['a path for a template', { data: { ...film, template: '../../etc/passwd' } }, 'template: Invalid string'],
  ['a path for a render', { data: { ...film, render: '../x', id: '../x-1' }, id: '../x-1' }, 'id: Invalid string'],
  ['an id of another render', { data: { ...film, attempt: 2 } }, 'id: is of another render'],
  ['an id of another job', { id: 'other-1' }, 'id: is of another job'],
  ['a format that there is not', { data: { ...film, format: 'avi2' } }, 'format: Invalid option'],
  ['no cores', { data: { ...film, encodingCores: 0 } }, 'encodingCores: Too small'],
  [
    'parts of another film',
    { name: 'parts', id: 'other-1.1', data: { ...parts, id: 'other-1.1' } },
    'id: is of another film',
  ],
])('%s is refused', (_, job, error) => {
  const read = readOrder({ id: film.id, name: 'film', data: film, ...job });
  expect(read).toEqual({ ok: false, error: expect.stringContaining(error) });
});
