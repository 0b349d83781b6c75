import { expect, it } from 'vitest';
import { openFoundation } from '#service/renders/testing/job-world.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { createPublicAddress } from './public-address.ts';

it('the public address is stored as scheme and host', async () => {
  await using folder = await temporaryFolder();
  const { database } = await openFoundation(folder.path);
  const address = createPublicAddress(database);
  expect(address.get()).toBeNull();
  expect(address.set(' https://Films.example/ ')).toBe('https://films.example');
  expect(createPublicAddress(database).get()).toBe('https://films.example');
  expect(address.set('')).toBeNull();
  expect(createPublicAddress(database).get()).toBeNull();
  database.close();
});

it.each([
  'films.example',
  'ftp://films.example',
  'https://films.example/films',
  'https://a:b@films.example',
  'https://',
])('an address with more than scheme and host is refused: %s', async (text) => {
  await using folder = await temporaryFolder();
  const { database } = await openFoundation(folder.path);
  const address = createPublicAddress(database);
  expect(() => address.set(text)).toThrow(expect.objectContaining({ code: 'link/invalid' }));
  expect(address.get()).toBeNull();
  database.close();
});
