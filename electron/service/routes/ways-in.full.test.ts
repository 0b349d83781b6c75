import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createRichProject,
  RICH_ASSETS,
  RICH_FILM,
  RICH_FRAMES,
  RICH_SIZE,
} from '#service/renders/testing/rich-project.ts';
import { ffmpeg } from '#service/testing/make-media.ts';
import { readRgbFrames } from '#service/testing/measure-film.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { writeJson } from '#shared/template-json/json.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { full } from '#shared/testing/full.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let there: TestService;
let here: TestService;
let project: string;
/** The digest of the film, rendered in its original project. */
let right: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  there = await openService({ credentials: { key: 'studio-key', secret: 'studio-secret' } });
  const { key, secret } = there.credentials;
  const studio = { kind: 'service', url: there.url, apiKey: key, apiSecret: secret } as const;
  here = await openService({ clusters: new Map([['studio', studio]]) });
  project = await createRichProject(here);
  right = (await rendered(here, project)).sha256;
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

type Form = Readonly<Record<string, string>>;

async function rendered(service: TestService, of: string, form: Form = { movie: 'Rich' }) {
  const film = await service.client.call('startRender', {
    parameters: { region: 'local', project: of },
    query: {},
    body: form,
  });
  if (film.state !== 'succeeded') throw new Error('it was rendered at once');
  expect({ frames: film.frames, issues: film.issues }).toEqual({ frames: RICH_FRAMES, issues: [] });
  return film;
}

describe('a film with all kinds of layers', () => {
  test('has the same bytes from its template', async () => {
    expect((await rendered(here, project, { template: RICH_FILM })).sha256).toBe(right);
    const variables = JSON.stringify({ name: 'Ada' });
    expect((await rendered(here, project, { movie: 'Rich', variables })).sha256).not.toBe(right);
  });

  test('has the same bytes from JSON', async () => {
    const { document } = required(readTemplate(RICH_FILM).source, 'it can be read');
    const parameters = { project, movie: 'Spelled' };
    const body = JSON.stringify(writeJson(document));
    await here.client.call('createMovie', {
      parameters,
      query: {},
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect((await rendered(here, project, { movie: 'Spelled' })).sha256).toBe(right);
  });

  full.test('has the same bytes from a bundle in another workspace', async () => {
    const bundle = await here.client.open('readBundle', { parameters: { project } });
    const body = new Uint8Array(await bundle.arrayBuffer());
    const { uid } = await there.client.call('createFromBundle', { query: {}, body });
    const assets = await there.listAssets(uid);
    expect(assets.map(({ name }) => name).toSorted()).toEqual(RICH_ASSETS);
    expect((await rendered(there, uid)).sha256).toBe(right);
  });

  test('has the same bytes from a copy of the project', async () => {
    const { uid } = await here.client.call('duplicateProject', {
      parameters: { project },
      query: {},
      body: { name: 'Copy' },
    });
    expect((await rendered(here, uid)).sha256).toBe(right);
  });

  test('has the same bytes from its publication', async () => {
    const copy = await here.client.call('duplicateProject', {
      parameters: { project },
      query: {},
      body: { name: 'Published' },
    });
    const published = async (cluster: string) => {
      const publication = await here.client.call('publishProject', {
        parameters: { project: copy.uid, cluster },
        query: {},
      });
      return publication['Published-UID'];
    };
    const [local, remote] = [await published('local'), await published('studio')];
    for (const name of RICH_ASSETS)
      await here.client.call('deleteAsset', { parameters: { project: copy.uid, name }, query: {} });
    expect((await rendered(here, copy.uid, { movie: 'Rich', published: local })).sha256).toBe(right);
    const { projects } = await there.client.call('listProjects', { query: {} });
    const sent = required(
      projects.find(({ name }) => name.startsWith('Published')),
      'it is there',
    );
    expect((await rendered(there, sent.uid, { movie: 'Rich', published: remote })).sha256).toBe(right);
  });

  test('has the same bytes after a file is renamed', async () => {
    const { uid } = await here.client.call('duplicateProject', {
      parameters: { project },
      query: {},
      body: { name: 'Renamed' },
    });
    const template = RICH_FILM.replace('logo.png', 'other.png').replace('brand.ttf', 'other.ttf');
    for (const [name, newName] of [
      ['logo.png', 'other.png'],
      ['brand.ttf', 'other.ttf'],
    ] as const)
      await here.client.call('renameAsset', { parameters: { project: uid, name }, query: {}, body: { name: newName } });
    expect((await rendered(here, uid, { template })).sha256).toBe(right);
  });
});

full.test('a single frame equals the film', async () => {
  const film = join(folder.path, 'film.mp4');
  const { url } = await rendered(here, project, { movie: 'Rich', quality: 'high' });
  await writeFile(film, new Uint8Array(await (await here.fetch(new URL(url, here.url).pathname)).arrayBuffer()));
  const frames = await readRgbFrames(film, RICH_SIZE.width, RICH_SIZE.height);
  for (const frame of [5, 12, 18, 24]) {
    const answer = await here.fetch(`/v1/frame/local/${project}`, {
      method: 'POST',
      body: new URLSearchParams({ movie: 'Rich', frame: String(frame) }),
    });
    expect(answer.status).toBe(200);
    const picture = join(folder.path, 'frame.png');
    await writeFile(picture, new Uint8Array(await answer.arrayBuffer()));
    const single = await ffmpeg('-i', picture, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-');
    const filmed = required(frames[frame], 'a frame of the film');
    expect(single.length).toBe(RICH_SIZE.width * RICH_SIZE.height * 3);
    const difference = single.reduce((sum, value, at) => sum + Math.abs(value - (filmed[at] ?? 0)), 0) / single.length;
    expect({ frame, isTheSame: difference < 3 }).toEqual({ frame, isTheSame: true });
  }
});

test('the uses of a variable determine its type', async () => {
  const { variables } = await here.client.call('listVariables', { parameters: { project, movie: 'Rich' } });
  expect(variables.map(({ name, type, defaultvalue, choices }) => [name, type, defaultvalue, choices])).toEqual([
    ['name', 'text', 'שלום', undefined],
    ['ink', 'color', '#ffcc00', undefined],
    ['wait', 'time', '2', undefined],
    ['strength', 'number', '0.8', undefined],
    ['plan', 'text', 'gold', ['gold']],
  ]);
});
