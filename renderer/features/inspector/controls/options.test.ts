import { expect, test } from 'vitest';
import { effectRegistry } from '#shared/template/effects/effects.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { offeredOptions, optionLabel, optionsOf } from './options.ts';

const { xalign, yalign, style } = elementRegistry.text.attributes;

test('a less common synonym is offered only if the attribute uses it', () => {
  expect(offeredOptions(yalign, 'top')).toEqual(['top', 'middle', 'bottom']);
  expect(offeredOptions(yalign, 'center')).toEqual(['top', 'center', 'bottom']);
  expect(offeredOptions(xalign, null)).toEqual(['left', 'center', 'right', 'start', 'end', 'justify']);
  expect(offeredOptions(xalign, 'middle')).toEqual(['left', 'middle', 'right', 'start', 'end', 'justify']);
  expect(offeredOptions(elementRegistry.captions.attributes.xalign, 'center')).not.toContain('middle');
  expect(offeredOptions(style, 'normal')).toEqual(['normal', 'italic']);
});

test('only options that all element types permit are offered', () => {
  const { direction } = elementRegistry.transition.attributes;
  expect(offeredOptions(direction, '', ['wipe'])).toHaveLength(8);
  expect(offeredOptions(direction, '', ['wipe', 'push'])).toEqual(['left', 'right', 'top', 'bottom']);
  expect(offeredOptions(direction, '', ['zoom'])).toEqual(['in', 'out']);
  expect(offeredOptions(direction, '', ['${type}'])).toHaveLength(10);
  const { effect } = elementRegistry.animation.attributes;
  expect(offeredOptions(effect, '', ['textout'])).toEqual(['fadeout', 'slideout', 'zoomout', 'spinout']);
});

const { fit } = elementRegistry.video.attributes;
const { axis } = effectRegistry.flip.attributes;

test('only choice attributes have options', () => {
  expect(optionsOf(axis)).toEqual(['x', 'y']);
  expect(optionsOf(fit)).toContain('cover');
  expect(optionsOf(elementRegistry.video.attributes.src)).toEqual([]);
});

test('the label of an option without a translation is capitalized', () => {
  expect(optionLabel(fit, 'cover')).toBe('Cover');
  expect(optionLabel(fit, 'as-it_is')).toBe('As it is');
  expect(optionLabel(axis, 'x')).toBe('x');
  const { direction } = elementRegistry.text.attributes;
  expect([optionLabel(xalign, 'center'), optionLabel(direction, 'rtl')]).toEqual(['Center', 'RTL']);
});
