import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { expectProblem } from '#service/testing/expect-problem.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { createRateCheck, readWholeBody } from './body-stream.ts';
import { serverLimits } from './server-limits.ts';
import { recordingHandlers } from './testing/keepers.ts';
import { openServer } from './testing/open-server.ts';
import { rawConnection, rawRequest, requestHead } from './testing/raw-request.ts';

const FILE = '/v1/data/p/a.mp4';
const MOVIE = '/v1/sdl/p/m';
const CHUNK = '/chunked/videos/p/u/chunks?chunk_id=1';
const sha256 = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;

describe('a file', () => {
  it('arrives unchanged with its type and digest', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const headers = { 'content-type': 'video/mp4', 'content-digest': sha256('abc') };
    await server.fetch(FILE, { method: 'POST', body: 'abc', headers });
    const hex = createHash('sha256').update('abc').digest('hex');
    expect(received).toEqual([{ text: 'abc', contentType: 'video/mp4', sha256: hex }]);
  });

  it('is extracted from a form for any chunk sizes', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const content = `\r\n--\r\n----formdata\r\n${'\r\n-'.repeat(50_000)}\r\n`;
    const form = new FormData();
    form.set('note', 'a field that is passed over');
    form.set('file', new File([content], 'ü.mp4', { type: 'video/mp4' }));
    form.set('after', 'another');
    const answer = await server.fetch(FILE, { method: 'POST', body: form });
    expect(received).toEqual([{ text: content, contentType: 'video/mp4', sha256: null }]);
    expect(answer.headers.get('scenewright-unused-fields')).toBe('note, after');
  });

  it('can be empty in a form', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const form = new FormData();
    form.set('file', new File([], 'a.mp4'));
    expect((await server.fetch(FILE, { method: 'POST', body: form })).status).toBe(201);
    expect(received.map(({ text }) => text)).toEqual(['']);
  });

  it.each([
    ['no file', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n', 'request/invalid'],
    [
      'two files',
      '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--x\r\nContent-Disposition: form-data; name="b"; filename="b"\r\n\r\nb\r\n--x--\r\n',
      'request/invalid',
    ],
    ['no end', '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb', 'request/incomplete'],
    ['another boundary', '--y\r\n\r\n\r\n--y--', 'request/incomplete'],
    [
      'a part without headers',
      '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--x\r\nA: b\r\n\r\nc\r\n--x--\r\n',
      'request/invalid',
    ],
    [
      'a line in the file that starts like a boundary',
      '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--xyz\r\nc\r\n--x--\r\n',
      'request/invalid',
    ],
    ['an endless head', `--x\r\n${'a: b\r\n'.repeat(50_000)}\r\n`, 'request/invalid'],
  ])('is refused in a form with %s', async (_, body, code) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    await expectProblem(server.fetch(FILE, { method: 'POST', body, headers }), 400, code);
    expect(received).toEqual([]);
  });

  it('is refused in a form whose digest differs', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const body = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const post = (digest: string) =>
      server.fetch(FILE, { method: 'POST', body, headers: { ...headers, 'content-digest': digest } });
    await expectProblem(post(sha256('b')), 422, 'upload/digest');
    expect(received).toEqual([]);
    expect((await post(sha256(body))).status).toBe(201);
  });
});

describe('a chunk', () => {
  it("is extracted from a form without the form's length and digest", async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const form = new FormData();
    form.set('resumableChunkNumber', '1');
    form.set('file', new File(['abc'], 'blob'));
    const answer = await server.fetch(CHUNK, { method: 'POST', body: form });
    expect([answer.status, answer.headers.get('scenewright-unused-fields')]).toEqual([200, 'resumableChunkNumber']);
    expect(received).toMatchObject([{ text: 'abc', sha256: null }]);
  });

  it.each(['application/octet-stream', 'application/x-www-form-urlencoded', 'video/mp4', null])(
    'arrives unchanged for any Content-Range and the type %s',
    async (type) => {
      const { handlers, received } = recordingHandlers();
      await using server = await openServer(handlers);
      const headers = { ...(type !== null && { 'content-type': type }), 'content-range': 'bytes 0-2/9' };
      const body = new TextEncoder().encode('abc');
      expect((await server.fetch(CHUNK, { method: 'POST', body, headers })).status).toBe(200);
      expect(received).toMatchObject([{ text: 'abc' }]);
    },
  );
});

