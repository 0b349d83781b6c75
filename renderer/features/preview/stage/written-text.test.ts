import { expect, test } from 'vitest';
import { itemScope } from '#shared/expressions/evaluate.ts';
import { writingKey } from './text-writing.tsx';
import { closedPlaceholder, offeredNames, typedVariable, withoutFaults, writtenPieces } from './written-text.ts';

const scope = itemScope({ item: new Map([['price', '4.90']]), index: 2, count: 3 }, null);
const given = { values: new Map([['name', 'Ada']]), defaults: new Map([['city', 'Turin']]), scope };

test('a placeholder is a single chip that shows its value', () => {
  expect(writtenPieces('Hi ${name, you, U} in ${city}${gone}', given)).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'chip', written: '${name, you, U}', name: 'name', shown: 'ADA' },
    { kind: 'text', text: ' in ' },
    { kind: 'chip', written: '${city}', name: 'city', shown: 'Turin' },
    { kind: 'chip', written: '${gone}', name: 'gone', shown: null },
  ]);
});

test('a chip shows the value of the item around the text', () => {
  const chips = writtenPieces('${item.price}${index}${= item.price * 2 }', given)?.map(
    (piece) => piece.kind === 'chip' && piece.shown,
  );
  expect(chips).toEqual(['4.90', '2', '9.8']);
});

test('a text with an invalid placeholder has no pieces', () => {
  expect(writtenPieces('Hi ${na me}', given)).toBeNull();
});

test.each([
  ['Hello {', ''],
  ['Hello ${na', 'na'],
  ['{städ', 'städ'],
  ['{a b', null],
  ['Hello', null],
])('an open brace opens the list of variables: %s', (text, asked) => {
  expect(typedVariable(text)).toBe(asked);
});

test.each([
  ['Get {discount}', 'discount', 10],
  ['Get ${discount}', 'discount', 11],
  ['Hi ${who}', 'who', 6],
  ['Hi ${who, you}', 'who', 11],
  ['Hi {who}', 'who', 5],
  ['{städte_2}', 'städte_2', 10],
  ['Set {5}', null, null],
  ['{a b}', null, null],
  ['Hi ${na me}', null, null],
  ['{discount} ', null, null],
  ['{discount', null, null],
])('a closing brace completes the placeholder of a variable: %s', (text, name, length) => {
  const closed = closedPlaceholder(text);
  expect([closed?.placeholder.name ?? null, closed?.length ?? null]).toEqual([name, length]);
});

test.each([
  ['Costs ${5', 'Costs $ {5'],
  ["${any, '${'} and ${na me} and ${who}", "${any, '${'} and $ {na me} and ${who}"],
  ['${', '$ {'],
  ['Hi ${who}', 'Hi ${who}'],
])('an unfinished placeholder becomes plain text: %s', (text, plain) => {
  expect(withoutFaults(text)).toBe(plain);
});

test('variables whose names start with the typed text come first', () => {
  expect(offeredNames(['surname', 'name', 'city'], 'na')).toEqual(['name', 'surname']);
});

test('keys choose from the open list of variables', () => {
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

test('a single-line text ignores Enter', () => {
  const key = (name: string, mod = false) => writingKey({ key: name, ctrlKey: mod, metaKey: false }, false, 0, true);
  expect(['Enter', 'Escape', 'a'].map((name) => key(name))).toEqual(['none', 'end', null]);
  expect(['z', 'Z', 'Enter'].map((name) => key(name, true))).toEqual(['undo', null, 'end']);
});
