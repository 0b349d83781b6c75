import { Film } from 'lucide-react';
import { expect, test } from 'vitest';
import type { Action } from './action.ts';
import { findCommands, type PaletteInput } from './palette-search.ts';
import { actionContext } from './testing/action-context.ts';

function action(id: string, given: Partial<Action> = {}): Action {
  return { id, label: () => id, scope: 'global', group: 'file', run: () => undefined, ...given };
}

const actions = [
  action('Render…', { keys: ['Mod+E'] }),
  action('Remove', { enabled: () => false, whyNot: () => 'Select something first' }),
  action('Restore'),
  action('Reverse', { scope: 'editor' }),
  action('Repeat key', { keysOnly: true }),
];

const scenes = {
  heading: 'Scenes',
  order: 1,
  items: () => [{ id: 's1', label: 'Storefront', icon: Film, hint: 'Scene 8', run: () => undefined }],
};

function found(given: Partial<PaletteInput>) {
  const input = { query: '', actions, bindings: {}, recent: [], context: actionContext(), sources: [scenes], ...given };
  return findCommands(input).map(({ heading, lines }) => [heading, lines.map(({ label }) => label)]);
}

test('disabled actions come last and have a reason', () => {
  expect(found({ query: 're' })).toEqual([
    ['Actions', ['Render…', 'Restore', 'Remove']],
    ['Scenes', ['Storefront']],
  ]);
  const [section] = findCommands({
    query: 'remo',
    actions,
    bindings: {},
    recent: [],
    context: actionContext(),
    sources: [],
  });
  expect(section?.lines).toMatchObject([{ id: 'Remove', enabled: false, hint: 'Select something first' }]);
});

test('search results come before disabled actions if both start with the query', () => {
  const unavailable = [action('Store', { enabled: () => false })];
  expect(found({ actions: unavailable, query: 'store' })).toEqual([
    ['Scenes', ['Storefront']],
    ['Actions', ['Store']],
  ]);
});

test('a disabled action whose name contains the typed word comes before enabled actions that match otherwise', () => {
  const known = [
    action('Render films that are out of date'),
    action('Show data set: Longest'),
    action('Restore'),
    ...['Add effect: LUT', 'Solo', 'Store'].map((name) => action(name, { enabled: () => false })),
  ];
  const foundBy = (query: string) => found({ actions: known, query, sources: [] })[0]?.[1];
  expect(foundBy('lut')).toEqual(['Add effect: LUT', 'Render films that are out of date']);
  expect(foundBy('solo')).toEqual(['Solo', 'Show data set: Longest']);
  expect(foundBy('store')).toEqual(['Store', 'Restore']);
});

test('an empty query lists recent and enabled actions', () => {
  expect(found({ recent: ['Restore', 'Remove'] })).toEqual([
    ['Recent', ['Restore']],
    ['Actions', ['Render…']],
  ]);
});

test('recent actions rank first among equal matches', () => {
  expect(found({ query: 're', recent: ['Restore'], sources: [] })[0]?.[1]?.[0]).toBe('Restore');
  expect(found({ query: 're', recent: ['Render…'], sources: [] })[0]?.[1]?.[0]).toBe('Render…');
});
