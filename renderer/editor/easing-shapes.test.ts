import { expect, test } from 'vitest';
import { keyStrings } from '#renderer/strings/keys.en.ts';
import {
  choiceOf,
  EASING_CHOICES,
  easingName,
  easingPath,
  readEasing,
  readTypedEasing,
  textOfChoice,
  typedEasingText,
} from './easing-shapes.ts';

test('the easing text of each choice parses to that choice', () => {
  for (const choice of EASING_CHOICES) expect(choiceOf(textOfChoice(choice, 'linear'))).toBe(choice);
});

test('a new custom curve has the shape of the current easing', () => {
  expect(textOfChoice('own', 'ease')).toBe('cubic-bezier(0.25, 0.1, 0.25, 1)');
  expect(textOfChoice('own', 'bounce-out')).toBe('cubic-bezier(0.33, 0, 0.67, 1)');
  expect(textOfChoice('steps', 'steps(7)')).toBe('steps(7)');
});

test('a typed curve must consist of four numbers', () => {
  expect(readTypedEasing(' 0.15, 0.83 0.46,1')).toBe('cubic-bezier(0.15, 0.83, 0.46, 1)');
  expect(readTypedEasing('ease-in')).toBe('ease-in');
  expect(readTypedEasing('2, 0, 0, 1')).toBeNull();
  expect(readTypedEasing('wobbly')).toBeNull();
  expect(typedEasingText('cubic-bezier(0.15, 0.83, 0.46, 1)')).toBe('0.15, 0.83, 0.46, 1');
});

test('the path of a curve runs from bottom left to top right', () => {
  const linear = easingPath(readEasing('linear') ?? { kind: 'linear' }, 160, 160);
  expect(linear.startsWith('M0.0 130.0L')).toBe(true);
  expect(linear.endsWith('L160.0 30.0')).toBe(true);
});

test('each notation of an easing has the label of its choice', () => {
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