describe('a body of an unsupported form', () => {
  it.each([
    [CHUNK, 'POST', 'multipart/mixed; boundary=x', 415, 'request/content-type'],
    [FILE, 'POST', 'multipart/related; boundary=x', 415, 'request/content-type'],
    [CHUNK, 'POST', 'multipart/form-data', 400, 'request/invalid'],
    [MOVIE, 'POST', 'multipart/form-data; boundary=x', 415, 'request/content-type'],
  ])('is refused at %s: %s %s', async (path, method, type, status, code) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n';
    await expectProblem(server.fetch(path, { method, body, headers: { 'content-type': type } }), status, code);
    expect(received).toEqual([]);
  });

  it.each([
    [FILE, 'POST'],
    [MOVIE, 'POST'],
    ['/v1/editing/p/t', 'PUT'],
  ])('is refused with Content-Range at %s, %s', async (path, method) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const headers = { 'content-range': 'bytes 0-2/9' };
    await expectProblem(server.fetch(path, { method, body: 'abc', headers }), 400, 'request/invalid');
    expect(received).toEqual([]);
  });
});

/** Creates a body that sends a piece after each wait, on a simulated clock. */
async function trickled(waits: readonly number[], pieceBytes = 1) {
  let time = 0;
  let taken = 0;
  const request = Readable.from(
    (function* () {
      for (const wait of waits) {
        time += wait;
        taken += 1;
        yield Buffer.alloc(pieceBytes);
      }
    })(),
    { highWaterMark: 1 },
  );
  const limits = {
    ...{ limitBytes: 2 ** 30, limitName: 'chunkBytes', idleMilliseconds: 600_000, onRequested: () => undefined },
    ...{ slowest: serverLimits.slowestBody, now: () => time },
  };
  const body = readWholeBody(Object.assign(request, { headers: { 'transfer-encoding': 'chunked' } }) as never, limits);
  // The caller handles the rejection later.
  body.catch(() => undefined);
  return { body, taken: () => taken };
}

