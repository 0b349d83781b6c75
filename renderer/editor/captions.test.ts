import { expect, test } from 'vitest';
import { createCaptionSteps } from './captions.ts';

test('each caption file has separate undo and redo steps', () => {
  const steps = createCaptionSteps();
  steps.changed('one', 'a');
  steps.changed('two', 'x');
  steps.changed('one', 'b');
  expect(steps.stepped('one', 'c', 'undo')).toBe('b');
  expect(steps.stepped('one', 'b', 'undo')).toBe('a');
  expect(steps.stepped('one', 'a', 'undo')).toBeNull();
  expect(steps.stepped('one', 'a', 'redo')).toBe('b');
  expect(steps.stepped('two', 'y', 'undo')).toBe('x');
  steps.changed('one', 'b');
  expect(steps.stepped('one', 'd', 'redo')).toBeNull();
});

test('thirty steps are stored for each of the last four caption files', () => {
  const steps = createCaptionSteps();
  for (let at = 0; at < 40; at += 1) steps.changed('long', String(at));
  const taken = Array.from({ length: 31 }, () => steps.stepped('long', '', 'undo'));
  expect([taken[0], taken[29], taken[30]]).toEqual(['39', '10', null]);
  steps.changed('first', 'a');
  for (const file of ['b', 'c', 'd', 'e']) steps.changed(file, '');
  expect(steps.stepped('first', '', 'undo')).toBeNull();
});

test('the stored steps of a large caption file are limited', () => {
  const steps = createCaptionSteps();
  const text = 'x'.repeat(2 * 2 ** 20);
  for (let at = 0; at < 10; at += 1) steps.changed('large', `${at}${text.slice(1)}`);
  const taken = Array.from({ length: 5 }, () => steps.stepped('large', '', 'undo')?.[0] ?? null);
  expect(taken).toEqual(['9', '8', '7', '6', null]);
});
