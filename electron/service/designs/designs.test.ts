import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf } from '#service/bundles/testing/zip-entries.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import { cake, greetingXml, writeDesignsFolder } from './testing/designs-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: TestService;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeDesignsFolder(folder.path);
  service = await openService({ designs: folder.path });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const region = 'local';
const newProject = async (name: string) => await service.createProject(name);
const assetsOf = async (project: string) => (await service.listAssets(project)).map(({ name }) => name);
const textOf = async (answer: Promise<Response>) => await (await answer).text();

test('the service lists a design with all its facts', async () => {
  const { designs } = await service.client.call('listDesigns', { query: { language: 'de' } });
  expect(designs).toHaveLength(1);
  const [{ variables, version, ...design } = { variables: [] }] = designs;
  const film = { frames: 45, framerate: '25', seconds: 1.8, posterFrame: 12 };
  expect(design).toEqual({
    name: 'greeting',
    title: 'Gruß: eine Karte',
    description: 'A card that moves.',
    category: 'people',
    own: false,
    licence: 'CC0-1.0',
    sizes: [
      { size: '16:9', width: 320, height: 180, ...film },
      { size: '9:16', width: 180, height: 320, ...film },
    ],
    dataSets: ['Default', 'Longest', 'Empty'],
    contents: { scenes: 2, transitions: 1, texts: 2, keyframes: 2, sounds: 1 },
  });
  expect(variables.map(({ name, type, defaultvalue }) => [name, type, defaultvalue])).toEqual([
    ['accent', 'color', '#ff8800'],
    ['picture', 'media', 'greeting-cake.svg'],
    ['name', 'text', 'Adele'],
  ]);
  expect(version).toMatch(/^[0-9a-f]{32}$/);
});

test('the service serves poster, preview, and template with ranges', async () => {
  expect(await service.readText('/v1/designs/greeting/poster')).toBe('the poster');
  expect(await service.readText('/v1/designs/greeting/poster?language=de')).toBe('das Bild');
  expect(await service.readText('/v1/designs/greeting/preview?language=de')).toBe('der kleine Film');
  const part = await service.fetch('/v1/designs/greeting/preview?size=16:9', { headers: { range: 'bytes=4-8' } });
  expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/mp4', 'small']);
  const template = await service.fetch('/v1/designs/greeting/template?size=9:16');
  expect(await template.text()).toBe(greetingXml(180, 320));
  for (const path of ['poster', 'preview', 'template']) {
    const etag = (await service.fetch(`/v1/designs/greeting/${path}`)).headers.get('etag') ?? '';
    const again = await service.fetch(`/v1/designs/greeting/${path}`, { headers: { 'if-none-match': etag } });
    expect([path, again.status]).toEqual([path, 304]);
  }
  const { designs } = await service.client.call('listDesigns', { query: {} });
  const cacheControlOf = async (v: string) =>
    (await service.fetch(`/v1/designs/greeting/poster?v=${v}`)).headers.get('cache-control');
  expect([await cacheControlOf(designs[0]?.version ?? ''), await cacheControlOf('other')]).toEqual([
    'private, max-age=31536000, immutable',
    'private, no-cache',
  ]);
  for (const [path, code] of [
    ['nobody/poster', 'design/not-found'],
    ['greeting/template?size=1:1', 'design/no-size'],
    ['greeting/preview?size=9:16', 'design/no-preview'],
    ['greeting/template?size=4:3', 'request/invalid'],
    ['..%2fgreeting/poster', 'request/invalid'],
  ] as const)
    expect(await (await service.fetch(`/v1/designs/${path}`)).json()).toMatchObject({ code });
});

test('a new project gets all files of its design', async () => {
  const project = await service.client.call('createProject', {
    parameters: { name: 'For Ada' },
    query: { design: 'greeting', size: '9:16', language: 'de' },
  });
  expect(project).toMatchObject({ name: 'For Ada', template: 'Gruß- eine Karte' });
  const { uid, template = '' } = project;
  expect(await assetsOf(uid)).toEqual(['BebasNeue-Regular.ttf', 'greeting-cake.svg', 'greeting-other.svg', 'warm.m4a']);
  const parameters = { region, project: uid, name: template };
  expect(await textOf(service.client.open('readTemplate', { parameters }))).toBe(
    greetingXml(180, 320)
      .replace('default="Ada"', 'default="Adele"')
      .replace(/(?<=<movie [^>]*)>/, ' language="de">'),
  );
  const { movies } = await service.client.call('listMovies', { parameters: { project: uid } });
  expect(movies.map(({ name, durationFrames }) => [name, durationFrames])).toEqual([[template, 45]]);
  const record = parseEditingRecord(
    await service.client.call('readEditing', { parameters: { project: uid, name: template } }),
  );
  expect(record.dataSets.map(({ name, values }) => [name, values['name']])).toEqual([
    ['Default', undefined],
    ['Longest', 'Wolfeschlegelsteinhausenbergerdorff'],
    ['Empty', ''],
  ]);
  // The hidden project of the design is not listed.
  const { projects } = await service.client.call('listProjects');
  expect(projects.map(({ name }) => name)).toEqual(['For Ada']);
});

