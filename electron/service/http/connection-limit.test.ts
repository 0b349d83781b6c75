import { once } from 'node:events';
import { expect, it } from 'vitest';
import { waitUntil } from '#service/testing/wait-until.ts';
import { openServer } from './testing/open-server.ts';
import { type RawAnswer, type RawConnection, rawConnection, rawRequest, requestHead } from './testing/raw-request.ts';

const handlers = { listProjects: () => ({ status: 200, json: { Projects: [], projects: [] } }) } as const;
const LIST = ['GET /v1/list/project HTTP/1.1'];

async function openMany(port: number, count: number): Promise<AsyncDisposable & { readonly all: RawConnection[] }> {
  const all = await Promise.all(Array.from({ length: count }, () => rawConnection(port)));
  return {
    all,
    [Symbol.asyncDispose]: async () => {
      for (const { socket } of all) socket.destroy();
    },
  };
}

it('the oldest of 400 silent anonymous connections are dropped', { tags: ['promise:P13'] }, async () => {
  await using server = await openServer(handlers);
  await using known = await rawConnection(server.port);
  known.send(requestHead(LIST));
  expect((await known.answer()).status).toBe(200);
  await using silent = await openMany(server.port, 400);
  expect((await rawRequest(server.port, LIST)).status).toBe(200);
  const dropped = () => silent.all.filter(({ socket }) => socket.readableEnded || socket.destroyed);
  await waitUntil(() => dropped().length >= 400 - 64);
  expect(dropped().length).toBeLessThanOrEqual(400 - 64 + 1);
  expect(dropped()).toContain(silent.all[0]);
  known.send(requestHead(LIST));
  expect((await known.answer()).status).toBe(200);
});

it('silent connections are dropped before waiting ones', async () => {
  await using server = await openServer(handlers, { limits: { anonymousConnections: 2 } });
  const wrong = [...LIST, 'Authorization: Basic eDp5'];
  // The answer to the eighth wrong attempt is delayed by 400 ms.
  for (let count = 0; count < 7; count += 1) await rawRequest(server.port, wrong);
  await using waiting = await rawConnection(server.port);
  await using silent = await rawConnection(server.port);
  const dropped = once(silent.socket, 'end');
  // The server reads the request before it drops a connection, and drops one long before the answer.
  waiting.send(requestHead(wrong));
  await using another = await rawConnection(server.port);
  await dropped;
  expect((await waiting.answer()).status).toBe(401);
  expect(another.socket.readableEnded).toBe(false);
});

it('only wrong credentials are delayed', {
  tags: ['promise:P14'],
}, async () => {
  await using server = await openServer(handlers);
  const guess = () => rawRequest(server.port, [...LIST, `Authorization: Basic ${btoa('key-of-tests:guess')}`]);
  // The first few attempts are not delayed, because a user may mistype.
  for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(401);
  const answered: RawAnswer[] = [];
  const guesses = Array.from({ length: 60 }, () => guess().then((answer) => answered.push(answer)));
  const refused = () => answered.find(({ status }) => status === 429);
  await waitUntil(() => refused() !== undefined);
  expect((await rawRequest(server.port, LIST)).status).toBe(200);
  // Some requests are still delayed. They are answered later, or when the service stops.
  expect(answered.length).toBeLessThan(60);
  const { headers, body } = refused() ?? (await guess());
  expect([headers.get('retry-after'), headers.get('connection'), JSON.parse(body).code]).toEqual([
    '1',
    'close',
    'access/too-many',
  ]);
  await server[Symbol.asyncDispose]();
  await Promise.all(guesses);
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([401, 429]));
});

it('a request without credentials gets 401 immediately', async () => {
  await using server = await openServer(handlers);
  const ask = () => rawRequest(server.port, [...LIST, 'Authorization:']);
  const answers = await Promise.all(Array.from({ length: 60 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
});

it('a client that does not read its JSON answer is disconnected', { tags: ['promise:F19'] }, async () => {
  const gone = Promise.withResolvers<void>();
  await using server = await openServer(
    {
      listRevisions: ({ signal }) => {
        signal.addEventListener('abort', () => gone.resolve());
        const revisions = Array.from({ length: 40_000 }, (_, index) => ({ revision: index, note: 'n'.repeat(1000) }));
        return { status: 200, json: { revisions } as never };
      },
    },
    { limits: { stalledMilliseconds: 100 }, checkAnswers: false },
  );
  await using connection = await rawConnection(server.port);
  connection.socket.pause();
  connection.send(requestHead(['GET /v1/xml/local/p/t/revisions HTTP/1.1']));
  await gone.promise;
});
