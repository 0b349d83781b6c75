import { expect, test } from 'vitest';
import { matchesPattern } from '#service/http/request-path.ts';
import { openService } from '#service/testing/open-service.ts';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { calls } from '../../client/src/generated/calls.ts';
import { createClient, ProblemError } from '../../client/src/index.ts';

const credentials = { key: 'key', secret: 'secret' };

/** Creates a client whose requests are recorded and answered. */
function recorder(answer: () => Response) {
  const requests: Request[] = [];
  const client = createClient({
    url: 'http://films.example/',
    ...credentials,
    fetch: async (url, request) => {
      requests.push(new Request(url, request));
      return answer();
    },
  });
  return { client, requests };
}

type AnyMethod = (input?: object, options?: object) => Promise<unknown>;

test('each call in the contract has a client method', async () => {
  const { client, requests } = recorder(() => new Response('{}'));
  const chapters = client as unknown as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>;
  expect(Object.keys(calls).sort()).toEqual([...callNames].sort());
  for (const name of callNames) {
    const { method, path, parameters, chapter } = callOf(name);
    const values = Object.fromEntries(Object.keys(parameters.shape).map((parameter) => [parameter, 'a b/ü']));
    const [property, short] = calls[name];
    expect(property, name).toBe(chapter.charAt(0).toLowerCase() + chapter.slice(1));
    await chapters[property]?.[short]?.({ ...values, body: {} });
    const request = requests.at(-1);
    expect(request?.method, name).toBe(method);
    expect(matchesPattern(new URL(request?.url ?? '').pathname, path), `${name}: ${request?.url}`).toBe(true);
  }
  expect(requests).toHaveLength(callNames.length);
});

test('sends queries, JSON, forms, and headers as the service reads them', async () => {
  const { client, requests } = recorder(() => new Response('{}'));
  await client.media.readMediaStrip({ project: 'p', src: 'a.mp4', count: 3, exact: true });
  await client.movies.deleteMovies({ project: 'p', name: ['a&b', 'c'] });
  await client.rendering.start({ project: 'p', body: { movie: 'm', variables: '{"a": 1}' } });
  await client.assets.delete({ project: 'p', name: 'a' }, { headers: { 'if-match': '"1"' } });
  await client.templates.save({ region: 'north', project: 'p', name: 't', body: '<movie/>' });
  await client.templates.read({ region: undefined, project: 'p', name: 't' });
  const [strip, movies, start, asset, template, read] = requests;
  expect(strip?.url).toBe('http://films.example/v1/media/p/strip?src=a.mp4&count=3&exact=true');
  expect(strip?.headers.get('authorization')).toBe(`Basic ${btoa('key:secret')}`);
  expect(movies?.url).toBe('http://films.example/v1/sdl/p?name=a%26b&name=c');
  expect(start?.url).toBe('http://films.example/v1/render/local/p');
  expect(await start?.text()).toBe('movie=m&variables=%7B%22a%22%3A%201%7D');
  expect(asset?.headers.get('if-match')).toBe('"1"');
  expect(template?.url).toBe('http://films.example/v1/xml/north/p/t');
  expect(read?.url).toBe('http://films.example/v1/xml/local/p/t');
  expect(template?.headers.get('content-type')).toBe('application/xml');
});

test("a refused call throws the service's code, reason, values, and issues", async () => {
  await using service = await openService();
  const client = createClient({ url: service.url, ...service.credentials });
  const { uid } = await client.projects.create({ name: 'refused' });
  const body = '<movie width="64" height="64" framerate="10"><scene duration="x"/></movie>';
  const error = await client.templates.save({ project: uid, name: 'wrong', body }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({
    code: 'template/invalid',
    status: 422,
    issues: [{ line: 1, severity: 'error', path: expect.any(String) }],
  });
  const missing = await client.projects.delete({ project: 'no-such' }).catch((thrown: unknown) => thrown);
  expect(missing).toMatchObject({ code: 'project/not-found', status: 404 });
});

test('an answer without a problem document names its status', async () => {
  const { client } = recorder(() => new Response('<html>', { status: 502 }));
  await expect(client.projects.list()).rejects.toMatchObject({ code: 'client/unexpected-answer', status: 502 });
});

test('a call that the service lacks names both versions', async () => {
  await using service = await openService();
  const client = createClient({
    url: service.url,
    ...service.credentials,
    fetch: (url, request) => fetch(String(url).replace('/v1/formats', '/v1/of-a-newer-version'), request),
  });
  await expect(client.rendering.listFormats()).rejects.toMatchObject({
    code: 'request/not-found',
    message: expect.stringMatching(/\(version 0\.1\.0\).*listFormats.*\(version 0\.1\.0\)/),
  });
});

test('health warns once about a service of another version', async () => {
  const warnings: string[] = [];
  const client = createClient({
    url: 'http://films.example',
    ...credentials,
    fetch: async () => Response.json({ version: '7.0.0' }),
    onWarning: (warning) => warnings.push(warning),
  });
  expect((await client.health()).version).toBe('7.0.0');
  await client.health();
  expect(warnings).toEqual([expect.stringContaining('7.0.0')]);
});

test('a redirect to another host is refused', async () => {
  const { client, requests } = recorder(() => new Response('{}'));
  await client.projects.list();
  expect(requests[0]?.redirect).toBe('error');
});
