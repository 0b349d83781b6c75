import { expect, it } from 'vitest';
import { createLinkSigner } from '#service/links/sign-link.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { linkPath, linkQuery } from '#shared/contract/shapes/film-link.ts';
import { openServer, testCredentials } from './testing/open-server.ts';
import { type RawAnswer, rawConnection, rawRequest, requestHead } from './testing/raw-request.ts';

const handlers = {
  readLinkedFilm: () => ({ status: 304 as const, etag: '"film"' }),
  listProjects: () => ({ status: 200, json: { Projects: [], projects: [] } }),
} as const;
const signer = createLinkSigner(testCredentials.secret);

/** Signs a link with the key of the service. */
function signed(parameters: Readonly<Record<string, string>>): string {
  const path = linkPath('p', 'a film.mp4');
  const pairs = Object.entries(parameters);
  const query = linkQuery(pairs);
  return `${path}?${query === '' ? '' : `${query}&`}sig=${signer.sign(path, pairs)}`;
}

const soon = () => String(Math.floor(Date.now() / 1000) + 60);

it('a signature is valid for every spelling of the address', async () => {
  await using server = await openServer(handlers);
  const link = signed({ name: 'Ada L*', expires: soon() });
  const spellings = [
    link,
    link.replaceAll('%20', '+').replace('/a+film', '/a%20film').replace('%2A', '*'),
    link.replace('name=', '%6eame='),
    link.replace('/v1/render/p/', '/v1/render/%70/'),
    `${link}=`,
  ];
  for (const spelling of spellings) expect((await fetch(`${server.url}${spelling}`)).status).toBe(304);
  expect((await fetch(`${server.url}${link}`, { method: 'HEAD' })).status).toBe(304);
});

it('a link with a changed, missing, or added parameter is refused', { tags: ['promise:P14'] }, async () => {
  const link = signed({ name: 'Ada', city: 'Ulm', vary: 'name', expires: soon() });
  const changed = [
    link.replace('Ulm', 'Bonn'),
    link.replace('city=Ulm&', ''),
    link.replace('/p/', '/q/'),
    link.replace('.mp4', '.gif'),
    link.replace('vary=name', 'vary=name%2Ccity'),
    link.replace('vary=name&', ''),
    link.replace(/expires=\d+/, 'expires=99999999999'),
    link.replace(/expires=\d+&/, ''),
    `${link}&more=1`,
    `${link}&sig=x`,
    link.replace(/sig=.*/, 'sig='),
    link.replace(/sig=./, (start) => (start === 'sig=A' ? 'sig=B' : 'sig=A')),
    link.replace('/v1/render/p/a%20film.mp4', '/v1/list/project'),
  ];
  for (const address of changed) {
    await using server = await openServer(handlers);
    const answer = await fetch(`${server.url}${address}`);
    expect([address, answer.status]).toEqual([address, address.startsWith('/v1/list') ? 401 : 403]);
    // An invalid link in a picture must not make a browser ask for a password.
    if (answer.status === 403) expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  await using server = await openServer(handlers);
  for (const free of [link, link.replace('name=Ada', 'name=Bob'), link.replace('name=Ada&', '')])
    expect((await fetch(`${server.url}${free}`)).status).toBe(304);
});

it('the signature of a stream opens only its playlists and segments', { tags: ['promise:P14'] }, async () => {
  const stream = () => ({ status: 304 as const, etag: '"part"' });
  await using server = await openServer({ ...handlers, readFilmStream: stream });
  const path = linkPath('p', 'a film.m3u8');
  const query = linkQuery([['name', 'Ada']]);
  const sig = signer.sign(path, [['name', 'Ada']]);
  const status = async (address: string) => (await fetch(`${server.url}${address}`)).status;
  expect(await status(`${path}/picture.m3u8?${query}&sig=${sig}`)).toBe(304);
  expect(await status(`${path}/picture.m3u8?name=Eve&sig=${sig}`)).toBe(403);
  expect(await status(`${path}/picture.m3u8?${query}`)).toBe(401);
  expect(await status(`${linkPath('p', 'other.m3u8')}/picture.m3u8?${query}&sig=${sig}`)).toBe(403);
  // The signature of an MP4 film does not open such addresses.
  const film = linkPath('p', 'a film.mp4');
  const other = signer.sign(film, [['name', 'Ada']]);
  expect(await status(`${film}/picture.m3u8?${query}&sig=${other}`)).toBe(403);
});

it('an expired link is reported only for a genuine signature', async () => {
  await using server = await openServer(handlers);
  const over = signed({ expires: '1000000000' });
  const answer = await fetch(`${server.url}${over}`);
  expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'link/expired' }]);
  expect((await fetch(`${server.url}${over.replace('1000000000', '1000000001')}`)).status).toBe(403);
});

