import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { markerMove, neighborOf } from './tree-keys.ts';

const markers = [10, 20, 95].map((frame) => ({ id: `m${frame}`, frame, name: '' }));
const [first, second, third] = markers.map((marker) => required(marker, 'it is there'));
const press = (key: string, held: { altKey?: boolean; shiftKey?: boolean } = {}) => ({
  key,
  altKey: false,
  shiftKey: false,
  ...held,
});
const on = (marker: typeof first, ...given: Parameters<typeof press>) =>
  markerMove(markers, required(marker, 'it is there'), press(...given), 100);

test('arrow keys, Home, and End move the focus between markers', () => {
  expect(on(second, 'ArrowLeft')).toEqual({ kind: 'focus', marker: 'm10' });
  expect(on(second, 'ArrowRight')).toEqual({ kind: 'focus', marker: 'm95' });
  expect(on(third, 'ArrowRight')).toBeNull();
  expect(on(third, 'Home')).toEqual({ kind: 'focus', marker: 'm10' });
  expect(on(first, 'End')).toEqual({ kind: 'focus', marker: 'm95' });
});

test('Alt and an arrow key move the focused marker', () => {
  expect(on(first, 'ArrowLeft', { altKey: true })).toEqual({ kind: 'place', frame: 9 });
  expect(on(third, 'ArrowRight', { altKey: true, shiftKey: true })).toEqual({ kind: 'place', frame: 100 });
});

test('Space moves the playhead to the marker, and Enter renames it', () => {
  expect([' ', 'Enter', 'F2', 'Delete', 's'].map((key) => on(first, key)?.kind)).toEqual([
    'go',
    'rename',
    'rename',
    'delete',
    undefined,
  ]);
  expect(on(first, 'ArrowRight', { shiftKey: true })).toBeNull();
});

test('the next marker gets the focus after a deletion', () => {
  expect(markers.map(({ id }) => neighborOf(markers, id)?.id)).toEqual(['m20', 'm95', 'm20']);
  expect(neighborOf(markers.slice(0, 1), 'm10')).toBeNull();
});
