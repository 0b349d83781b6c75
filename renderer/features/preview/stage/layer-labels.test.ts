import { expect, test } from 'vitest';
import { stageStrings as german } from '#renderer/strings/preview.de.ts';
import { stageStrings as english } from '#renderer/strings/preview.en.ts';

test.each([english, german])('the description of an unnamed layer names its kind once', ({ layer }) => {
  expect(layer('Rectangle', 'Rectangle', '0', '1', '2', '3')).toBe('Rectangle, X 0, Y 1, 2 × 3');
  expect(layer('Logo', 'Rectangle', '0', '1', '2', '3')).toBe('Logo, Rectangle, X 0, Y 1, 2 × 3');
});