test('using a design reuses equal files and renames files with other content', async () => {
  const project = await newProject('Taken');
  const put = (name: string, body: string) => service.putAsset(project, name, body);
  await put('greeting-cake.svg', cake('#123456'));
  await put('greeting-other.svg', cake('#00ff00'));
  await put('greeting-cake (2).svg', 'also taken');
  const use = (body: object) =>
    service.client.call('useDesign', { parameters: { design: 'greeting', region, project }, body });
  const used = await use({ size: 'all', name: 'Card' });
  expect(used).toEqual({
    movie: 'Card 16x9',
    templates: [
      { size: '16:9', name: 'Card 16x9' },
      { size: '9:16', name: 'Card 9x16' },
    ],
    assets: [
      { name: 'BebasNeue-Regular.ttf', as: 'BebasNeue-Regular.ttf' },
      { name: 'greeting-cake.svg', as: 'greeting-cake (3).svg' },
      { name: 'greeting-other.svg', as: 'greeting-other.svg' },
      { name: 'warm.m4a', as: 'warm.m4a' },
    ],
  });
  const parameters = { region, project, name: 'Card 9x16' };
  const text = await textOf(service.client.open('readTemplate', { parameters }));
  expect(text).toBe(greetingXml(180, 320).replace('greeting-cake.svg', 'greeting-cake (3).svg'));
  const cakeText = service.client.open('readAsset', { parameters: { project, name: 'greeting-cake (3).svg' } });
  expect(await textOf(cakeText)).toBe(cake('#ffffff'));
  // The first use has already taken this name.
  expect(await use({ name: 'Card 16x9' })).toMatchObject({ movie: 'Card 16x9 (2)' });
  expect(await service.client.call('listMissing')).toEqual({ projects: [] });
});

test('a failed use changes nothing', async () => {
  const before = (await service.client.call('listProjects')).projects.length;
  for (const [query, code] of [
    ['design=nobody', 'design/not-found'],
    ['design=greeting&size=1:1', 'design/no-size'],
  ])
    expect(await (await service.fetch(`/v1/project/x?${query}`, { method: 'POST' })).json()).toMatchObject({ code });
  expect(await (await service.fetch('/v1/project/a:b?design=greeting', { method: 'POST' })).json()).toMatchObject({
    code: 'project/invalid-name',
  });
  expect((await service.client.call('listProjects')).projects).toHaveLength(before);
});

test('the bundle of a design can be imported as a project', async () => {
  const answer = await service.client.open('readDesign', { parameters: { design: 'greeting' } });
  const body = new Uint8Array(await answer.arrayBuffer());
  const entries = await entriesOf(body);
  expect([...entries.keys()]).toEqual([
    'manifest.json',
    ...['templates/16x9.xml', 'templates/9x16.xml', 'editing/16x9.json', 'editing/9x16.json'],
    ...['movies/16x9.xml', 'movies/9x16.xml'],
    ...['BebasNeue-Regular.ttf', 'greeting-cake.svg', 'greeting-other.svg', 'warm.m4a'].map((name) => `assets/${name}`),
  ]);
  const project = await service.client.call('createFromBundle', { query: {}, body });
  expect(project).toMatchObject({ name: 'Greeting- a card', counts: { assets: 4, movies: 2, templates: 2 } });
});

test('a new program version replaces the copy of its design', async () => {
  await using own = await temporaryFolder();
  await writeDesignsFolder(own.path);
  await using first = await openService({ designs: own.path });
  await first.client.call('createProject', { parameters: { name: 'old' }, query: { design: 'greeting' } });
  await first.close();
  await writeFile(join(own.path, 'greeting', 'greeting-cake.svg'), cake('#0000ff'));
  await rm(join(own.path, 'greeting', 'poster-16x9.jpg'));
  await using second = await openService({ designs: own.path, workspace: first.workspace });
  const { uid } = await second.client.call('createProject', {
    parameters: { name: 'new' },
    query: { design: 'greeting' },
  });
  const parameters = { project: uid, name: 'greeting-cake.svg' };
  expect(await textOf(second.client.open('readAsset', { parameters }))).toBe(cake('#0000ff'));
  const { projects } = await second.client.call('listProjects');
  expect(projects.map(({ name, counts }) => [name, counts.assets])).toEqual([
    ['new', 4],
    ['old', 4],
  ]);
});

test('an unreadable design does not hide the other designs', async () => {
  await using own = await temporaryFolder();
  await writeDesignsFolder(own.path);
  await mkdir(join(own.path, 'broken'));
  await writeFile(join(own.path, 'broken', 'design.json'), '{}');
  await using other = await openService({ designs: own.path });
  const { designs } = await other.client.call('listDesigns', { query: {} });
  expect(designs.map(({ name }) => name)).toEqual(['greeting']);
  expect(other.lines.some((line) => line.includes('the design broken cannot be read'))).toBe(true);
});
