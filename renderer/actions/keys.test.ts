import { expect, test } from 'vitest';
import type { KeyPress } from '#renderer/ui/format/keys.ts';
import type { Action } from './action.ts';
import { actionOfPress, type KeyContext, refusedByPress } from './keys.ts';
import { actionContext } from './testing/action-context.ts';

const free: KeyContext = { inText: false, inDialog: false, area: '', takesKey: false };
const play = action({ id: 'play', keys: ['Space'] });
const save = action({ id: 'save', keys: ['Mod+S'], inText: true });
const step = action({ id: 'step', keys: ['.'], repeats: true });
const find = action({ id: 'find', keys: ['Mod+F'], inText: true, keysIn: 'timeline' });
const never = action({ id: 'never', keys: ['Space'], enabled: () => false });

function action(given: Partial<Action> & Pick<Action, 'id'>): Action {
  return { label: () => given.id, scope: 'global', group: 'file', run: () => undefined, ...given };
}

const ease = action({ id: 'ease', keys: ['e'], enabled: () => false, whyNot: () => 'Select keyframes first' });

function meaning(key: string, place: Partial<KeyContext> = {}, press: Partial<KeyPress & { repeat: boolean }> = {}) {
  const event = {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    repeat: false,
    ...press,
  };
  const actions = [never, play, save, step, find, ease];
  const setting = { actions, bindings: {}, context: actionContext(), mac: false };
  const done = actionOfPress(event, { ...free, ...place }, setting);
  if (done !== null) return done.id;
  const refused = refusedByPress(event, { ...free, ...place }, setting);
  return refused === null ? null : `not ${refused.id}`;
}

test('a key runs its first enabled action', () => {
  expect(meaning(' ')).toBe('play');
  expect(meaning('x')).toBeNull();
});

test('in a text field, keys run only actions with `inText`', () => {
  expect(meaning(' ', { inText: true })).toBeNull();
  expect(meaning('s', { inText: true }, { ctrlKey: true })).toBe('save');
});

test('an open dialog passes no keys to actions', () => {
  expect(meaning(' ', { inDialog: true })).toBeNull();
  expect(meaning('s', { inDialog: true }, { ctrlKey: true })).toBeNull();
});

test('a focused button handles the Space key', () => {
  expect(meaning(' ', { takesKey: true })).toBeNull();
});

test('a held key repeats only repeatable actions', () => {
  expect(meaning(' ', {}, { repeat: true })).toBeNull();
  expect(meaning('.', {}, { repeat: true })).toBe('step');
});

test('the keys of an area work only while it has the focus', () => {
  const ctrl = { ctrlKey: true };
  expect(meaning('f', { area: 'timeline' }, ctrl)).toBe('find');
  expect(meaning('f', { area: 'timeline', inText: true }, ctrl)).toBe('find');
  expect([meaning('f', {}, ctrl), meaning('f', { inText: true }, ctrl)]).toEqual([null, null]);
});

test('a key press explains once why its action is disabled', () => {
  expect(meaning('e')).toBe('not ease');
  expect(meaning('e', {}, { repeat: true })).toBeNull();
  expect(meaning('e', { inText: true })).toBeNull();
});
