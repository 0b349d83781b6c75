import { expect, it } from 'vitest';
import { readAllAssets } from '#renderer/api/client/asset-list.ts';
import { openService } from '#service/testing/open-service.ts';
import { assetsToCopy, copyAssets } from './pasted-files.ts';

it('assets are copied only if the target project does not contain them', async () => {
  await using service = await openService();
  const { client } = service;
  const [from, to] = await Promise.all(['from', 'to'].map(async (name) => await service.createProject(name)));
  if (from === undefined || to === undefined) throw new Error('there are no projects');
  const put = (project: string, name: string, body: string) =>
    service.putAsset(project, name, new TextEncoder().encode(body));
  await put(from, 'Logo.svg', 'the logo');
  await put(from, 'both.txt', 'theirs');
  await put(to, 'BOTH.txt', 'ours');
  const names = await assetsToCopy(client, from, to, ['logo.svg', 'both.txt', 'gone.mp4', 'LOGO.svg']);
  expect(names).toEqual(['Logo.svg']);
  await copyAssets(client, from, to, names);
  expect((await readAllAssets(client, to)).map(({ name }) => name)).toEqual(['BOTH.txt', 'Logo.svg']);
  const copy = await client.open('readAsset', { parameters: { project: to, name: 'Logo.svg' } });
  expect(await copy.text()).toBe('the logo');
  expect(await assetsToCopy(client, 'nowhere', to, ['gone.mp4'])).toEqual([]);
});
