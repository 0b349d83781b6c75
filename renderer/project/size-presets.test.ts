import { expect, test } from 'vitest';
import { presetNames, presetOf, sizePresets } from './size-presets.ts';

test('every preset is found by its width and height', () => {
  expect(presetNames.toSorted()).toEqual(Object.keys(sizePresets).toSorted());
  for (const name of presetNames) {
    const [width, height] = sizePresets[name];
    expect(presetOf(String(width), String(height))).toBe(name);
  }
});

test('an unlisted or unknown size has no preset', () => {
  expect(presetOf('1080', '720')).toBeNull();
  expect(presetOf('1920', null)).toBeNull();
  expect(presetOf(null, null)).toBeNull();
});
