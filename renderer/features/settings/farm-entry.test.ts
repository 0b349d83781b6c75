import { expect, test } from 'vitest';
import { entryOf, isComplete, settingsInputOf } from './farm-entry.ts';

const farm = {
  queue: 'redis://queue:6379',
  username: 'films',
  hasPassword: true,
  store: 's3://films/farm',
  endpoint: 'https://store.test',
  region: null,
  hasKeys: true,
};

test('the form begins with what is set and without a secret, and sends none that was not entered', () => {
  const entry = entryOf(farm);
  expect(entry).toMatchObject({ queue: 'redis://queue:6379', password: '', secretAccessKey: '', region: '' });
  expect(settingsInputOf(entry)).toEqual({
    queue: 'redis://queue:6379',
    username: 'films',
    store: 's3://films/farm',
    endpoint: 'https://store.test',
    region: null,
  });
});

test('secrets that were entered are sent as they are; addresses without the spaces around them', () => {
  const entry = {
    ...entryOf(farm),
    queue: ' redis://q ',
    password: ' secret ',
    accessKeyId: ' name ',
    secretAccessKey: ' s ',
  };
  expect(settingsInputOf(entry)).toMatchObject({
    queue: 'redis://q',
    password: ' secret ',
    accessKeyId: 'name',
    secretAccessKey: ' s ',
  });
});

test('a folder has nothing of an object store, whatever stands in its fields', () => {
  const entry = { ...entryOf(farm), store: '/srv/films', accessKeyId: 'name', secretAccessKey: 's' };
  expect(settingsInputOf(entry)).toEqual({ queue: 'redis://queue:6379', username: 'films', store: '/srv/films' });
});

test('without queue or store there is nothing to be tried', () => {
  expect([isComplete(entryOf(null)), isComplete(entryOf(farm)), isComplete({ ...entryOf(farm), store: ' ' })]).toEqual([
    false,
    true,
    false,
  ]);
});
