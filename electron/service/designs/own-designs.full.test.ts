import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed, type ZipEntry, zipBytes } from '#service/bundles/testing/zip-bytes.ts';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { ffmpeg, ffprobe } from '#service/testing/make-media.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { testTools } from '#service/testing/render-film.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { full } from '#shared/testing/full.ts';
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
const design = (name: string) => ({ design: name });
const codeOf = async (call: Promise<unknown>): Promise<unknown> => {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof ProblemError ? failure.problem.code : failure;
};
const bundleOf = async (name: string) =>
  new Uint8Array(await (await service.client.open('readDesign', { parameters: design(name) })).arrayBuffer());

const WIDTH = 180;
const HEIGHT = 320;

/** Returns the type and the size of a picture, and the color of its upper-left corner. */
async function looked(
  path: string,
): Promise<{ readonly type: string | null; readonly size: string; readonly corner: readonly number[] }> {
  const answer = await service.fetch(path);
  if (answer.status !== 200) throw new Error(await answer.text());
  const file = join(folder.path, 'looked.jpg');
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  const pixels = await ffmpeg('-i', file, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-');
  expect(pixels.length % (WIDTH * HEIGHT * 3)).toBe(0);
  return { type: answer.headers.get('content-type'), size: `${pixels.length / 3}`, corner: cornerOf(pixels) };
}

/** Returns the mean color of a square at the upper left. */
function cornerOf(pixels: Buffer): readonly number[] {
  const side = 8;
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = 0; at < side * side; at++)
      sum += pixels[(Math.floor(at / side) * WIDTH + (at % side)) * 3 + channel] ?? 0;
    return Math.round(sum / side ** 2);
  });
}

