import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { elementId, film } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { PRESETS } from '#shared/template/tables/animation-attributes.ts';
import { isPreset, keyLabels, PRESET_PHASES, PRESET_USES, presetsOf, usesAttribute } from './preset-groups.ts';

test('every preset in the language has one phase', () => {
  expect(Object.keys(PRESET_USES).toSorted()).toEqual(PRESETS.toSorted());
  const offered = PRESET_PHASES.flatMap((phase) => presetsOf(phase, ['text']));
  expect(offered.toSorted()).toEqual(PRESETS.toSorted());
});

test('the list offers presets that split a text only for texts', () => {
  expect(presetsOf('out', ['text'])).toContain('textout');
  expect(presetsOf('out', ['text', 'video'])).not.toContain('textout');
  expect(presetsOf('during', ['image'])).toEqual(['kenburns', 'pan', 'spin']);
});

test('a preset has its own fields and the common animation fields', () => {
  expect(usesAttribute('slidein', 'direction')).toBe(true);
  expect(usesAttribute('fadein', 'direction')).toBe(false);
  expect(usesAttribute('fadein', 'duration')).toBe(true);
  expect(isPreset('custom')).toBe(false);
});

test('keyframes have the labels of the animated properties', () => {
  const keys = '<key time="0" opacity="0" position="1, 2" easing="hold"/><key time="5" position="3, 4"/>';
  const source = film(`<scene duration="9"><image src="a.png"><animation>${keys}</animation></image></scene>`);
  const animation = indexOf(source.document).elements.get(elementId(source, 'animation'))?.element;
  expect(keyLabels(required(animation, 'animation'))).toEqual(['Position', 'Opacity']);
});
