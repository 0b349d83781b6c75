import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { errorCodes } from '#shared/contract/shapes/error-codes.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('the health of the service', () => {
  it('is public and names version, FFmpeg, disk, and queue', async () => {
    const read = async () => (await (await fetch(`${service.url}/health`)).json()) as { readonly status: string };
    await waitUntil(async () => (await read()).status === 'ok');
    expect(await read()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      region: 'local',
      ffmpeg: { version: expect.stringMatching(/\d/), knownBad: false },
      disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
      queue: { queued: 0, running: 0 },
      farm: null,
    });
  });

  it.each(['/health', '/v1/list/project', '/v1/events'])('answers HEAD like GET without a body: %s', async (path) => {
    const stop = new AbortController();
    const headersOf = async (method: string) => {
      const { status, headers, body } = await service.fetch(path, { method, signal: stop.signal });
      const names = [...headers].filter(
        ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
      );
      return { status, headers: Object.fromEntries(names), body };
    };
    const { body, ...head } = await headersOf('HEAD');
    const { body: full, ...get } = await headersOf('GET');
    stop.abort();
    expect(head).toEqual(get);
    expect([body, full === null]).toEqual([null, false]);
  });

  it('is degraded without FFmpeg', async () => {
    await using without = await openService({ environment: { PATH: '' } });
    expect(await without.client.call('readHealth')).toMatchObject({ status: 'degraded', ffmpeg: null });
    const uid = await without.createProject('a');
    await without.putAsset(uid, 'a.txt', 'a');
  });
});

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

describe('the OpenAPI document of the service', () => {
  const read = async () => {
    const document = await service.client.call('readOpenApi');
    const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    return { document, operations };
  };

  it('contains every call of the contract once', async () => {
    const { document, operations } = await read();
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: service.url }] });
    const found = operations.map(({ path, method, operation }) => [operation.operationId, method, path]);
    const requested = callNames.map((name) => [name, callOf(name).method.toLowerCase(), callOf(name).path]);
    // Ignore the names of the parameters, which the test for described paths checks.
    const nameless = (rows: readonly (readonly (string | undefined)[])[]) =>
      rows.map((row) => row.map((cell) => cell?.replaceAll(/:\w+|\{\w+\}/g, '{}'))).toSorted();
    expect(nameless(found)).toEqual(nameless(requested));
  });

  it('declares its path parameters and valid schemas', async () => {
    const { document, operations } = await read();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://scenewright.test/openapi', ...document });
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(declared.toSorted()).toEqual(named.toSorted());
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((content) =>
        Object.values(content?.content ?? {}),
      );
      const own = [...operation.parameters, ...contents]
        .map(({ schema }) => schema)
        .filter((schema) => !('$ref' in schema));
      for (const schema of own) expect(() => ajv.compile(schema)).not.toThrow();
    }
  });
});

describe('the documentation page', () => {
  it('lists every call and every problem', async () => {
    const answer = await service.fetch('/docs');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
    const page = await answer.text();
    for (const name of callNames) expect(page).toContain(`<section id="${name}">`);
    for (const code of Object.keys(errorCodes)) expect(page).toContain(`<code>${code}</code>`);
    expect(page).not.toMatch(/<(?:script|link|img|iframe)|url\(|@import|https?:\/\//);
  });
});

it('the schema of movies is valid', async () => {
  const schema = await service.client.call('readMovieSchema');
  expect(() => new Ajv2020({ strict: false }).compile(schema)).not.toThrow();
});

it.each([
  ['/conventions', 'text/markdown', '# Conventions'],
  ['/language/filter/blur', 'text/markdown', '`radius`'],
  ['/llms.txt', 'text/plain', '(/llms-full.txt)'],
  ['/llms-full.txt', 'text/plain', '## `scene`'],
  ['/schema/movie', 'application/schema+json', '"$schema"'],
])('documentation for machines needs no credentials: %s', async (path, type, words) => {
  const answer = await fetch(service.url + path);
  expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  expect(await answer.text()).toContain(words);
  expect(await (await fetch(service.url + path, { method: 'HEAD' })).text()).toBe('');
});

it.each(['/language/nothing', '/language/..%2f..%2fpackage.json', '/language/%00'])(
  'an unknown topic is a 404: %s',
  async (path) => {
    expect((await fetch(service.url + path)).status).toBe(404);
  },
);
