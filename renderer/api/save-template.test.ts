import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type TestService } from '../../electron/service/testing/open-service.ts';
import { createApi } from './api.ts';
import { createQueryClient } from './query-client.ts';
import { createTemplateSaver } from './save-template.ts';
import { readTemplateText } from './template-text.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const film = (duration: number) =>
  `<movie width="320" height="180" framerate="25"><scene duration="${duration}"><video src="a.mp4"/></scene></movie>\n`;

it('a template is saved over the version that it was read from, and over no other', async () => {
  const { uid: project } = await service.client.call('createProject', { parameters: { name: 'saving' } });
  const place = { project, name: 'film' };
  const api = createApi(createQueryClient(), service.client);
  const save = createTemplateSaver(api, place);
  const keepalive = false;

  const first = await save({ text: film(10), etag: null, keepalive });
  const read = await readTemplateText(api, place);
  expect([first, read.text]).toEqual([{ kind: 'saved', etag: read.etag }, film(10)]);

  expect(await save({ text: film(20), etag: read.etag, keepalive })).toMatchObject({ kind: 'saved' });
  const theirs = await readTemplateText(api, place);
  expect(await save({ text: film(30), etag: read.etag, keepalive })).toEqual({ kind: 'conflict', theirs });
  expect(await save({ text: film(30), etag: null, keepalive })).toEqual({ kind: 'conflict', theirs });

  const refused = await save({ text: '<movie', etag: theirs.etag, keepalive });
  expect(refused).toEqual({ kind: 'refused', reason: expect.stringMatching(/\w/) });
  expect(await readTemplateText(api, place)).toEqual(theirs);

  await service.close();
  expect(await save({ text: film(40), etag: theirs.etag, keepalive })).toMatchObject({ kind: 'failed' });
});
