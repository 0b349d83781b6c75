import { expect, test } from 'vitest';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/model/selection.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { elementRemovedByKey } from './keyboard.ts';

const plain = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };
const scene = 'scene' as NodeId;
const layer = 'layer' as NodeId;

test.each(['Delete', 'Backspace'])('a key removes the focused element if nothing is selected: %s', (key) => {
  expect(elementRemovedByKey({ ...plain, key }, { scene, part: null }, MOVIE_SELECTION)).toBe(scene);
  expect(elementRemovedByKey({ ...plain, key }, { scene, part: layer }, MOVIE_SELECTION)).toBe(layer);
});

test('a key removes the selection instead of the focused scene', () => {
  expect(elementRemovedByKey({ ...plain, key: 'Delete' }, { scene, part: null }, selectNodes([layer]))).toBeNull();
  expect(elementRemovedByKey({ ...plain, key: 'Enter' }, { scene, part: null }, MOVIE_SELECTION)).toBeNull();
});
