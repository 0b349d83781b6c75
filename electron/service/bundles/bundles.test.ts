import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { contentOf, filmXml, makeFilmsProject } from './testing/films-project.ts';
import { beginImport } from './testing/unfinished-import.ts';
import { entriesOf } from './testing/zip-entries.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const exported = async (project: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await service.client.open('readBundle', { parameters: { project } })).arrayBuffer());
const left = () => readdirSync(join(service.workspace, 'tmp'));

describe('a bundle of a project', () => {
  it('restores the same project, byte for byte', async () => {
    const project = await makeFilmsProject(service, 'Films in June');
    const bundle = await exported(project);
    await using elsewhere = await openService();
    const there = await elsewhere.client.call('createFromBundle', { query: {}, body: bundle });
    expect(there).toMatchObject({ name: 'Films in June', counts: { assets: 5, movies: 2, templates: 2 } });
    expect(await contentOf(elsewhere, there.uid)).toEqual(await contentOf(service, project));
    // Export the imported project and import it again.
    const again = await (
      await elsewhere.client.open('readBundle', { parameters: { project: there.uid } })
    ).arrayBuffer();
    expect(Buffer.from(again).length).toBe(bundle.length);
  });

  it('contains templates with errors and their movies', async () => {
    const project = await service.createProject('Errors');
    const parameters = { region: 'local', project, name: 'a' };
    await service.client.call('saveTemplate', { parameters, body: filmXml() });
    await service.client.call('saveTemplate', { parameters, query: { errors: 'keep' }, body: '<movie' });
    const there = await service.client.call('createFromBundle', { query: {}, body: await exported(project) });
    const copy = { parameters: { ...parameters, project: there.uid } };
    expect(await (await service.client.open('readTemplate', copy)).text()).toBe('<movie');
    const { templates } = await service.client.call('listTemplates', { parameters: { project: there.uid } });
    expect(templates).toMatchObject([{ name: 'a', errors: 1 }]);
    expect(there.counts).toMatchObject({ templates: 1, movies: 1 });
  });

  it('states its length and name in advance', async () => {
    const project = await service.createProject('Grüße & Co');
    const path = `/v1/bundle/${project}`;
    const head = await service.fetch(path, { method: 'HEAD' });
    const whole = await service.fetch(path);
    const { byteLength } = await whole.arrayBuffer();
    for (const answer of [head, whole]) {
      expect(answer.headers.get('content-length')).toBe(String(byteLength));
      expect(answer.headers.get('content-type')).toBe('application/vnd.scenewright.bundle');
      expect(answer.headers.get('content-disposition')).toContain(
        "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%26%20Co.scenewright",
      );
    }
    expect((await service.fetch('/v1/bundle/nobody')).status).toBe(404);
  });

  it('is a ZIP file with readable names', async () => {
    const project = await makeFilmsProject(service, 'To look into');
    const entries = await entriesOf(await exported(project));
    expect([...entries.keys()]).toEqual([
      'manifest.json',
      'templates/Eröffnung.xml',
      'templates/wide.xml',
      'editing/Eröffnung.json',
      'tables/Eröffnung.json',
      'movies/Eröffnung.xml',
      'movies/only a movie.xml',
      'assets/Ein schöner Tag – 日本 🎬.mp4',
      'assets/empty',
      'assets/manifest.json',
      'assets/notes',
      'assets/same bytes',
    ]);
    expect(entries.get('templates/Eröffnung.xml')?.toString()).toBe(`\uFEFF${filmXml('näher')}`);
    const manifest: unknown = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
    expect(manifest).toMatchObject({
      format: 'scenewright-bundle',
      schema: 2,
      project: { name: 'To look into' },
      tables: [{ name: 'Eröffnung' }],
      assets: expect.arrayContaining([
        {
          name: 'notes',
          contentType: 'text/x-notes; charset=utf-8',
          tags: ['Été', 'b-roll'],
          size: 9,
          sha256: 'b94f6f125c79e3a5ffaa826f584c10d52ada669e6762051b826b55776d05aed2',
        },
      ]),
    });
  });

  it('has schema 1 without batch tables, as older versions expect', async () => {
    const { uid: project } = await service.client.call('createProject', { parameters: { name: 'Older' } });
    const parameters = { region: 'local', project, name: 'a' };
    await service.client.call('saveTemplate', { parameters, body: filmXml() });
    await service.client.call('saveBatchTable', { parameters, body: {} });
    const bundle = await exported(project);
    const manifest = JSON.parse((await entriesOf(bundle)).get('manifest.json')?.toString() ?? '') as object;
    expect(manifest).toMatchObject({ schema: 1, editing: [], movies: [{ name: 'a' }] });
    expect(manifest).not.toHaveProperty('tables');
    const there = await service.client.call('createFromBundle', { query: {}, body: bundle });
    expect(await contentOf(service, there.uid)).toEqual(await contentOf(service, project));
  });

  it('contains live tables, which are paused and without secrets after the import', async () => {
    await using folder = await temporaryFolder();
    await using here = await openService({ tablesFolder: folder.path });
    const project = await here.createProject('Live');
    await here.client.call('createMovie', { parameters: { project, movie: 'card' }, body: filmXml() });
    await here.putAsset(project, 'people.csv', 'id,name\na,Ada\n');
    const url = 'https://films.example/people.csv';
    const form = { sheet: 'S', merged: true };
    for (const source of [
      { kind: 'asset', name: 'people.csv' },
      { kind: 'address', url, header: { name: 'Authorization', value: 'Bearer s3cret' } },
      { kind: 'file', name: 'lists/people.csv' },
    ] as const)
      await here.client.call('createLiveTable', {
        parameters: { project },
        query: { start: false },
        body: { name: `By ${source.kind}`, movie: 'card', form, source, columns: { a: null, b: 'name' } },
      });
    const bundle = new Uint8Array(
      await (await here.client.open('readBundle', { parameters: { project } })).arrayBuffer(),
    );
    const manifest = (await entriesOf(bundle)).get('manifest.json')?.toString() ?? '';
    expect(manifest).not.toContain('s3cret');
    expect(JSON.parse(manifest)).toMatchObject({ schema: 1 });
    const there = await service.client.call('createFromBundle', { query: {}, body: bundle });
    const lost = (part: string, name: string) => ({ reason: 'live/imported', values: { part, name } });
    expect(there.liveTables).toMatchObject([
      { name: 'By asset', problem: null },
      { name: 'By address', problem: lost('header', 'Authorization') },
      { name: 'By file', problem: lost('file', 'lists/people.csv') },
    ]);
    const parameters = { project: there.uid };
    const imported = await service.client.call('listLiveTables', { parameters });
    const common = { movie: 'card', form, columns: { a: null, b: 'name' } };
    expect(imported.tables).toMatchObject([
      { state: 'paused', problem: null, settings: { ...common, source: { kind: 'asset', name: 'people.csv' } } },
      {
        state: 'paused',
        problem: { reason: 'live/imported' },
        settings: { ...common, source: { kind: 'address', url } },
      },
      { state: 'paused', problem: { reason: 'live/imported' }, settings: { ...common, source: { kind: 'file' } } },
    ]);
    expect(imported.tables[1]?.settings.source).not.toHaveProperty('header');
    // The problem ends when the user chooses the source again.
    const { id: table, settings } = imported.tables[1] ?? { id: '', settings: {} };
    const changed = await service.client.call('changeLiveTable', {
      parameters: { ...parameters, table },
      body: settings as never,
    });
    expect(changed).toMatchObject({ state: 'paused', problem: null });
  });

  it('gets the requested name, or a numbered one', async () => {
    const project = await service.createProject('Taken');
    const body = await exported(project);
    const names: string[] = [];
    for (const query of [{}, {}, { name: 'Taken' }, { name: 'Übung' }])
      names.push((await service.client.call('createFromBundle', { query, body })).name);
    expect(names).toEqual(['Taken 2', 'Taken 3', 'Taken', 'Übung']);
    const refused = await service.fetch('/v1/bundle?name=a%2Fb', { method: 'POST', body });
    expect(await refused.json()).toMatchObject({ code: 'project/invalid-name' });
  });

  it('can be sent as a form with its digest', async () => {
    const project = await service.createProject('By form');
    const body = await exported(project);
    const form = new FormData();
    form.append('file', new Blob([body]), 'By form.scenewright');
    const answer = await service.fetch('/v1/bundle', { method: 'POST', body: form });
    expect([answer.status, await answer.json()]).toMatchObject([201, { name: 'By form 2' }]);
    const digest = `sha-256=:${Buffer.alloc(32).toString('base64')}:`;
    const refused = await service.fetch('/v1/bundle', { method: 'POST', body, headers: { 'content-digest': digest } });
    expect(await refused.json()).toMatchObject({ code: 'upload/digest' });
    expect(left()).toEqual([]);
  });

  it('ends with an error when an asset is damaged on disk', async () => {
    const { client } = service;
    const project = await service.createProject('Damaged');
    const bytes = new Uint8Array(2_000_000).fill(3);
    const { etag } = await service.putAsset(project, 'a.bin', bytes);
    const digest = etag.slice(1, -1);
    truncateSync(join(service.workspace, 'blobs', digest.slice(0, 2), digest.slice(2, 4), digest), 1_999_999);
    const answer = await client.open('readBundle', { parameters: { project } });
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(service.lines.join('')).toContain('failed while sending a bundle');
  });

  it('leaves nothing behind if its sender disconnects', async () => {
    const project = await makeFilmsProject(service, 'Gone');
    const bundle = await exported(project);
    const before = (await service.client.call('listProjects')).Projects;
    const sending = beginImport(service, bundle.subarray(0, 1_000_000));
    await waitUntil(() => left().length === 1);
    sending.goAway();
    await sending.ended;
    await waitUntil(() => left().length === 0);
    expect((await service.client.call('listProjects')).Projects).toEqual(before);
  });
});
