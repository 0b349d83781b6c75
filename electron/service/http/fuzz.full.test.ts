// @module-tag full-scale

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileBodies } from '#service/movies/testing/hostile-bodies.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';
import { rawConnection, requestHead } from './testing/raw-request.ts';

const MILLISECONDS = (amount('fuzzSeconds') * 1000) / 4;

let service: TestService;
let project: string;
let port: number;
beforeAll(async () => {
  service = await openService({ checkAnswers: true });
  project = await service.createProject('wild');
  port = Number(new URL(service.url).port);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Checks a property for this test's share of the total time. */
async function fuzz<Value>(arbitrary: fc.Arbitrary<Value>, check: (value: Value) => Promise<void>): Promise<void> {
  const limits = {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: MILLISECONDS,
    markInterruptAsFailure: false,
  };
  await fc.assert(fc.asyncProperty(arbitrary, check), limits);
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  expect(service.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}

/** Sends raw bytes. Returns the status of the first answer; null if the connection closes without an answer. */
async function statusOf(bytes: Uint8Array): Promise<number | null> {
  await using connection = await rawConnection(port);
  connection.send(bytes);
  connection.socket.end();
  const text = await connection.untilEnd();
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0) || null;
}

/** Generates variants of byte sequences. Parts of a variant are changed, removed, doubled, or inserted. */
function mutated(originals: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    kind: fc.constantFrom('set', 'cut', 'double', 'insert'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 40 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  });
  return fc
    .tuple(fc.constantFrom(...originals), fc.array(change, { minLength: 1, maxLength: 6 }))
    .map(([original, changes]) => {
      let bytes = Buffer.from(original);
      for (const { kind, at: share, length, bytes: other } of changes) {
        const at = Math.floor(share * bytes.length);
        const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
        if (kind === 'set') bytes = Buffer.concat([head, other, tail.subarray(other.length)]);
        else if (kind === 'cut') bytes = Buffer.concat([head, tail.subarray(length)]);
        else if (kind === 'double') bytes = Buffer.concat([head, tail.subarray(0, length), tail]);
        else bytes = Buffer.concat([head, other, tail]);
      }
      return bytes;
    });
}

function isNoFailure(status: number | null): void {
  expect(status === null || (status >= 200 && status < 500)).toBe(true);
}
const film =
  '<movie width="320" height="180" framerate="25"><scene duration="${n, 1s}"><video src="a.mp4"/></scene></movie>';
const texts = [
  film,
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ü -->${film}`,
  film.replace('a.mp4', '&#x1F3AC;&amp;.mp4'),
];

describe('a service under fuzzing', { tags: ['promise:P13'] }, () => {
  it('saves or refuses every XML text', { timeout: 2 * MILLISECONDS + 60_000 }, async () => {
    const small = Object.keys(hostileBodies).filter((name) => /prototype|external|UTF-8/.test(name));
    const originals = [
      ...texts.map((text) => Buffer.from(text)),
      ...small.map((name) => hostileBodies[name]?.().bytes ?? new Uint8Array()),
    ];
    await fuzz(mutated(originals.filter(({ length }) => length < 10_000)), async (bytes) => {
      const answer = await service.fetch(`/v1/xml/local/${project}/film`, { method: 'POST', body: Buffer.from(bytes) });
      await answer.arrayBuffer();
      expect([200, 201, 422, 400, 415]).toContain(answer.status);
    });
  });

  it('stores or refuses every name', { tags: ['promise:F36'], timeout: 2 * MILLISECONDS + 60_000 }, async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    );
    await fuzz(text, async (name) => {
      const path = `/v1/data/${project}/${encodeURIComponent(name.toWellFormed())}`;
      const put = await service.fetch(path, { method: 'PUT', body: 'x' });
      await put.arrayBuffer();
      isNoFailure(put.status);
      if (put.status !== 201) return;
      const assets = await service.listAssets(project);
      expect(assets.map((asset) => asset.name)).toContain(name.toWellFormed().normalize('NFC'));
      expect((await service.fetch(path, { method: 'DELETE' })).status).toBe(200);
    });
  });

  it('stores or refuses every multipart body', { timeout: 2 * MILLISECONDS + 60_000 }, async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="f"; filename="g"\r\nContent-Type: video/mp4\r\n\r\nhello\r\n--x--\r\n';
    const fields =
      '--x\r\nContent-Disposition: form-data; name="template"\r\n\r\n<a/>\r\n--x\r\nContent-Disposition: form-data; name="format"\r\n\r\nmp4\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    await fuzz(mutated([Buffer.from(body), Buffer.from(fields)]), async (bytes) => {
      for (const [path, method] of [
        [`/v1/data/${project}/a`, 'PUT'],
        [`/v1/render/local/${project}`, 'POST'],
      ] as const) {
        const answer = await service.fetch(path, { method, headers, body: Buffer.from(bytes) });
        await answer.arrayBuffer();
        isNoFailure(answer.status);
      }
    });
  });

  it('answers or disconnects every request head', { timeout: 2 * MILLISECONDS + 60_000 }, async () => {
    const heads = [
      ['GET /v1/list/project HTTP/1.1', 'Accept: */*'],
      [`PUT /v1/data/${project}/a HTTP/1.1`, 'Content-Length: 5', 'If-Match: "x"'],
      [`POST /chunked/videos/${project}?chunk_count=1&chunk_size=1&name=a HTTP/1.1`, 'Transfer-Encoding: chunked'],
    ].map((lines) => Buffer.from(requestHead(lines)));
    await fuzz(mutated(heads), async (bytes) => isNoFailure(await statusOf(bytes)));
  });
});
