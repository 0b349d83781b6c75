import { expect, it } from 'vitest';
import { createFilmProject } from '#service/renders/testing/film-service.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';

const FILM = `<movie width="64" height="64" framerate="10">
  <resources><variable name="name" type="text" maxlength="5"/></resources>
  <scene duration="5"><video src="clip.mp4"/></scene>
  <scene duration="\${length, 5}"><solid color="\${color, #0000ff}"/><text content="\${name, you}" size="12"/></scene>
</movie>`;
const ACCEPT_JSON = { headers: { accept: 'application/json' } };

async function createProject(service: TestService): Promise<string> {
  const project = await createFilmProject(service);
  await service.client.call('createMovie', { parameters: { project, movie: 'film' }, query: {}, body: FILM });
  return project;
}

async function linkTo(service: TestService, body: object): Promise<string> {
  const { path } = await service.client.call('createLink', { query: {}, body: { movie: 'film', ...body } as never });
  return `${service.url}${path}`;
}

/** Requests a link until its film is ready. Returns the film. */
async function filmOf(url: string): Promise<Response> {
  await waitUntil(async () => (await fetch(url, { method: 'HEAD' })).status !== 202, 60);
  return await fetch(url);
}

it('a signed link returns a poster and then the film', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, { project, values: { name: 'Ada' } });
  const state = await fetch(url, ACCEPT_JSON);
  expect([state.status, Number(state.headers.get('retry-after')) > 0]).toEqual([202, true]);
  const { total, poster } = (await state.json()) as { readonly total: number; readonly poster: string };
  expect(total).toBe(10);
  const { renders } = await service.client.call('listRenders', { parameters: { project }, query: {} });
  expect(renders.map(({ origin, name, template }) => [origin, name, template])).toEqual([['link', 'film.mp4', 'film']]);
  const picture = await fetch(new URL(poster, url));
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);

  const film = await filmOf(url);
  const bytes = new Uint8Array(await film.arrayBuffer());
  expect(Object.fromEntries(film.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(bytes.length),
    'content-disposition': 'inline; filename="film.mp4"',
    'cache-control': 'public, max-age=60, must-revalidate',
  });
  const etag = film.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
  expect([part.status, new TextDecoder().decode(await part.arrayBuffer())]).toEqual([206, 'ftyp']);
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  // The record of the render was deleted, because the film is now stored for the link.
  expect(await service.client.call('listRenders', { parameters: { project }, query: {} })).toMatchObject({
    renders: [],
  });
  const { areas } = await service.client.call('readStorage', {});
  expect(areas.find(({ name }) => name === 'links')).toMatchObject({ files: 1, bytes: bytes.length, canEmpty: true });

  await service.client.call('emptyCache', { parameters: { area: 'links' } });
  // Without a preference for JSON, the answer waits for a picture, and the film can be ready first.
  expect((await fetch(url, ACCEPT_JSON)).status).toBe(202);
  expect((await filmOf(url)).headers.get('etag')).toBe(etag);
});

full.test('a request without a preference for JSON gets a JPEG', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, { project, format: 'gif', values: { length: 300 } });
  const shown = await fetch(url);
  // On a fast machine, the film may be finished before its picture.
  const types = { 200: 'image/gif', 202: 'image/jpeg' } as Record<number, string>;
  expect(shown.headers.get('content-type')).toBe(types[shown.status]);
  expect((await filmOf(url)).headers.get('content-type')).toBe('image/gif');
});

