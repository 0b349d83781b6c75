import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failureOf, templateXml, utf8, xmlBody } from '#service/movies/testing/template-xml.ts';
import { testWorkspace } from '#service/movies/testing/test-workspace.ts';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { full } from '#shared/testing/full.ts';
import type { ServiceCluster } from './clusters.ts';
import { createPublisher } from './publisher.ts';
import { putAsset } from './testing/put-asset.ts';
import { openWorkspaceServer } from './testing/workspace-server.ts';

const { signal } = new AbortController();
const MEBIBYTE = 2 ** 20;

/**
 * Makes a project with assets for each kind of transfer, a template, its movie with later edits, and a separate movie.
 */
async function exampleProject(cluster: ServiceCluster) {
  const workspace = await testWorkspace();
  const { templates, movies, project } = workspace;
  await putAsset(workspace, 'small ä.mp4', 'small');
  await putAsset(workspace, 'empty.mp4', '');
  await putAsset(workspace, 'large.mp4', randomBytes(20 * MEBIBYTE));
  await templates.save(project, 'Hello', utf8(`\uFEFF${templateXml()}\r\n`));
  await movies.replace(project, 'Hello', xmlBody(templateXml('7')));
  await movies.create(project, 'other', xmlBody(templateXml('9')));
  const publisher = createPublisher({ ...workspace, clusters: new Map([['studio', cluster]]) });
  return { ...workspace, publisher };
}

describe('publishing to another service', () => {
  test('transfers the content and makes a snapshot there', async () => {
    await using there = await openWorkspaceServer();
    await using here = await exampleProject(there.cluster);

    const publication = await here.publisher.publish(here.project, 'studio', { signal });

    expect(publication).toMatchObject({ cluster: 'studio', version: 1 });
    const project = there.projects.list().find(({ name, counts }) => name === 'Films' && counts.assets > 0)?.uid ?? '';
    expect(tags(there.assets.list(project).assets)).toEqual(tags(here.assets.list(here.project).assets));
    expect(there.templates.get(project, 'Hello')).toEqual(here.templates.get(here.project, 'Hello'));
    for (const name of ['Hello', 'other'])
      expect(there.movies.get(project, name).xml).toBe(here.movies.get(here.project, name).xml);
    expect(await here.publisher.list('studio', { signal })).toEqual([
      {
        uid: publication.uid,
        project,
        name: 'Films',
        version: 1,
        publishedAt: publication.publishedAt,
        assets: ['empty.mp4', 'large.mp4', 'small ä.mp4'],
        movies: ['Hello', 'other'],
        templates: ['Hello'],
      },
    ]);
    expect(here.recorded().at(-1)).toEqual({ type: 'project.published', state: 'published', ...publication });
    const { version, publishedAt } = publication;
    expect(here.projects.get(here.project).published).toEqual([{ cluster: 'studio', version, publishedAt }]);
  });

  full.test('sends only changed content the second time', async () => {
    await using there = await openWorkspaceServer();
    await using here = await exampleProject(there.cluster);
    await here.publisher.publish(here.project, 'studio', { signal });
    await putAsset(here, 'small ä.mp4', 'changed');
    const before = changes(there.server.lines).length;

    const { version } = await here.publisher.publish(here.project, 'studio', { signal });

    expect(version).toBe(2);
    expect(changes(there.server.lines).slice(before)).toEqual(['PUT small%20%C3%A4.mp4', 'POST local']);
  });

  test('continues an interrupted upload', async () => {
    await using there = await openWorkspaceServer();
    await using here = await exampleProject(there.cluster);
    const stopped = new AbortController();
    using _ = here.events.subscribe(({ data }) => {
      if ('name' in data && data.name === 'large.mp4') stopped.abort();
    });
    const reason = await failureOf(here.publisher.publish(here.project, 'studio', { signal: stopped.signal }));
    expect(reason).toBe(stopped.signal.reason);
    const before = changes(there.server.lines).length;

    await here.publisher.publish(here.project, 'studio', { signal });

    const sent = changes(there.server.lines).slice(before);
    expect(sent.filter((call) => call === 'POST chunks')).toHaveLength(2);
    expect(await here.publisher.list('studio', { signal })).toHaveLength(1);
  });

  test('reports its progress in bytes', async () => {
    await using there = await openWorkspaceServer();
    await using here = await exampleProject(there.cluster);
    const reports: object[] = [];
    using _ = here.events.subscribe(({ data }) => reports.push(data));

    await here.publisher.publish(here.project, 'studio', { signal });

    const total = 20 * MEBIBYTE + 5 + (templateXml().length + 5) + 2 * templateXml('9').length;
    expect(reports.at(-2)).toEqual({ state: 'sending', cluster: 'studio', done: total, total, name: 'other' });
  });

  test("fails with the other service's message", async () => {
    await using there = await openWorkspaceServer();
    await using here = await exampleProject({ ...there.cluster, apiSecret: 'wrong-secret-canary' });

    for (const work of [
      () => here.publisher.publish(here.project, 'studio', { signal }),
      () => here.publisher.list('studio', { signal }),
    ]) {
      const failure = await failureOf(work);
      expect(failure).toMatchObject({
        code: 'cluster/failed',
        message: expect.stringContaining('needs the API key and secret'),
      });
      expect(everythingOf(failure)).not.toContain('canary');
    }
  });

  test.each([
    ['nothing answers', null],
    ['the answer is no answer of this interface', '{"projects":5}'],
    [
      'the answer says the secret',
      '{"type":"x","title":"x","status":500,"code":"x","detail":"you sent secret-canary"}',
    ],
  ])('fails when %s', async (_, answer) => {
    await using other = await loopbackServer((_request, response) => {
      if (answer === null) response.destroy();
      else {
        const type = answer.includes('detail') ? 'application/problem+json' : 'application/json';
        response.writeHead(type.includes('problem') ? 500 : 200, { 'content-type': type }).end(answer);
      }
    });
    const cluster = { kind: 'service', url: other.url, apiKey: 'key-canary', apiSecret: 'secret-canary' } as const;
    await using here = await exampleProject(cluster);

    const failure = await failureOf(here.publisher.publish(here.project, 'studio', { signal }));
    expect(failure).toMatchObject({ code: 'cluster/failed', message: expect.stringContaining('studio: ') });
    expect(everythingOf(failure)).not.toContain('canary');
  });

  test('works from one running service to another', async () => {
    await using there = await openWorkspaceServer();
    await using here = await openWorkspaceServer(new Map([['studio', there.cluster]]));
    await here.templates.save(here.project, 'Hello', utf8(templateXml()));
    const parameters = { project: here.project, cluster: 'studio' };

    const publication = await here.server.client.call('publishProject', { parameters, query: {} });
    const { published } = await here.server.client.call('listPublished', {
      parameters: { cluster: 'studio' },
      query: {},
    });

    expect(published).toMatchObject([{ uid: publication['Published-UID'], templates: ['Hello'] }]);
  });
});

function tags(assets: readonly { readonly name: string; readonly etag: string }[]) {
  return assets.map(({ name, etag }) => ({ name, etag }));
}

/** Returns the data-changing requests in a service's log, as the method and the last segment of the path. */
function changes(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const { method, path } = JSON.parse(line) as { readonly method?: string; readonly path?: string };
    return method === undefined || path === undefined || method === 'GET'
      ? []
      : [`${method} ${path.split('/').at(-1)}`];
  });
}

/** Returns all text of an error that a log could contain. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack} ${JSON.stringify(error)} ${everythingOf(error.cause)}`;
}
