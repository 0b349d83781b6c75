import { expect, it } from 'vitest';
import { keyConflicts } from '#renderer/actions/keys.ts';
import { keyRows } from './key-list.ts';

const actions = [
  { id: 'scene/split', keys: ['S'], scope: 'editor', words: 'Split' },
  { id: 'file/save', keys: ['Mod+S'], scope: 'editor', words: 'Save now' },
] as const;

const rows = (bindings: Readonly<Record<string, readonly string[]>>, query = '') =>
  keyRows(actions, bindings, keyConflicts(actions, bindings), { query, mac: false });

it('the list shows each action with its current keys', () => {
  expect(rows({ 'scene/split': ['X'] })[0]).toEqual({
    id: 'scene/split',
    label: 'Split',
    keys: ['X'],
    isChanged: true,
    conflicts: [],
  });
});

it('a row names other actions that share its keys', () => {
  expect(rows({ 'scene/split': ['Mod+S'] }).map(({ conflicts }) => conflicts)).toEqual([['Save now'], ['Split']]);
});

it('a search finds actions by labels and keys', () => {
  expect(rows({}, 'sav').map(({ id }) => id)).toEqual(['file/save']);
  expect(rows({}, 'ctrl+s').map(({ id }) => id)).toEqual(['file/save']);
  expect(rows({}, 's')).toHaveLength(2);
});