it('a picture is an exact frame, by number or time', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const body = new URLSearchParams({ movie: 'film', frame: '7' });
  const exact = await service.fetch(`/v1/frame/local/${project}`, { method: 'POST', body });
  const bytes = Buffer.from(await exact.arrayBuffer());
  for (const frame of [7, '0.7s']) {
    const picture = await fetch(await linkTo(service, { project, format: 'png', frame }));
    expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
  }
  const small = await service.fetch(`/v1/render/${project}/film.jpg?frame=0&width=32`);
  expect([small.status, small.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  expect((await service.fetch(`/v1/render/${project}/film.jpg?frame=10`)).status).toBe(422);
});

it('a WebP is the animated film, or a single frame', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const film = Buffer.from(await (await filmOf(await linkTo(service, { project, format: 'webp' }))).arrayBuffer());
  const still = await fetch(await linkTo(service, { project, format: 'webp', frame: 7, width: 32 }));
  const picture = Buffer.from(await still.arrayBuffer());
  expect([film.includes('ANMF'), picture.includes('ANMF')]).toEqual([true, false]);
  expect([picture.toString('latin1', 8, 12), still.headers.get('content-type')]).toEqual(['WEBP', 'image/webp']);
  const avif = await fetch(await linkTo(service, { project, format: 'avif' }));
  expect([avif.status, avif.headers.get('content-type')]).toEqual([200, 'image/avif']);
  expect(Buffer.from(await avif.arrayBuffer()).toString('latin1', 4, 12)).toBe('ftypavif');
  const poster = await service.fetch(`/v1/poster/${project}/film?format=webp`);
  expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

it('a linked film is at most as large as film.maxbytes', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const values = { length: '50' };
  const film = await filmOf(await linkTo(service, { project, values }));
  const bytes = (await film.arrayBuffer()).byteLength;
  const limited = { ...values, 'film.maxbytes': String(bytes - 500) };
  const smaller = await filmOf(await linkTo(service, { project, values: limited }));
  expect((await smaller.arrayBuffer()).byteLength).toBeLessThanOrEqual(bytes - 500);
  const refused = service.client.call('createLink', {
    query: {},
    body: { movie: 'film', project, format: 'gif', values: limited } as never,
  });
  await expect(refused).rejects.toMatchObject({ problem: { code: 'render/invalid' } });
});

full.test('a film continues after a restart of the service', async () => {
  await using folder = await temporaryFolder();
  const first = await openService({ workspace: folder.path });
  const project = await createProject(first);
  const path = new URL(await linkTo(first, { project, values: { length: '600' } }));
  expect((await fetch(path, ACCEPT_JSON)).status).toBe(202);
  await first.close();
  await using second = await openService({ workspace: folder.path });
  const film = await filmOf(`${second.url}${path.pathname}${path.search}`);
  expect(film.status).toBe(200);
});

it('a link takes lists and objects as values', async () => {
  await using service = await openService();
  const project = await createFilmProject(service);
  const scene = '<scene each="${list}" duration="5"><text content="${item.n} ${customer.name}"/></scene>';
  const body = `<movie width="64" height="36" framerate="10">${scene}</movie>`;
  await service.client.call('createMovie', { parameters: { project, movie: 'film' }, query: {}, body });
  const values = { list: [{ n: 'A', price: 1e-7 }], customer: { name: 'Ada' } };
  const url = new URL(await linkTo(service, { project, values }));
  expect(url.searchParams.get('list')).toBe('[{"n":"A","price":1e-7}]');
  expect(url.searchParams.get('customer.name')).toBe('Ada');
});

it('a link with a wrong value, name, or secret is refused', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const post = (body: object) =>
    service.fetch('/v1/links', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refused = async (body: object) => {
    const answer = await post({ project, movie: 'film', ...body });
    return [answer.status, ((await answer.json()) as { readonly code: string }).code];
  };
  expect(await refused({ values: { nmae: 'Ada' } })).toEqual([400, 'link/invalid']);
  expect(await refused({ vary: ['nmae'] })).toEqual([400, 'link/invalid']);
  expect(await refused({ values: { name: 'longer than five' } })).toEqual([422, 'render/invalid']);
  expect(await refused({ movie: 'other' })).toEqual([404, 'movie/not-found']);
  expect(await refused({ project: 'other' })).toEqual([404, 'project/not-found']);
  expect(await refused({ format: 'exe' })).toEqual([400, 'request/invalid']);

  // A free value must satisfy the template's declaration.
  const free = await linkTo(service, { project, values: { name: 'Ada' }, vary: ['name'] });
  expect((await fetch(free.replace('name=Ada&', `name=${'x'.repeat(6)}&`))).status).toBe(422);
  expect((await fetch(free.replace('name=Ada&', 'name=Bob&'), ACCEPT_JSON)).status).toBe(202);
  const url = new URL(await linkTo(service, { project }));
  await service.close();
  await using renewed = await openService({
    workspace: service.workspace,
    credentials: { key: 'key-of-tests', secret: 'another-secret' },
  });
  expect((await fetch(`${renewed.url}${url.pathname}${url.search}`)).status).toBe(403);
});

full.test('a changed brand makes another film of the same link', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const body =
    '<movie width="64" height="64" framerate="10"><scene duration="2"><solid color="${brand_accent, #0000ff}"/></scene></movie>';
  await service.client.call('createMovie', { parameters: { project, movie: 'branded' }, query: {}, body });
  const url = await linkTo(service, { project, movie: 'branded' });
  const before = (await filmOf(url)).headers.get('etag');
  const colours = [{ name: 'Petal', value: '#d8342b', role: 'accent' as const }];
  await service.client.call('saveBrand', { parameters: { project }, body: { colours } });
  expect((await fetch(url, ACCEPT_JSON)).status).toBe(202);
  expect((await filmOf(url)).headers.get('etag')).not.toBe(before);
});
