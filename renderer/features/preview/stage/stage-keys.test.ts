import { expect, test } from 'vitest';
import { stageKey } from './stage-keyboard.ts';

const press = (key: string, ...held: readonly ('alt' | 'shift' | 'ctrl' | 'meta')[]) =>
  stageKey({
    key,
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
  });

test('arrow keys move a layer by one pixel, or ten with Shift', () => {
  expect(press('ArrowLeft')).toEqual({ kind: 'move', by: { x: -1, y: 0 } });
  expect(press('ArrowDown', 'shift')).toEqual({ kind: 'move', by: { x: 0, y: 10 } });
  expect(press('ArrowUp', 'alt')).toEqual({ kind: 'scale', percent: 1 });
  expect(press('ArrowLeft', 'alt')).toEqual({ kind: 'scale', percent: -1 });
});

test('Tab selects the next layer, and Enter opens a group', () => {
  expect(press('Tab')).toEqual({ kind: 'next', direction: 1 });
  expect(press('Tab', 'shift')).toEqual({ kind: 'next', direction: -1 });
  expect(press('Enter')).toEqual({ kind: 'enter' });
  expect(press('Escape')).toEqual({ kind: 'out' });
  expect(press('ArrowLeft', 'ctrl')).toBeNull();
  expect(press('Enter', 'meta')).toBeNull();
  expect(press('a')).toBeNull();
});
