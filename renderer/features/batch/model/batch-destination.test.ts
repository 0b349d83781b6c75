import { expect, it } from 'vitest';
import { destinationOf, missingField } from './batch-destination.ts';
import { changedSettings, defaultSettings, readSettings } from './batch-settings.ts';

const keys = { accessKeyId: ' AK ', secretAccessKey: 'secret' };
const noKeys = { accessKeyId: '', secretAccessKey: '' };
const defaults = defaultSettings('Card');
const store = { ...defaults, destination: 'store', store: { ...defaults.store, bucket: 'films' } } as const;

it('films stay in the service unless an object store is chosen', () => {
  expect(destinationOf(defaults, keys)).toBeUndefined();
  expect(missingField({ ...defaults, store: { ...defaults.store, bucket: '' } }, noKeys)).toBeNull();
});

it('the object store of a batch has a bucket, folder, and keys', () => {
  expect(
    destinationOf({ ...store, store: { ...store.store, filename: ' /2026/./spring/ ', region: 'eu' } }, keys),
  ).toEqual({
    type: 'object_store',
    bucket: 'films',
    filename: '2026/spring',
    region: 'eu',
    access_key_id: 'AK',
    secret_access_key: 'secret',
  });
  const named = destinationOf({ ...store, store: { ...store.store, credentials: 'shop' } }, keys);
  expect(named).toEqual({ type: 'object_store', bucket: 'films', filename: 'Card', credentials: 'shop' });
});

it('the first missing field is reported in the order of the form', () => {
  expect(missingField(store, noKeys)).toBe('accessKeyId');
  expect(missingField(store, { ...noKeys, accessKeyId: 'AK' })).toBe('secretAccessKey');
  expect(missingField({ ...store, store: { ...store.store, bucket: ' ' } }, keys)).toBe('bucket');
  expect(missingField({ ...store, store: { ...store.store, filename: '/../' } }, keys)).toBe('objectFolder');
  expect(missingField(store, keys)).toBeNull();
});

it('settings from an earlier version get defaults for new fields', () => {
  expect(readSettings({ pattern: 'a', format: 'webm' }, 'Card')).toEqual({ ...defaults, pattern: 'a', format: 'webm' });
});

it('an unedited name pattern follows the chosen templates and languages', () => {
  const both = changedSettings(
    changedSettings(defaults, { movies: ['Other'] }, 'Card'),
    { languages: ['de', 'fr'] },
    'Card',
  );
  expect(both.pattern).toBe('${movie}-${language}-${index}');
  expect(changedSettings(both, { movies: [], languages: ['de'] }, 'Card').pattern).toBe('Card-${index}');
  const edited = changedSettings(defaults, { pattern: 'x-${index}' }, 'Card');
  expect(changedSettings(edited, { movies: ['Other'] }, 'Card').pattern).toBe('x-${index}');
});
