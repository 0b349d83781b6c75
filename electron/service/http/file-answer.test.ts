import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { openServer, type TestServer } from './testing/open-server.ts';
import { rawConnection, requestHead } from './testing/raw-request.ts';

const CONTENT = '0123456789';
const ETAG = '"tag"';
const MODIFIED = Date.parse('2026-03-01T12:00:00.700Z');
const SAME = 'Sun, 01 Mar 2026 12:00:00 GMT';
const EARLIER = 'Sun, 01 Mar 2026 11:59:59 GMT';
const LATER = 'Sun, 01 Mar 2026 12:00:01 GMT';
const PATH = '/v1/data/p/film.mp4';

interface FileServer extends TestServer {
  readonly holds: () => number;
}

async function openFileServer(content = CONTENT, attachment: string | null = null): Promise<FileServer> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'blob');
  await writeFile(path, content);
  let holds = 0;
  const server = await openServer({
    readAsset: () => {
      holds++;
      const hold = {
        [Symbol.dispose]: () => {
          holds--;
        },
      };
      const size = Buffer.byteLength(content);
      return {
        status: 200,
        file: { path, size, etag: ETAG, modifiedAt: MODIFIED, contentType: 'video/mp4', attachment, hold },
      };
    },
  });
  return {
    ...server,
    holds: () => holds,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a range of a file', () => {
  it.each([
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=3-5', 206, '345', 'bytes 3-5/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, CONTENT, 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['BYTES=0-1', 206, '01', 'bytes 0-1/10'],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
    ['bytes=99999999999999999999-', 416, null, 'bytes */10'],
    ['bytes=5-3', 200, CONTENT, null],
    ['bytes=', 200, CONTENT, null],
    ['bytes=a-b', 200, CONTENT, null],
    ['lines=0-1', 200, CONTENT, null],
    ['bytes=0-1,4-5', 200, CONTENT, null],
  ])('is answered with the status of RFC 9110: %s gives %i', async (range, status, content, contentRange) => {
    await using server = await openFileServer();
    const answer = await server.fetch(PATH, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    const text = await answer.text();
    if (content === null) expect(JSON.parse(text)).toMatchObject({ code: 'asset/range' });
    else expect(text).toBe(content);
  });

  it.each([
    [ETAG, 206],
    ['"other"', 200],
    [`W/${ETAG}`, 200],
    [SAME, 206],
    [EARLIER, 200],
    ['nonsense', 200],
  ])('depends on If-Range: %s', async (ifRange, status) => {
    await using server = await openFileServer();
    const answer = await server.fetch(PATH, { headers: { range: 'bytes=0-1', 'if-range': ifRange } });
    expect([answer.status, await answer.text()]).toEqual([status, status === 206 ? '01' : CONTENT]);
  });

  it('is refused for an empty file', async () => {
    await using server = await openFileServer('');
    expect((await server.fetch(PATH, { headers: { range: 'bytes=0-' } })).status).toBe(416);
    const whole = await server.fetch(PATH);
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '0', '']);
  });
});

describe('conditions of a request', () => {
  it.each([
    [{ 'if-none-match': ETAG }, 304],
    [{ 'if-none-match': `W/${ETAG}` }, 304],
    [{ 'if-none-match': `"a", ${ETAG}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"a"' }, 200],
    [{ 'if-none-match': `w/${ETAG}` }, 200],
    [{ 'if-none-match': ` ${ETAG} ,` }, 304],
    [{ 'if-match': `"a",w/${ETAG}` }, 412],
    [{ 'if-modified-since': '3000 GMT' }, 200],
    [{ 'if-modified-since': 'Sunday, 01-Mar-26 12:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Sun Mar  1 12:00:00 2026' }, 304],
    [{ 'if-unmodified-since': 'yesterday' }, 200],
    [{ 'if-modified-since': SAME }, 304],
    [{ 'if-modified-since': LATER }, 304],
    [{ 'if-modified-since': EARLIER }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': '"a"', 'if-modified-since': LATER }, 200],
    [{ 'if-match': ETAG }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"a"' }, 412],
    [{ 'if-match': `W/${ETAG}` }, 412],
    [{ 'if-unmodified-since': SAME }, 200],
    [{ 'if-unmodified-since': EARLIER }, 412],
    [{ 'if-match': ETAG, 'if-unmodified-since': EARLIER }, 200],
    [{ 'if-match': '"a"', 'if-none-match': ETAG }, 412],
    [{ 'if-match': ETAG, 'if-none-match': ETAG }, 304],
    [{ 'if-none-match': ETAG, range: 'bytes=0-1' }, 304],
  ])('lead to the status of RFC 9110: %j gives %i', async (headers, status) => {
    await using server = await openFileServer();
    const answer = await server.fetch(PATH, { headers });
    expect(answer.status).toBe(status);
    if (status === 304) expect([answer.headers.get('etag'), await answer.text()]).toEqual([ETAG, '']);
  });
});

describe('files', () => {
  it('answer HEAD with the same headers', async () => {
    await using server = await openFileServer();
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => server.fetch(PATH, { method })));
    const headersOf = (answer: Response | undefined) =>
      Object.fromEntries(
        [...(answer?.headers ?? [])].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
      );
    expect(headersOf(head)).toEqual(headersOf(get));
    expect(headersOf(head)).toMatchObject({
      'content-length': '10',
      'content-type': 'video/mp4',
      etag: ETAG,
      'last-modified': SAME,
      'accept-ranges': 'bytes',
    });
    expect(await head?.text()).toBe('');
  });

  it('are attachments if a browser could run them', async () => {
    await using server = await openFileServer(CONTENT, 'Übung "1".svg');
    const answer = await server.fetch(PATH);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_bung _1_.svg"; filename*=UTF-8''%C3%9Cbung%20%221%22.svg`,
    );
  });

  it('are released however the response ends', async () => {
    await using server = await openFileServer('x'.repeat(20_000_000));
    await (await server.fetch(PATH, { headers: { 'if-none-match': ETAG } })).text();
    await (await server.fetch(PATH, { headers: { range: 'bytes=20000000-' } })).text();
    await (await server.fetch(PATH, { method: 'HEAD' })).text();
    await (await server.fetch(PATH)).arrayBuffer();
    const connection = await rawConnection(server.port);
    connection.send(requestHead([`GET ${PATH} HTTP/1.1`]));
    await waitUntil(() => server.holds() === 1);
    connection.socket.destroy();
    await waitUntil(() => server.holds() === 0);
  });
});
