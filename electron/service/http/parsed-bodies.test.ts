import { describe, expect, it } from 'vitest';
import { expectProblem } from '#service/testing/expect-problem.ts';
import { recordingHandlers } from './testing/keepers.ts';
import { openServer } from './testing/open-server.ts';

describe('JSON', () => {
  const put = (body: string | Uint8Array, type = 'application/json') =>
    ({ method: 'PUT', body: body as BodyInit, headers: { 'content-type': type } }) satisfies RequestInit;

  it.each([
    ['half a document', '{'],
    ['nothing', ''],
    ['a list where an object belongs', '[]'],
    ['a key that reaches prototypes', '{"a":{"__proto__":{"admin":true}}}'],
    ['more levels than the limit', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('is refused if it contains %s', async (_, body) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    await expectProblem(server.fetch('/v1/editing/p/t', put(body)), 400, 'request/invalid');
    expect(received).toEqual([]);
  });

  it('is accepted with repeated names, which a header of the answer lists', async () => {
    const { handlers } = recordingHandlers();
    await using server = await openServer(handlers);
    const repeated = async (body: string) =>
      (await server.fetch('/v1/editing/p/t', put(body))).headers.get('scenewright-repeated-fields');
    expect(await repeated('{"a": [{"ä": 1}, {"ä": 1, "ä": 2}], "a": 2}')).toBe('a%5B2%5D.%C3%A4, a');
    expect(await repeated('{"a": 1}')).toBeNull();
  });

  it('is refused with another content type', async () => {
    const { handlers } = recordingHandlers();
    await using server = await openServer(handlers);
    const answers = [put('{}', 'text/plain'), put('{}', 'garbage')].map((init) =>
      server.fetch('/v1/editing/p/t', init),
    );
    for (const answer of await Promise.all(answers)) await expectProblem(answer, 415, 'request/content-type');
  });
});

describe('a form', () => {
  const path = '/v1/render/local/p';

  it('has the same fields urlencoded and as multipart', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const fields = { template: '<movie name="ä + b"/>', format: 'mp4', unknown: 'x' };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    await server.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
    await server.fetch(path, { method: 'POST', body: form });
    const { unknown, ...known } = fields;
    expect(received.map(({ text }) => JSON.parse(text))).toEqual([known, known]);
  });

  it.each([
    ['a field given twice', 'movie=a&movie=b', 'application/x-www-form-urlencoded', 400],
    ['broken percent encoding', 'movie=%zz', 'application/x-www-form-urlencoded', 400],
    ['a field that reaches prototypes', '__proto__=a', 'application/x-www-form-urlencoded', 400],
    ['an invalid multipart body', 'movie', 'multipart/form-data; boundary=x', 400],
    ['no boundary', 'movie', 'multipart/form-data', 400],
    ['another content type', '{}', 'application/json', 415],
  ])('is refused if it has %s', async (_, body, type, status) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const answer = await server.fetch(path, { method: 'POST', body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(received).toEqual([]);
  });
});

describe('a movie', () => {
  it.each([
    ['application/json', 'x', 'json'],
    ['application/xml; charset=utf-8', 'x', 'xml'],
    ['text/xml', '[]', 'xml'],
    ['application/x-www-form-urlencoded', ' \n{}', 'json'],
    ['application/octet-stream', '\ufeff <movie/>', 'xml'],
  ])('has the format of its type or content: %s %s gives %s', async (type, body, spelling) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    await server.fetch('/v1/sdl/p/m', { method: 'POST', body, headers: { 'content-type': type } });
    expect(received[0]?.text).toBe(`${spelling} ${body}`);
  });
});
