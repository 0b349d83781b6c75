import { expect, it } from 'vitest';
import { defaultChoices, readChoices, readParts } from './render-form.ts';

const defaults = defaultChoices('Spring');

it('stored render settings are restored completely', () => {
  const choices = {
    ...defaults,
    format: 'webm',
    quality: 'high',
    loudness: '-14',
    truepeak: '-2',
    destination: 'store',
    store: { ...defaults.store, bucket: 'films' },
  } as const;
  expect(readChoices(JSON.parse(JSON.stringify(choices)), defaults)).toEqual(choices);
});

it('a stored file name that equals the template becomes the automatic name', () => {
  expect(readChoices({ fileName: 'Spring' }, defaults).fileName).toBe('');
  expect(readChoices({ fileName: 'Summer' }, defaults).fileName).toBe('Summer');
});

it.each([undefined, null, 'x', { quality: 'best', destination: 7, store: null }])(
  'an invalid stored setting becomes the defaults: %j',
  (stored) => {
    expect(readChoices(stored, defaults)).toEqual(defaults);
  },
);

it('stored package parts are restored in the order of the form', () => {
  expect(readParts(['srt', 'film', 'poster'])).toEqual(['poster', 'srt']);
  expect(readParts('poster')).toEqual([]);
});
