import { expect, test } from 'vitest';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { repeatAttributes } from '#shared/template/tables/repeat-attributes.ts';
import { displayUnit, keyDisplayValue } from './shown-unit.ts';

const { attributes } = elementRegistry.text;
const shown = (attribute: 'opacity' | 'position' | 'scale' | 'rotation' | 'color', text: string) =>
  keyDisplayValue({ attribute, attributeSpec: attributes[attribute] }, text);

test('values of keyframes have the units of form fields', () => {
  expect(shown('opacity', '0.25')).toBe('25 %');
  expect(shown('scale', '1.5, 0.5')).toBe('150, 50 %');
  expect(shown('position', '-300, 20')).toBe('-300, 20 px');
  expect(shown('rotation', '45')).toBe('45°');
});

test('a value that is not a number stays as written', () => {
  expect(shown('opacity', '${seen}')).toBe('${seen}');
  expect(shown('position', '50%, 20')).toBe('50%, 20');
  expect(shown('color', '#ff0000')).toBe('#ff0000');
});

test('a position in a list has no unit', () => {
  expect(displayUnit('from', repeatAttributes.from)).toEqual({ unit: undefined, factor: 1 });
});
