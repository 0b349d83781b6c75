import { expect, test } from 'vitest';
import { effectRegistry } from '#shared/template/effects/effects.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { offeredOptions, optionLabel, optionsOf } from './options.ts';

const { xalign, yalign, style } = elementRegistry.text.attributes;

test('of two words that mean the same one is offered: the second only where it is written', () => {
  expect(offeredOptions(yalign, 'top')).toEqual(['top', 'middle', 'bottom']);
  expect(offeredOptions(yalign, 'center')).toEqual(['top', 'center', 'bottom']);
  expect(offeredOptions(xalign, null)).toEqual(['left', 'center', 'right', 'start', 'end', 'justify']);
  expect(offeredOptions(xalign, 'middle')).toEqual(['left', 'middle', 'right', 'start', 'end', 'justify']);
  expect(offeredOptions(elementRegistry.captions.attributes.xalign, 'center')).not.toContain('middle');
  expect(offeredOptions(style, 'normal')).toEqual(['normal', 'italic']);
});

const { fit } = elementRegistry.video.attributes;
const { axis } = effectRegistry.flip.attributes;

test('the values of a choice are those of the language; what is no choice has none', () => {
  expect(optionsOf(axis)).toEqual(['x', 'y']);
  expect(optionsOf(fit)).toContain('cover');
  expect(optionsOf(elementRegistry.video.attributes.src)).toEqual([]);
});

test('a value without words of its own is called as it is written, with a capital; a letter stays one', () => {
  expect(optionLabel(fit, 'cover')).toBe('Cover');
  expect(optionLabel(fit, 'as-it_is')).toBe('As it is');
  expect(optionLabel(axis, 'x')).toBe('x');
  const { direction } = elementRegistry.text.attributes;
  expect([optionLabel(xalign, 'center'), optionLabel(direction, 'rtl')]).toEqual(['Center', 'RTL']);
});
