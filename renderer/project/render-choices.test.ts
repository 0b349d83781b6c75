import { expect, it } from 'vitest';
import { readChoices, readParts, usualChoices } from './render-form.ts';

const usual = usualChoices('Spring');

it('stored render settings are restored completely', () => {
  const choices = {
    ...usual,
    format: 'webm',
    quality: 'high',
    loudness: '-14',
    truepeak: '-2',
    destination: 'store',
    store: { ...usual.store, bucket: 'films' },
  } as const;
  expect(readChoices(JSON.parse(JSON.stringify(choices)), usual)).toEqual(choices);
});

it('a stored file name that equals the template becomes the automatic name', () => {
  expect(readChoices({ fileName: 'Spring' }, usual).fileName).toBe('');
  expect(readChoices({ fileName: 'Summer' }, usual).fileName).toBe('Summer');
});

it.each([undefined, null, 'x', { quality: 'best', destination: 7, store: null }])(
  'an invalid stored setting becomes the defaults: %j',
  (stored) => {
    expect(readChoices(stored, usual)).toEqual(usual);
  },
);

it('stored package parts are restored in the order of the form', () => {
  expect(readParts(['srt', 'film', 'poster'])).toEqual(['poster', 'srt']);
  expect(readParts('poster')).toEqual([]);
});