describe('a body', () => {
  it.each(['sha-256=abc', 'sha-256=:!!:', 'sha-256=:YWJj:', '=:YWJj:', 'sha-256'])(
    'is refused if its digest is malformed: %s',
    async (header) => {
      const { handlers, received } = recordingHandlers();
      await using server = await openServer(handlers);
      const answer = await server.fetch(CHUNK, { method: 'POST', body: 'abc', headers: { 'content-digest': header } });
      await expectProblem(answer, 400, 'request/invalid');
      expect(received).toEqual([]);
    },
  );

  const digest = (algorithm: string, text: string, encoding: 'base64' | 'hex' = 'base64') =>
    createHash(algorithm).update(text).digest(encoding);
  const wrong = [
    ['content-digest', `sha-512=:${digest('sha512', 'abd')}:`],
    ['content-digest', `${sha256('abc')}, sha-512=:${digest('sha512', 'abd')}:`],
    ['repr-digest', sha256('abd')],
    ['repr-digest', `x=:YQ==:, md5=:${digest('md5', 'abd')}:;note=1`],
    ['content-md5', digest('md5', 'abd')],
    ['content-md5', digest('md5', 'abd', 'hex')],
    ['digest', `SHA-256=${digest('sha256', 'abd')}`],
    ['digest', `UNIXsum=30637, md5=${digest('md5', 'abd')}`],
  ] as const;

  it.each(wrong)('is refused if %s differs: %s', async (name, value) => {
    const { handlers, received, failures } = recordingHandlers();
    await using server = await openServer(handlers);
    for (const path of [CHUNK, FILE, MOVIE]) {
      const answer = server.fetch(path, { method: 'POST', body: 'abc', headers: { [name]: value } });
      await expectProblem(answer, 422, 'upload/digest');
    }
    expect([received, failures]).toEqual([[], ['upload/digest', 'upload/digest']]);
  });

  it.each<readonly [name: string, value: string, body: string]>([
    ...wrong.map(([name, value]) => [name, value, 'abd'] as const),
    ['repr-digest', 'sha-1024=:YQ==:, x=:YQ==:', 'abc'],
    ['repr-digest', '', 'abc'],
  ])('is accepted if %s matches: %s', async (name, value, body) => {
    const { handlers } = recordingHandlers();
    await using server = await openServer(handlers);
    const headers = { [name]: value.includes(sha256('abc')) ? value.replace(sha256('abc'), sha256('abd')) : value };
    expect((await server.fetch(CHUNK, { method: 'POST', body, headers })).status).toBe(200);
  });

  it.each([
    ['content-md5', 'abc'],
    ['content-md5', 'YWJj'],
    ['repr-digest', 'sha-256=abc'],
    ['repr-digest', 'sha-512=:YWJj:'],
    ['digest', 'SHA-256=AAAA'],
    ['digest', 'abc'],
  ])('is refused with the malformed digest %s: %s', async (name, value) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const answer = server.fetch(MOVIE, { method: 'POST', body: 'abc', headers: { [name]: value } });
    await expectProblem(answer, 400, 'request/invalid');
    expect(received).toEqual([]);
  });

  it('has no Repr-Digest check if it is a part of a file', async () => {
    const { handlers } = recordingHandlers();
    await using server = await openServer(handlers);
    const headers = { 'content-range': 'bytes 0-2/9', 'repr-digest': sha256('abcdefghi') };
    expect((await server.fetch(CHUNK, { method: 'POST', body: 'abc', headers })).status).toBe(200);
  });

  it.each(['gzip, chunked', 'GZIP , chunked', 'deflate, gzip, chunked'])(
    'is refused with the transfer codings %s',
    async (codings) => {
      const { handlers, received } = recordingHandlers();
      await using server = await openServer(handlers);
      const lines = [`POST ${CHUNK} HTTP/1.1`, `Transfer-Encoding: ${codings}`];
      const answer = await rawRequest(server.port, lines, '3\r\nabc\r\n0\r\n\r\n');
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([501, 'request/transfer-encoding']);
      expect(received).toEqual([]);
    },
  );

  it.each([
    ['application/json', ' <movie/>', 'XML'],
    ['application/xml', '\uFEFF{"movie": {}}', 'JSON'],
    ['text/xml; charset=utf-8', '{}', 'JSON'],
  ])('is refused with the other content type: %s', async (type, body, notation) => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const answer = await server.fetch(MOVIE, { method: 'POST', body, headers: { 'content-type': type } });
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      415,
      expect.stringContaining(`The body is ${notation}, but its content type is `),
    ]);
    expect(received).toEqual([]);
  });

  it('is refused with a content encoding', { tags: ['promise:F10'] }, async () => {
    const { handlers } = recordingHandlers();
    await using server = await openServer(handlers);
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const answer = await server.fetch(CHUNK, {
        method: 'POST',
        body: 'abc',
        headers: { 'content-encoding': encoding },
      });
      await expectProblem(answer, 415, 'request/encoding');
    }
    for (const plain of ['identity', 'Identity, identity', '']) {
      const headers = { 'content-encoding': plain };
      expect((await server.fetch(CHUNK, { method: 'POST', body: 'abc', headers })).status).toBe(200);
    }
  });

  it('is refused before it arrives if its stated length is too large', async () => {
    const { handlers } = recordingHandlers();
    await using server = await openServer(handlers);
    const length = `Content-Length: ${serviceLimits.chunkBytes + 1}`;
    const answer = await rawRequest(server.port, [`POST ${CHUNK} HTTP/1.1`, length, 'Expect: 100-continue']);
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
    expect(JSON.parse(answer.body).detail).toContain('The limit is 1 GiB.');
  });

  it('is refused when it exceeds the limit', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    const body = new Blob(['x'.repeat(serviceLimits.jsonBytes + 2 ** 20)]).stream();
    const init = { method: 'PUT', body, duplex: 'half' } as RequestInit;
    const answer = await server.fetch('/v1/editing/p/t', { ...init, headers: { 'content-type': 'application/json' } });
    await expectProblem(answer, 413, 'request/too-large');
    expect(received).toEqual([]);
  });

  it('is refused even if the client first sends 40 MiB', async () => {
    const { handlers } = recordingHandlers();
    await using server = await openServer(handlers);
    await using connection = await rawConnection(server.port);
    const body = Buffer.alloc(40 * 2 ** 20, 'x');
    const lines = ['PUT /v1/editing/p/t HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${body.length}`];
    connection.socket.pause();
    connection.send(requestHead(lines));
    await new Promise((resolve) => connection.socket.write(body, resolve));
    connection.socket.resume();
    expect((await connection.answer()).status).toBe(413);
  });

  it('times out with 408 and a closed connection if it stops', { tags: ['promise:F19'] }, async () => {
    const { handlers, received, failures } = recordingHandlers();
    await using server = await openServer(handlers, { limits: { idleBodyMilliseconds: 50 } });
    await using connection = await rawConnection(server.port);
    connection.send(`${requestHead([`POST ${CHUNK} HTTP/1.1`, 'Content-Length: 10'])}abc`);
    const answer = await connection.answer();
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request/timeout']);
    await connection.untilEnd();
    expect([received, failures]).toEqual([[], ['request/timeout']]);
  });

  it('can arrive in many small pieces', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    await using connection = await rawConnection(server.port);
    connection.send(requestHead([`POST ${CHUNK} HTTP/1.1`, 'Content-Length: 5']));
    for (const byte of 'abcde') {
      connection.send(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await connection.answer()).status).toBe(200);
    expect(received.map(({ text }) => text)).toEqual(['abcde']);
  });

  it('times out with 408 if it arrives too slowly', { tags: ['promise:F19'] }, async () => {
    const { handlers, received, failures } = recordingHandlers();
    const slowestBody = { milliseconds: 100, bytes: 1000 };
    await using server = await openServer(handlers, { limits: { idleBodyMilliseconds: 10_000, slowestBody } });
    await using connection = await rawConnection(server.port);
    connection.send(requestHead([`POST ${CHUNK} HTTP/1.1`, 'Content-Length: 900']));
    const trickling = setInterval(() => connection.send('a'), 5);
    const answer = await connection.answer();
    clearInterval(trickling);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request/timeout']);
    expect(answer.body).toContain('Fewer than 1000 bytes arrived in 0.1 s.');
    await waitUntil(() => failures.length > 0);
    expect([received, failures]).toEqual([[], ['request/timeout']]);
  });

  it('times out after two minutes at a byte every 29 seconds', { tags: ['promise:F19'] }, async () => {
    const { body, taken } = await trickled(Array(10).fill(29_000));
    await expect(body).rejects.toMatchObject({ code: 'request/timeout', message: expect.stringContaining('120 s') });
    expect(taken()).toBe(5);
    const steady = await trickled(Array(10).fill(119_999), 61_440);
    expect((await steady.body).byteLength).toBe(10 * 61_440);
  });

  it('is timed only while the server waits for it', () => {
    const isTooSlow = createRateCheck({ milliseconds: 100, bytes: 10 });
    const came = [
      [0, 1],
      [60, 1],
      [39, 1],
      [1, 6],
      [99, 10],
      [1, 0],
      [100, 10],
      [100, 9],
    ] as const;
    expect(came.map(([waited, bytes]) => isTooSlow(waited, bytes))).toEqual([
      ...[false, false, false, true],
      ...[false, false],
      ...[false, true],
    ]);
  });

  it('is not passed on if it is incomplete', async () => {
    const { handlers, received, failures } = recordingHandlers();
    await using server = await openServer(handlers);
    for (const cut of ['destroy', 'end'] as const) {
      const connection = await rawConnection(server.port);
      connection.send(`${requestHead([`POST ${CHUNK} HTTP/1.1`, 'Content-Length: 10'])}abc`);
      await waitUntil(() => connection.socket.bytesWritten > 100);
      connection.socket[cut]();
      await waitUntil(() => failures.length === (cut === 'destroy' ? 1 : 2));
      connection.socket.destroy();
    }
    expect([received, failures]).toEqual([[], ['request/incomplete', 'request/incomplete']]);
  });

  it('is requested with 100-continue when the call reads it', async () => {
    const { handlers, received } = recordingHandlers();
    await using server = await openServer(handlers);
    await using connection = await rawConnection(server.port);
    connection.send(requestHead([`POST ${CHUNK} HTTP/1.1`, 'Content-Length: 3', 'Expect: 100-continue']));
    expect((await connection.answer()).status).toBe(100);
    connection.send('abc');
    expect((await connection.answer()).status).toBe(200);
    expect(received.map(({ text }) => text)).toEqual(['abc']);
  });
});
