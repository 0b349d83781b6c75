import { expect, test } from 'vitest';
import { PRESETS } from '../../../../shared/template/tables/animation-attributes.ts';
import { heedsAttribute, isPreset, PRESET_MOMENTS, PRESET_USES, presetsOf } from './preset-groups.ts';

test('every preset of the language is offered at one moment', () => {
  expect(Object.keys(PRESET_USES).toSorted()).toEqual(PRESETS.toSorted());
  const offered = PRESET_MOMENTS.flatMap((moment) => presetsOf(moment, ['text']));
  expect(offered.toSorted()).toEqual(PRESETS.toSorted());
});

test('what parts a text is offered for texts alone', () => {
  expect(presetsOf('out', ['text'])).toContain('textout');
  expect(presetsOf('out', ['text', 'video'])).not.toContain('textout');
  expect(presetsOf('during', ['image'])).toEqual(['kenburns', 'pan', 'spin']);
});

test('a preset heeds its own attributes, and those that all animations have', () => {
  expect(heedsAttribute('slidein', 'direction')).toBe(true);
  expect(heedsAttribute('fadein', 'direction')).toBe(false);
  expect(heedsAttribute('fadein', 'duration')).toBe(true);
  expect(isPreset('custom')).toBe(false);
});
