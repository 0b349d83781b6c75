import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '#renderer/api/api.ts';
import { createQueryClient } from '#renderer/api/client/query-client.ts';
import { UnreachableError } from '#renderer/api/client/unreachable-error.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { createTemplateSaver, readTemplateText } from './template-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const film = (duration: number) =>
  `<movie width="320" height="180" framerate="25"><scene duration="${duration}"><video src="a.mp4"/></scene></movie>\n`;

it('a save whose response was lost does not conflict with itself', async () => {
  const project = await service.createProject('answers lost');
  const place = { project, name: 'film' };
  let isLineBroken = false;
  const client: typeof service.client = {
    ...service.client,
    open: async (name, ...input) => {
      const answer = await service.client.open(name, ...input);
      if (isLineBroken && name === 'saveTemplate') throw new UnreachableError('The line broke.');
      return answer;
    },
  };
  const save = createTemplateSaver(createApi(createQueryClient(), client), place);
  const keepalive = false;
  const first = await save({ text: film(10), etag: null, keepalive });
  const etag = first.kind === 'saved' ? first.etag : '';

  isLineBroken = true;
  expect(await save({ text: film(20), etag, keepalive })).toMatchObject({ kind: 'failed' });
  isLineBroken = false;
  const again = await save({ text: film(20), etag, keepalive });
  expect(again).toMatchObject({ kind: 'saved' });

  isLineBroken = true;
  const known = again.kind === 'saved' ? again.etag : '';
  expect(await save({ text: film(30), etag: known, keepalive })).toMatchObject({ kind: 'failed' });
  isLineBroken = false;
  expect(await save({ text: film(40), etag: known, keepalive })).toMatchObject({ kind: 'saved' });
  expect((await readTemplateText(createApi(createQueryClient(), service.client), place)).text).toBe(film(40));
});

it('a template is saved only over the version that was read', async () => {
  const project = await service.createProject('saving');
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

  const broken = await save({ text: '<movie', etag: theirs.etag, keepalive });
  expect(broken).toMatchObject({ kind: 'saved' });
  expect(await readTemplateText(api, place)).toMatchObject({ text: '<movie' });

  await service.close();
  expect(await save({ text: film(40), etag: theirs.etag, keepalive })).toMatchObject({ kind: 'failed' });
});
