import { describe, expect, test } from 'vitest';
import { failureOf, templateXml, utf8, xmlBody } from '#service/movies/testing/template-xml.ts';
import { type TestWorkspace, testWorkspace } from '#service/movies/testing/test-workspace.ts';
import type { BlobDigest } from '#service/storage/ports.ts';
import { listClusters } from './clusters.ts';
import { readPublishedFilm } from './published-film.ts';
import { createPublisher } from './publisher.ts';
import { putAsset } from './testing/put-asset.ts';

const { signal } = new AbortController();

function publisherOf(workspace: TestWorkspace) {
  return createPublisher({ ...workspace, clusters: new Map() });
}

describe('publishing to the local cluster', () => {
  test('stores numbered snapshots of assets, templates, and movies', async () => {
    await using workspace = await testWorkspace();
    const { database, project, templates, movies, assets, projects, clock } = workspace;
    const publisher = publisherOf(workspace);
    const clip = await putAsset(workspace, 'Clip.mp4', 'first');
    await templates.save(project, 'Hello', utf8(`\uFEFF${templateXml()}`));
    await movies.create(project, 'other', xmlBody(templateXml('9')));
    const first = await publisher.publish(project, 'local', { signal });

    await putAsset(workspace, 'clip.mp4', 'second');
    await templates.save(project, 'hello', utf8(templateXml('3')));
    workspace.advance(1000);
    const second = await publisher.publish(project, 'local', { signal });
    const { published } = projects.get(project);
    await projects.delete(project);

    expect(published).toEqual([{ cluster: 'local', version: 2, publishedAt: second.publishedAt }]);
    expect([first.version, second.version]).toEqual([1, 2]);
    expect(first.uid).not.toBe(second.uid);
    const content = { assets: ['Clip.mp4'], movies: ['Hello', 'other'], templates: ['Hello'] };
    expect(await publisher.list('local', { signal })).toMatchObject([
      { uid: second.uid, project, name: 'Films', version: 2, publishedAt: clock() },
      { uid: first.uid, project, name: 'Films', version: 1, publishedAt: clock() - 1000, ...content },
    ]);
    const film = readPublishedFilm(database, first.uid, 'HELLO');
    expect(film.xml).toBe(`\uFEFF${templateXml()}`);
    expect([...film.assets.values()]).toEqual<BlobDigest[]>([clip.sha256]);
    expect(readPublishedFilm(database, second.uid, 'hello').xml).toBe(templateXml('3'));
    expect(() => assets.list(project)).toThrow();
  });

  test('records an event in the same transaction', async () => {
    await using workspace = await testWorkspace();
    const publication = await publisherOf(workspace).publish(workspace.project, 'local', { signal });

    expect(workspace.recorded()).toEqual([{ type: 'project.published', state: 'published', ...publication }]);
  });

  test('protects the bytes of its assets from being swept', async () => {
    await using workspace = await testWorkspace();
    const { assets, project, database } = workspace;
    const { sha256 } = await putAsset(workspace, 'clip.mp4', 'bytes');
    await publisherOf(workspace).publish(project, 'local', { signal });
    assets.delete(project, 'clip.mp4');
    workspace.advance(30 * 24 * 3600 * 1000);
    await workspace.sweep();

    expect(database.get('SELECT bytes FROM blob WHERE sha256 = ?', sha256)).toEqual({ bytes: 5 });
  });

  test('includes changes that are made during publishing', async () => {
    await using workspace = await testWorkspace();
    const { database, project, movies, projects } = workspace;
    for (const name of ['gone', 'kept', 'old']) await movies.create(project, name, xmlBody(templateXml('9')));
    const publisher = publisherOf(workspace);

    const publishing = publisher.publish(project, 'local', { signal });
    // Wait until some items are copied, but not until the check for changes.
    while (database.get("SELECT 1 FROM publication_item WHERE kind = 'movie'") === undefined)
      await new Promise((resolve) => void setImmediate(resolve));
    movies.delete(project, ['gone']);
    const replaced = movies.replace(project, 'old', xmlBody(templateXml('3')));
    expect(await publisher.list('local', { signal })).toEqual([]);
    expect(projects.get(project).published).toEqual([]);
    const { uid } = await publishing;
    await replaced;

    expect(await publisher.list('local', { signal })).toMatchObject([{ uid, version: 1, movies: ['kept', 'old'] }]);
    const { xml } = movies.get(project, 'old');
    expect([templateXml('9'), xml]).toContain(readPublishedFilm(database, uid, 'old').xml);
  });

  test('leaves no snapshot behind if it is aborted', async () => {
    await using workspace = await testWorkspace();
    const { database, project } = workspace;
    database.run("INSERT INTO publication VALUES ('left', '', ?, 'Films', 1, 0, NULL)", project);
    database.run("INSERT INTO publication_item VALUES ('left', 'movie', 'a', NULL, NULL, x'00')");
    const leaving = new AbortController();
    const publishing = publisherOf(workspace).publish(project, 'local', { signal: leaving.signal });
    leaving.abort();

    expect(await failureOf(publishing)).toBe(leaving.signal.reason);
    expect(database.all('SELECT uid FROM publication')).toEqual([]);
    expect(database.all('SELECT name FROM publication_item')).toEqual([]);
  });

  test('requires an existing project and cluster', async () => {
    await using workspace = await testWorkspace();
    const other = { kind: 'service', url: 'http://127.0.0.1:1', apiKey: 'k', apiSecret: 's' } as const;
    const publisher = createPublisher({ ...workspace, clusters: new Map([['studio', other]]) });

    expect(await failureOf(publisher.publish('nowhere', 'local', { signal }))).toMatchObject({
      code: 'project/not-found',
    });
    for (const work of [
      () => publisher.publish(workspace.project, 'moon', { signal }),
      () => publisher.list('moon', { signal }),
    ])
      expect(await failureOf(work)).toMatchObject({
        code: 'cluster/not-found',
        message: expect.stringContaining('local, studio'),
      });
    const withPassword = { ...other, url: 'https://somebody:secret@media.example.org/api' };
    expect(
      listClusters(
        new Map([
          ['tower', withPassword],
          ['studio', other],
        ]),
      ),
    ).toEqual([
      { name: 'local', kind: 'local', url: null },
      { name: 'studio', kind: 'service', url: 'http://127.0.0.1:1' },
      { name: 'tower', kind: 'service', url: 'https://media.example.org' },
    ]);
    expect(await failureOf(() => readPublishedFilm(workspace.database, 'x', 'y'))).toMatchObject({
      code: 'published/not-found',
    });
  });
});
