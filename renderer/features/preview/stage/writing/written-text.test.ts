import { expect, test } from 'vitest';
import { writingKey } from './writing-key.ts';
import { askedVariable, offeredNames, writtenPieces } from './written-text.ts';

const given = { values: new Map([['name', 'Ada']]), defaults: new Map([['city', 'Turin']]) };

test('a placeholder is one piece, with what it gives', () => {
  expect(writtenPieces('Hi ${name, you, U} in ${city}${gone}', given)).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'chip', written: '${name, you, U}', name: 'name', shown: 'ADA' },
    { kind: 'text', text: ' in ' },
    { kind: 'chip', written: '${city}', name: 'city', shown: 'Turin' },
    { kind: 'chip', written: '${gone}', name: 'gone', shown: null },
  ]);
});

test('a placeholder that cannot be read is not taken apart', () => {
  expect(writtenPieces('Hi ${na me}', given)).toBeNull();
});

test.each([
  ['Hello {', ''],
  ['Hello ${na', 'na'],
  ['{städ', 'städ'],
  ['{a b', null],
  ['Hello', null],
])('%s asks for a variable', (text, asked) => {
  expect(askedVariable(text)).toBe(asked);
});

test('names that begin so come first', () => {
  expect(offeredNames(['surname', 'name', 'city'], 'na')).toEqual(['name', 'surname']);
});

test('keys choose while variables are offered; else they belong to the text, and Escape or Ctrl and Enter end it', () => {
  const key = (name: string, count: number | null, mod = false) =>
    writingKey({ key: name, ctrlKey: mod, metaKey: false }, count !== null, count ?? 0);
  expect(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].map((name) => key(name, 2))).toEqual([
    'next',
    'previous',
    'take',
    'take',
    'close',
  ]);
  expect(['ArrowDown', 'Enter', 'Tab', 'Escape'].map((name) => key(name, null))).toEqual([null, null, null, 'end']);
  expect(key('Enter', 0)).toBeNull();
  expect(key('Enter', 2, true)).toBe('end');
});

test('in a text that was just added Enter overwrites nothing, and undo takes the layer away', () => {
  const key = (name: string, mod = false) => writingKey({ key: name, ctrlKey: mod, metaKey: false }, false, 0, true);
  expect(['Enter', 'Escape', 'a'].map((name) => key(name))).toEqual(['none', 'end', null]);
  expect(['z', 'Z', 'Enter'].map((name) => key(name, true))).toEqual(['undo', null, 'end']);
});
