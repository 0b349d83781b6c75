import { expect, test } from 'vitest';
import { templateXml } from '#service/movies/testing/template-xml.ts';
import { openService } from '#service/testing/open-service.ts';
import type { ServiceCluster } from './clusters.ts';

test('a project is published from one complete service to another', async () => {
  await using there = await openService({ credentials: { key: 'studio-key', secret: 'studio-secret' } });
  const { key, secret } = there.credentials;
  const studio: ServiceCluster = { kind: 'service', url: there.url, apiKey: key, apiSecret: secret };
  await using here = await openService({ clusters: new Map([['studio', studio]]) });
  const project = await here.createProject();
  const body = new Uint8Array(9 * 2 ** 20).fill(7);
  await here.putAsset(project, 'clip.mp4', body);
  const template = { parameters: { region: 'local', project, name: 'Hello' }, query: {} };
  await here.client.call('saveTemplate', { ...template, body: templateXml() });

  const parameters = { project, cluster: 'studio' };
  const publication = await here.client.call('publishProject', { parameters, query: {} });

  const local = { parameters: { cluster: 'local' }, query: {} };
  expect(await there.client.call('listPublished', local)).toMatchObject({
    published: [
      {
        uid: publication['Published-UID'],
        name: 'Films',
        version: 1,
        assets: ['clip.mp4'],
        movies: ['Hello'],
        templates: ['Hello'],
      },
    ],
  });
  expect(await here.client.call('listPublished', local)).toEqual({ published: [] });
  expect([...here.lines, ...there.lines].filter((line) => line.includes(secret))).toEqual([]);
});