full.test('a poster is cached for valid values', async () => {
  const path = '/v1/designs/greeting/poster?size=9:16';
  // The poster shows the first scene, whose background has the accent color.
  const usual = await looked(path);
  expect(usual).toMatchObject({ type: 'image/jpeg', size: `${180 * 320}` });
  const [red = 0, green = 0, blue = 0] = usual.corner;
  expect(red > 230 && green > 110 && green < 160 && blue < 40).toBe(true);
  const blueOnes = encodeURIComponent(JSON.stringify({ accent: '#0000ff', picture: 'greeting-other.svg' }));
  const [r = 0, , b = 0] = (await looked(`${path}&values=${blueOnes}`)).corner;
  expect(r < 40 && b > 200).toBe(true);
  const etag = (await service.fetch(path)).headers.get('etag') ?? '';
  expect((await service.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const [values, status] of [
    ['{', 422],
    ['[]', 422],
    ['{"accent": "no colour"}', 422],
    ['{"picture": "nothing.png"}', 422],
    [`{"name": "${'x'.repeat(9000)}"}`, 400],
  ] as const)
    expect([values.slice(0, 30), (await service.fetch(`${path}&values=${encodeURIComponent(values)}`)).status]).toEqual(
      [values.slice(0, 30), status],
    );
});

test("a design from a project's templates can be exported and imported", async () => {
  const { client } = service;
  const { uid: project } = await client.call('createProject', {
    parameters: { name: 'Ours' },
    query: { design: 'greeting', size: 'all' },
  });
  await service.putAsset(project, 'not-needed.txt', 'x');
  const templates = (await client.call('listTemplates', { parameters: { project } })).templates.map(({ name }) => name);
  const body = { templates, title: 'Our card: blue?', category: 'shops', posterFrame: 30 } as const;
  const parameters = { design: 'our-card', region, project };
  const saved = await client.call('saveDesign', { parameters, body });
  expect(saved).toMatchObject({
    ...{ name: 'our-card', title: 'Our card: blue?', description: 'Our card: blue?', category: 'shops', own: true },
    dataSets: ['Default', 'Longest', 'Empty'],
    sizes: [
      { size: '16:9', posterFrame: 30 },
      { size: '9:16', posterFrame: 30 },
    ],
  });
  await client.call('deleteProject', { parameters: { project } });
  expect((await looked('/v1/designs/our-card/poster?size=9:16')).type).toBe('image/jpeg');
  // The first request for the preview film starts its rendering.
  const small = () => service.fetch('/v1/designs/our-card/preview?size=9:16');
  expect(await (await small()).json()).toMatchObject({ status: 404, code: 'design/no-preview' });
  await waitUntil(async () => (await small()).status === 200);
  const film = join(folder.path, 'small.mp4');
  await writeFile(film, new Uint8Array(await (await small()).arrayBuffer()));
  expect(await ffprobe(film, '-show_entries', 'stream=codec_name,width,height,r_frame_rate,nb_frames')).toMatchObject({
    streams: [{ codec_name: 'h264', width: 216, height: 384, r_frame_rate: '15/1', nb_frames: '27' }],
  });

  const bundle = await bundleOf('our-card');
  expect(await codeOf(client.call('createDesign', { parameters: design('our-card'), body: bundle }))).toBe(
    'design/exists',
  );
  expect(await codeOf(client.call('createDesign', { parameters: design('greeting'), body: bundle }))).toBe(
    'design/shipped',
  );
  expect(await codeOf(client.call('createDesign', { parameters: design('Our Card'), body: bundle }))).toBe(
    'design/invalid-name',
  );
  const replaced = await client.call('createDesign', {
    parameters: design('our-card'),
    query: { replace: 'true' },
    body: bundle,
  });
  expect(replaced).toEqual(saved);

  await using elsewhere = await openService({ designs: null });
  const there = await elsewhere.client.call('createDesign', { parameters: design('card'), body: bundle });
  expect(there).toEqual({ ...saved, name: 'card' });
  await elsewhere.close();
  await using restarted = await openService({ designs: null, workspace: elsewhere.workspace });
  expect((await restarted.client.call('listDesigns', { query: {} })).designs).toEqual([there]);
  expect((await restarted.client.call('listProjects')).projects).toEqual([]);
  const { uid } = await restarted.client.call('createProject', {
    parameters: { name: 'Again' },
    query: { design: 'card', size: '9:16' },
  });
  const answer = restarted.client.open('readTemplate', {
    parameters: { region, project: uid, name: 'Our card- blue-' },
  });
  expect(await (await answer).text()).toBe(greetingXml(180, 320));

  await client.call('deleteDesign', { parameters: design('our-card') });
  expect(await codeOf(client.call('deleteDesign', { parameters: design('our-card') }))).toBe('design/not-found');
  expect(await codeOf(client.call('deleteDesign', { parameters: design('greeting') }))).toBe('design/shipped');
  const { designs } = await client.call('listDesigns', { query: {} });
  expect(designs.map(({ name }) => name)).toEqual(['greeting']);
});

const described = {
  title: { en: 'Card' },
  description: { en: 'A card.' },
  category: 'people',
  sizes: { '16:9': { template: '16x9.xml', posterFrame: 0 } },
};
const plain = (width: number, height: number, inside = '<solid color="#ff0000"/>') =>
  `<movie width="${width}" height="${height}" framerate="25"><scene duration="10">${inside}</scene></movie>`;

/** Returns a bundle with one template, and optionally with a file. */
function bundle(description: unknown, xml: string, picture?: string): Uint8Array<ArrayBuffer> {
  const entries: ZipEntry[] = [{ name: 'templates/16x9.xml', bytes: xml }];
  if (picture !== undefined) entries.push({ name: 'assets/card.svg', bytes: picture });
  const assets = picture === undefined ? [] : [{ ...listed('card.svg', picture), contentType: 'image/svg+xml' }];
  const manifest = {
    ...{ format: 'scenewright-bundle', schema: 1, generator: 'a test', exportedAt: '2026-01-01T00:00:00.000Z' },
    ...{ project: { name: 'Card' }, templates: [listed('16x9', xml)], editing: [], movies: [], assets },
    ...(description !== undefined && { design: description }),
  };
  return new Uint8Array(zipBytes([{ name: 'manifest.json', bytes: JSON.stringify(manifest) }, ...entries]));
}

const sound = plain(320, 180);
const refusals: Readonly<Record<string, readonly [Uint8Array<ArrayBuffer>, code: string, reason?: string]>> = {
  'no bundle': [new Uint8Array(Buffer.from('nothing')), 'bundle/unreadable'],
  'a bundle of a project': [bundle(undefined, sound), 'design/invalid', 'design/no-description'],
  'a description that is none': [bundle([], sound), 'design/invalid', 'design/wrong-place'],
  'a category that there is not': [
    bundle({ ...described, category: 'x' }, sound),
    'design/invalid',
    'design/wrong-place',
  ],
  'a template by a path': [
    bundle({ ...described, sizes: { '16:9': { template: '../16x9.xml', posterFrame: 0 } } }, sound),
    'design/invalid',
    'design/wrong-place',
  ],
  'a template that is missing': [
    bundle({ ...described, sizes: { '16:9': { template: 'wide.xml', posterFrame: 0 } } }, sound),
    'design/invalid',
    'design/no-template',
  ],
  'frames of another shape': [bundle(described, plain(180, 320)), 'design/invalid', 'design/other-shape'],
  'a frame behind the end': [
    bundle({ ...described, sizes: { '16:9': { template: '16x9.xml', posterFrame: 10 } } }, sound),
    'design/invalid',
    'design/frame-behind-end',
  ],
  'a file that is missing': [
    bundle(described, plain(320, 180, '<image src="card.svg"/>')),
    'design/invalid',
    'design/lacks-files',
  ],
  'a variable without a default': [
    bundle(described, plain(320, 180, '<text content="${name}"/>')),
    'design/invalid',
    'design/no-film',
  ],
  'a template with errors': [bundle(described, plain(320, 180, '<image/>')), 'bundle/content'],
  'a picture that cannot be drawn': [
    bundle(described, plain(320, 180, '<image src="card.svg"/>'), '<svg'),
    'render/invalid',
  ],
};

test.for(Object.entries(refusals))('a design with %s is refused, and nothing is stored', async ([, given]) => {
  const [body, code, reason] = given;
  const answer = await service.fetch('/v1/designs/card', { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ status: 422, code, ...(reason !== undefined && { reason }) });
  const { designs } = await service.client.call('listDesigns', { query: {} });
  expect(designs.map(({ name }) => name)).toEqual(['greeting']);
  expect((await service.client.call('listProjects')).projects).toEqual([]);
});

test('a valid bundle with a picture is accepted', async () => {
  const body = bundle(described, plain(320, 180, '<image src="card.svg"/>'), cake('#00ff00'));
  const parameters = design('card');
  expect(await service.client.call('createDesign', { parameters, body })).toMatchObject({ name: 'card', own: true });
  await service.client.call('deleteDesign', { parameters });
});

full.test("a poster applies a project's brand and given values", async () => {
  const { client } = service;
  const inBrand =
    '<resources><variable name="brand_accent" type="color" default="#ff0000"/><variable name="brand_logo" type="image" default=""/></resources>' +
    '<scene duration="10"><solid color="${brand_accent}"/>' +
    '<image src="${brand_logo}" condition="${brand_logo}" width="40" height="30"/></scene>';
  const xml = `<movie width="320" height="180" framerate="25">${inBrand}</movie>`;
  const parameters = design('card');
  await client.call('createDesign', { parameters, body: bundle(described, xml) });
  const project = await service.createProject('Branded');
  await service.putAsset(project, 'logo.svg', cake('#00ff00'));
  const logos = [{ name: 'Logo', asset: 'logo.svg' }];
  const colours = [{ name: 'Sea', role: 'accent', value: '#0000ff' }] as const;
  await client.call('saveBrand', { parameters: { project }, body: { colours: [...colours], logos } });
  const path = '/v1/designs/card/poster';
  const looksOf = async (query: string) => {
    const file = join(folder.path, 'branded.jpg');
    await writeFile(file, new Uint8Array(await (await service.fetch(`${path}?${query}`)).arrayBuffer()));
    const pixels = await ffmpeg('-i', file, '-vf', 'scale=32:18', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-');
    const at = (place: number) => ['red', 'green', 'blue'][indexOfMost(pixels.subarray(3 * place, 3 * place + 3))];
    return { middle: at(9 * 32 + 16), last: at(17 * 32 + 31) };
  };
  expect(await looksOf('')).toEqual({ middle: 'red', last: 'red' });
  expect(await looksOf(`project=${project}`)).toEqual({ middle: 'green', last: 'blue' });
  const given = encodeURIComponent(JSON.stringify({ brand_accent: '#ff0000' }));
  expect((await looksOf(`project=${project}&values=${given}`)).last).toBe('red');
  expect(await (await service.fetch(`${path}?project=nobody`)).json()).toMatchObject({ code: 'project/not-found' });
  await client.call('deleteDesign', { parameters });
  await client.call('deleteProject', { parameters: { project } });
});

function indexOfMost(values: Uint8Array): number {
  return values.indexOf(Math.max(...values));
}

full.test('a kill while a design is checked leaves nothing behind', { tags: ['promise:P2'] }, async () => {
  await using own = await temporaryFolder();
  const workspace = join(own.path, 'workspace');
  const { ffmpeg: program } = await testTools();
  // The rendering of the poster starts and never finishes.
  const reached = join(own.path, 'reached');
  const stuck = `case "$*" in *mjpeg*) touch ${reached}; sleep 100 ;; esac\nexec ${program} "$@"`;
  const body = bundle(described, sound);
  const parameters = design('card');
  {
    const environment = { SCENEWRIGHT_FFMPEG: await fakeTool(own.path, 'stuck', stuck) };
    await using killed = await startServiceProcess(workspace, { environment });
    const sending = killed.client.call('createDesign', { parameters, body }).catch(() => null);
    await waitUntil(() => existsSync(reached));
    expect((await killed.client.call('listDesigns', { query: {} })).designs.some(({ own }) => own)).toBe(false);
    await killed.kill();
    await sending;
  }
  await using again = await startServiceProcess(workspace);
  expect((await again.client.call('listDesigns', { query: {} })).designs.some(({ own }) => own)).toBe(false);
  expect((await again.client.call('listProjects')).projects).toEqual([]);
  expect(await again.client.call('createDesign', { parameters, body })).toMatchObject({ name: 'card', own: true });
});
