import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { problemsOf } from '#shared/contract/calls/call.ts';
import { type CallName, callNames, callOf } from '#shared/contract/contract.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { problemDocument } from '#shared/contract/shapes/shapes.ts';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';
import { type RawAnswer, rawRequest } from './testing/raw-request.ts';

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await openService();
  project = await service.createProject('wild');
  await service.putAsset(project, 'a.txt', 'some text');
  await service.saveTemplate(
    project,
    'film',
    '<movie width="320" height="180" framerate="25"><scene duration="1s"><video src="a.mp4"/></scene></movie>',
  );
});
afterAll(() => service[Symbol.asyncDispose]());

/** The calls that other tests cover, because their streams are endless or their work takes long. */
const left = new Set<CallName>(['followEvents', 'publishProject', 'deleteProject', 'createSample']);
const names = callNames.filter((name) => !left.has(name));

const nasty = fc.constantFrom(
  '..',
  '%2e%2e',
  '%00',
  '%2f',
  '%5C',
  '%c0%ae',
  '%ff',
  '%',
  '%2',
  '%252e',
  '%E2%80%AE',
  'a'.repeat(3000),
  'CON',
  '__proto__',
  'constructor',
  '*',
  "'",
  ';',
  '$%7Bx%7D',
  '0',
  '-1',
  '1e99',
  'local',
  'a.txt',
  'film',
  'NaN',
  '%F0%9F%8E%AC.mp4',
  '.',
  '%20',
  '%0d%0a',
);
const segment = fc.oneof(
  nasty,
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const headerValue = fc.oneof(
  fc.constantFrom(
    '*',
    '""',
    '"a"',
    'W/"x"',
    'bytes=0-',
    'bytes=-5',
    'bytes=9-1',
    'bytes=0-1,3-4',
    'bytes=99999999999999999999-',
    'text/xml',
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'sha-256=:AAAA:',
    'sha-256=x',
    'garbage',
    'Sat, 01 Jan 2000 00:00:00 GMT',
    'application/xml',
    'gzip',
    '/',
    ';',
    'a/b; charset=',
    '9'.repeat(40),
  ),
  fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
);
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '[]',
    'null',
    '{',
    '<movie/>',
    '<movie>',
    '"',
    '{"__proto__":{"x":1}}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    'template=%ff',
    'template=<a/>&format=mp4&async=true',
    '--x\r\n\r\n\r\n--x--',
    '--x\r\nContent-Disposition: form-data; name="f"; filename="g"\r\n\r\nhello\r\n--x--\r\n',
    '{"movie":"film","rows":[{}],"filename":"x"}',
    '{"schemaVersion":1,"movie":{}}',
  ),
  fc.string({ maxLength: 200 }),
);

const request = fc.constantFrom(...names).chain((name) => {
  const call = callOf(name);
  const wild = Object.keys(call.parameters.shape);
  return fc.record({
    name: fc.constant(name),
    method: fc.oneof(
      { weight: 8, arbitrary: fc.constant(call.method) },
      { weight: 1, arbitrary: fc.constantFrom('HEAD', 'PATCH', 'OPTIONS', 'PROPFIND') },
    ),
    parameters: fc.tuple(
      ...wild.map((parameter) => (parameter === 'project' ? fc.oneof(fc.constant(null), segment) : segment)),
    ),
    query: fc.array(
      fc.tuple(
        fc.constantFrom(...Object.keys(call.query.shape), 'other'),
        fc.oneof(nasty, fc.constantFrom('', '1', '5', ' 1', '0x1')),
      ),
      { maxLength: 4 },
    ),
    headers: fc.array(
      fc.tuple(
        fc.constantFrom(...call.headers, 'content-type', 'content-encoding', 'accept', 'x-wild', 'if-match', 'range'),
        headerValue,
      ),
      { maxLength: 4 },
    ),
    body,
  });
});

it('every answer is in the contract, and none is an internal error', {
  tags: ['promise:P13', 'promise:F36'],
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(request, async (wild) => {
      const call = callOf(wild.name);
      const values = [...wild.parameters];
      const path = call.path.replace(/:\w+/g, () => values.shift() ?? project);
      const query = wild.query.map(([name, value]) => `${name}=${value.replaceAll(' ', '%20')}`).join('&');
      const port = Number(new URL(service.url).port);
      const unique = [...new Map(wild.headers)];
      const sent = wild.method === 'GET' || wild.method === 'HEAD' ? '' : wild.body;
      const answer = await rawRequest(
        port,
        [
          `${wild.method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1`,
          ...unique.map(([name, value]) => `${name}: ${value}`),
          `Content-Length: ${Buffer.byteLength(sent)}`,
          'Connection: close',
        ],
        sent,
        wild.method === 'HEAD',
      );
      expectListed(wild.name, wild.method, answer);
    }),
    { numRuns: amount('fuzzRequests') },
  );
  expect(service.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

function expectListed(name: CallName, method: string, { status, headers, body: text }: RawAnswer): void {
  const call = callOf(name);
  if (status < 400) {
    expect(Object.keys(call.answers)).toContain(String(status));
    return;
  }
  if (method === 'HEAD') return;
  expect(headers.get('content-type')).toBe('application/problem+json');
  const problem = problemDocument.parse(JSON.parse(text));
  expect(problem).toMatchObject({ status, code: expect.not.stringMatching('request/internal') });
  // A request with another method, an empty name, or a slash in a name can match another call, or none.
  const always: readonly ErrorCode[] = ['request/not-found', 'request/method'];
  expect([...problemsOf(call), ...always, ...(method === call.method ? [] : Object.keys(errorCodes))]).toContain(
    problem.code,
  );
}
