import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { type FarmConfig, publicFarm } from './farm-config.ts';
import { farmFile, readStoredFarmConfig, storeFarmConfig } from './farm-settings.ts';

const bucket: FarmConfig = {
  queue: {
    url: 'redis://queue.example:6379/2',
    username: 'me',
    password: 'canary-of-queue',
    authority: '-----BEGIN CERTIFICATE-----',
    prefix: 'night',
  },
  store: {
    kind: 's3',
    bucket: 'films',
    prefix: 'a/b',
    endpoint: 'http://store.example:9000/s3',
    region: 'eu-central-1',
    accessKeyId: 'canary-of-id',
    secretAccessKey: 'canary-of-key',
    authority: null,
  },
};
const folder: FarmConfig = {
  queue: { url: 'rediss://queue.example', username: null, password: null, authority: null, prefix: 'scenewright' },
  store: { kind: 'folder', folder: '/srv/farm' },
};

test.each([bucket, folder])('stored settings are read as written, from a private file', async (farm) => {
  await using workspace = await temporaryFolder();
  expect(await readStoredFarmConfig(workspace.path)).toBeNull();
  await storeFarmConfig(workspace.path, farm);
  expect(await readStoredFarmConfig(workspace.path)).toEqual(farm);
  if (process.platform !== 'win32') expect((await stat(farmFile(workspace.path))).mode & 0o777).toBe(0o600);
  await storeFarmConfig(workspace.path, null);
  await storeFarmConfig(workspace.path, null);
  expect(await readdir(workspace.path)).toEqual([]);
});

test.each(['', '{}', '{"queue": "canary', '[]', 'null'])(
  'a damaged file is refused without its content: %j',
  async (text) => {
    await using workspace = await temporaryFolder();
    await writeFile(farmFile(workspace.path), text);
    const damaged = { code: 'workspace/damaged', message: expect.not.stringContaining('canary') };
    await expect(readStoredFarmConfig(workspace.path)).rejects.toMatchObject(damaged);
  },
);

test('stored settings with an invalid address are refused as damaged', async () => {
  await using workspace = await temporaryFolder();
  await storeFarmConfig(workspace.path, bucket);
  const text = await readFile(farmFile(workspace.path), 'utf8');
  await writeFile(farmFile(workspace.path), text.replace('redis://queue', 'nonsense://queue'));
  await expect(readStoredFarmConfig(workspace.path)).rejects.toMatchObject({ code: 'workspace/damaged' });
});

test('the public settings contain no secret', () => {
  expect(publicFarm(bucket)).toEqual({
    queue: 'redis://queue.example:6379/2',
    username: 'me',
    hasPassword: true,
    store: 's3://films/a/b',
    endpoint: 'http://store.example:9000/s3',
    region: 'eu-central-1',
    hasKeys: true,
  });
  expect(publicFarm(folder)).toEqual({
    queue: 'rediss://queue.example',
    username: null,
    hasPassword: false,
    store: '/srv/farm',
    endpoint: null,
    region: null,
    hasKeys: false,
  });
});
