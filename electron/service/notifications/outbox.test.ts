import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { answering, webhookSink } from '#service/testing/webhook-sink.ts';
import { enqueueNotification, notificationBody } from './outbox.ts';
import { SECRET, testOutbox } from './testing/test-outbox.ts';

describe('notifications', { tags: ['promise:P9'] }, () => {
  test('are posted as JSON that the standardwebhooks library verifies', { tags: ['promise:P9'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    const body = outbox.enqueue('msg_1', `${sink.url}/hook?key=1`);
    outbox.start();
    await outbox.reaches('msg_1', 'sent', 1);
    const [received] = sink.received;
    expect(received).toMatchObject({ path: '/hook?key=1', body, headers: { 'webhook-id': 'msg_1' } });
    expect(received?.headers['content-type']).toBe('application/json');
    // "The signature is HMAC-SHA256 of `msg_id.timestamp.payload`". The test computes it without the library.
    const signed = `msg_1.${Math.floor(outbox.now() / 1000)}.${body}`;
    const signature = createHmac('sha256', SECRET).update(signed).digest('base64');
    expect(received?.headers['webhook-signature']).toBe(`v1,${signature}`);
    const secret = `whsec_${Buffer.from(SECRET, 'utf8').toString('base64')}`;
    expect(new Webhook(secret).verify(body, received?.headers ?? {})).toEqual({
      type: 'render.succeeded',
      timestamp: new Date(outbox.now()).toISOString(),
      data: { id: 'r1', project: 'p1', format: 'mp4', url: 'http://x/film' },
    });
    expect(() => new Webhook(secret).verify(`${body} `, received?.headers ?? {})).toThrow('No matching signature');
  });

  test('contain the error of a failed render', () => {
    const error = { code: 'ffmpeg/failed', message: 'FFmpeg stopped with an error.' };
    const event = { type: 'render.failed', id: 'r1', project: 'p1', format: 'mp4', error } as const;
    expect(JSON.parse(notificationBody(event, 0))).toEqual({
      type: 'render.failed',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { id: 'r1', project: 'p1', format: 'mp4', error },
    });
  });

  test('exist exactly once for each ended job', { tags: ['promise:P9'] }, async () => {
    await using folder = await temporaryFolder();
    await using outbox = testOutbox(folder.path);
    const { database } = outbox;
    const queued = { id: 'msg_1', renderId: 'r1', url: 'http://success/', body: '{}', now: 1 };
    enqueueNotification(database, queued);
    enqueueNotification(database, { ...queued, url: 'http://error/' });
    expect(database.all('SELECT url FROM notification').map(({ url }) => url)).toEqual(['http://success/']);
    const rolledBack = () =>
      database.transaction(() => {
        enqueueNotification(database, { ...queued, id: 'msg_2' });
        throw new Error('the job did not end');
      });
    expect(rolledBack).toThrow('the job did not end');
    expect(outbox.row('msg_2')).toBeUndefined();
  });

  test('stay in the outbox during a restart', { tags: ['promise:P9'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    {
      await using before = testOutbox(folder.path);
      before.enqueue('msg_1', sink.url);
      sink.answer = answering(500);
      before.start();
      await before.reaches('msg_1', 'waiting', 1);
    }
    sink.answer = answering(200);
    await using after = testOutbox(folder.path);
    after.start();
    after.advance(60_000);
    await after.reaches('msg_1', 'sent', 2);
    expect(sink.received.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_1', 'msg_1']);
  });

  test('are repeated with the same webhook-id if no delivery was recorded', { tags: ['promise:F33'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    {
      await using before = testOutbox(folder.path);
      before.enqueue('msg_1', sink.url);
      // The receiver gets the notification but does not answer before the dispatcher stops.
      sink.answer = () => undefined;
      const dispatcher = before.start();
      await waitUntil(() => sink.received.length === 1);
      await dispatcher.stop();
      expect(before.row('msg_1')).toMatchObject({ state: 'waiting', attempts: 0 });
    }
    sink.answer = answering(200);
    await using after = testOutbox(folder.path);
    after.start();
    await after.reaches('msg_1', 'sent', 1);
    expect(sink.received.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_1', 'msg_1']);
  });

  test('an outcome that cannot be stored is delivered only once', async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    outbox.enqueue('msg_1', sink.url);
    let fails = true;
    const run: typeof outbox.database.run = (sql, ...parameters) => {
      if (fails) throw Object.assign(new Error('disk full'), { code: 'storage/full' });
      return outbox.database.run(sql, ...parameters);
    };
    const dispatcher = outbox.start({ database: { ...outbox.database, run } });
    await waitUntil(() => JSON.stringify(outbox.logged).includes('storage/full'));
    fails = false;
    dispatcher.wake();
    expect(sink.received).toHaveLength(1);
    outbox.advance(60_000);
    await outbox.reaches('msg_1', 'sent', 1);
    expect(sink.received).toHaveLength(2);
  });

  test('a silent host does not delay notifications to other hosts', async () => {
    await using folder = await temporaryFolder();
    await using dead = await webhookSink();
    await using alive = await webhookSink();
    await using outbox = testOutbox(folder.path);
    dead.answer = () => undefined;
    for (let number = 0; number < 20; number++) outbox.enqueue(`msg_dead_${number}`, dead.url);
    for (let number = 0; number < 20; number++) outbox.enqueue(`msg_alive_${number}`, alive.url);
    outbox.start();
    await waitUntil(() => alive.received.length === 20 && dead.received.length === 2);
    await outbox.reaches('msg_alive_19', 'sent', 1);
  });

  test('are sent after the clock was set back', { tags: ['promise:F18'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    outbox.enqueue('msg_1', sink.url);
    outbox.advance(-48 * 3_600_000);
    outbox.start();
    await outbox.reaches('msg_1', 'sent', 1);
  });

  test('logs and rows contain no secret', { tags: ['promise:P14'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    sink.answer = answering(500);
    outbox.enqueue('msg_1', `${sink.url}/services/T0/canary-path?token=canary-query`);
    outbox.start();
    await outbox.reaches('msg_1', 'waiting', 1);
    expect(outbox.logged).toHaveLength(1);
    expect(JSON.stringify(outbox.logged)).not.toContain('canary');
    expect(outbox.row('msg_1')?.['last_error']).toBe('answered 500');
    expect(JSON.stringify(outbox.row('msg_1'))).not.toContain(SECRET);
  });
});
