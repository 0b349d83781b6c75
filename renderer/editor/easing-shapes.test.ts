import { expect, test } from 'vitest';
import { keyStrings } from '#renderer/strings/keys.en.ts';
import {
  choiceOf,
  EASING_CHOICES,
  easingName,
  easingPath,
  readEasing,
  readTyped,
  textOfChoice,
  typedText,
} from './easing-shapes.ts';

test('the easing text of each choice is read as that choice', () => {
  for (const choice of EASING_CHOICES) expect(choiceOf(textOfChoice(choice, 'linear'))).toBe(choice);
});

test('a custom curve starts with the current easing', () => {
  expect(textOfChoice('own', 'ease')).toBe('cubic-bezier(0.25, 0.1, 0.25, 1)');
  expect(textOfChoice('own', 'bounce-out')).toBe('cubic-bezier(0.33, 0, 0.67, 1)');
  expect(textOfChoice('steps', 'steps(7)')).toBe('steps(7)');
});

test('a typed curve can consist of four numbers only', () => {
  expect(readTyped(' 0.15, 0.83 0.46,1')).toBe('cubic-bezier(0.15, 0.83, 0.46, 1)');
  expect(readTyped('ease-in')).toBe('ease-in');
  expect(readTyped('2, 0, 0, 1')).toBeNull();
  expect(readTyped('wobbly')).toBeNull();
  expect(typedText('cubic-bezier(0.15, 0.83, 0.46, 1)')).toBe('0.15, 0.83, 0.46, 1');
});

test('the path of a curve runs from bottom left to top right', () => {
  const linear = easingPath(readEasing('linear') ?? { kind: 'linear' }, 160, 160);
  expect(linear.startsWith('M0.0 130.0L')).toBe(true);
  expect(linear.endsWith('L160.0 30.0')).toBe(true);
});

test('an easing has the name of its choice in every notation', () => {
  const { easings } = keyStrings;
  const names = ['linear', 'ease-in-out', 'step', 'back-out', 'cubic-bezier(0.1, 0.2, 0.3, 1)', 'steps(3)', 'wobbly'];
  expect(names.map((name) => easingName(name, easings))).toEqual([
    'Linear',
    'Ease in and out',
    'Hold',
    'Overshoot',
    'Custom',
    'Steps',
    'wobbly',
  ]);
});