it('an unsigned link needs credentials', async () => {
  await using server = await openServer(handlers);
  expect((await fetch(`${server.url}/v1/render/p/film.mp4?name=Ada`)).status).toBe(401);
  expect((await server.fetch('/v1/render/p/film.mp4?name=Ada')).status).toBe(304);
  // Even with credentials, an invalid signature is refused, so a user sees the same answer as the recipients of the
  // link.
  expect((await server.fetch('/v1/render/p/film.mp4?name=Ada&sig=x')).status).toBe(403);
  expect((await server.fetch('/v1/render/p/film.mp4?name=%ff')).status).toBe(400);
  expect((await fetch(`${server.url}/v1/render/p/film.mp4?name=%ff`)).status).toBe(401);
});

it('pages from any origin can embed only links', async () => {
  await using server = await openServer(handlers);
  const headers = ['Authorization:', 'Origin: https://page.example', 'Sec-Fetch-Site: cross-site'];
  const answer = await rawRequest(server.port, [`GET ${signed({})} HTTP/1.1`, ...headers]);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const other = await rawRequest(server.port, ['GET /v1/render/p/film.mp4 HTTP/1.1', ...headers.slice(1)]);
  expect(other.status).toBe(403);
  const elsewhere = await rawRequest(server.port, [`GET ${signed({})} HTTP/1.1`, 'Host: evil.example']);
  expect(elsewhere.status).toBe(421);
});

it('wrong signatures are delayed and then refused', async () => {
  await using server = await openServer(handlers);
  const guess = () => rawRequest(server.port, ['GET /v1/render/p/film.mp4?sig=guess HTTP/1.1', 'Authorization:']);
  for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(403);
  const answered: RawAnswer[] = [];
  const guesses = Array.from({ length: 60 }, () => guess().then((answer) => answered.push(answer)));
  await waitUntil(() => answered.some(({ status }) => status === 429));
  expect((await fetch(`${server.url}${signed({})}`)).status).toBe(304);
  expect(answered.length).toBeLessThan(60);
  await server[Symbol.asyncDispose]();
  await Promise.all(guesses);
});

it('requests with links have a separate connection pool', async () => {
  await using server = await openServer(handlers, { limits: { linkConnections: 1, connections: 1 } });
  const head = requestHead([`GET ${signed({})} HTTP/1.1`, 'Authorization:']);
  await using first = await rawConnection(server.port);
  first.send(head);
  expect((await first.answer()).status).toBe(304);
  await using second = await rawConnection(server.port);
  second.send(head);
  expect((await second.answer()).status).toBe(429);
  expect((await server.fetch('/v1/list/project')).status).toBe(200);
});

it('the log contains no signature', async () => {
  await using server = await openServer(handlers);
  const link = signed({ name: 'Ada' });
  await fetch(`${server.url}${link}`);
  await waitUntil(() => server.lines.some((line) => line.includes('film.mp4')));
  const sig = link.slice(link.indexOf('sig=') + 4);
  expect(server.lines.filter((line) => line.includes(sig) || line.includes('Ada'))).toEqual([]);
});

it('the public address applies to links only', async () => {
  await using server = await openServer(handlers, { publicAddress: 'https://films.example' });
  const statusOf = async (target: string, host: string) =>
    (await rawRequest(server.port, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close'])).status;
  expect(await statusOf(signed({}), 'films.example')).toBe(304);
  expect(await statusOf(signed({}), 'evil.example')).toBe(421);
  expect(await statusOf('/v1/list/project', 'films.example')).toBe(421);
});
