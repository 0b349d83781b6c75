import { expect, test } from 'vitest';
import { entryOf, isComplete, settingsInputOf } from './farm-section.tsx';

const farm = {
  queue: 'redis://queue:6379',
  username: 'films',
  hasPassword: true,
  store: 's3://films/farm',
  endpoint: 'https://store.test',
  region: null,
  hasKeys: true,
};

test('the form sends only the secrets that the user typed', () => {
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

test('the form sends secrets unchanged and trims URLs', () => {
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

test('a folder as the store sends no fields of an object store', () => {
  const entry = { ...entryOf(farm), store: '/srv/films', accessKeyId: 'name', secretAccessKey: 's' };
  expect(settingsInputOf(entry)).toEqual({ queue: 'redis://queue:6379', username: 'films', store: '/srv/films' });
});

test('a form without queue or store is incomplete', () => {
  expect([isComplete(entryOf(null)), isComplete(entryOf(farm)), isComplete({ ...entryOf(farm), store: ' ' })]).toEqual([
    false,
    true,
    false,
  ]);
});
