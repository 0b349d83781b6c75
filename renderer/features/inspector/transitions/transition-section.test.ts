import { expect, test } from 'vitest';
import { elementId, film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { childElements } from '#shared/template/document/document.ts';
import { fieldsOfTransitions, shortenedBy } from './transition-section.tsx';

const ALWAYS = ['type', 'duration', 'easing', 'sound', 'name', 'condition', 'enabled'];

/** Returns the fields of these transitions that not every transition has. */
function fields(...transitions: readonly string[]): readonly string[] {
  const { document } = film('<scene duration="9"/>', ...transitions);
  const elements = childElements(document.root).filter(({ name }) => name === 'transition');
  const found = fieldsOfTransitions(elements);
  expect([...found]).toEqual(expect.arrayContaining(ALWAYS));
  return [...found].filter((name) => !ALWAYS.includes(name));
}

test('a transition has the fields of its type', () => {
  expect(fields('<transition/>')).toEqual([]);
  expect(fields('<transition type="fade"/>')).toEqual(['color']);
  expect(fields('<transition type="wipe"/>')).toEqual(['direction', 'softness']);
  expect(fields('<transition type="circle"/>')).toEqual(['softness']);
  expect(fields('<transition type="luma" src="a.png"/>')).toEqual(['softness', 'src', 'url']);
  expect(fields('<transition type="zoom"/>')).toEqual(['direction', 'amount']);
});

test('several transitions have only their common fields', () => {
  expect(fields('<transition type="wipe"/>', '<transition type="slide"/>')).toEqual(['direction']);
});

test('an attribute in the XML always has a field', () => {
  expect(fields('<transition easein="0.2, 0"/>')).toEqual(['easein']);
  expect(fields('<transition type="slide" softness="0.5"/>')).toEqual(['direction', 'softness']);
});

test('a transition whose type is a variable has all fields', () => {
  expect(fields('<transition type="${how, wipe}"/>')).toEqual([
    'color',
    'direction',
    'softness',
    'src',
    'url',
    'amount',
  ]);
});

test('a transition shortens the movie by the length of its overlap', () => {
  const source = film('<scene duration="90"/>', '<transition duration="15"/>', '<scene duration="60"/>');
  expect(shortenedBy(movieOf(source), [elementId(source, 'transition')])).toBe(15);
  const off = film('<scene duration="90"/>', '<transition duration="15" enabled="false"/>', '<scene duration="60"/>');
  expect(shortenedBy(movieOf(off), [elementId(off, 'transition')])).toBe(0);
});
