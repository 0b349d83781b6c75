import { describe, expect, test } from 'vitest';
import type { AddressPolicy } from '#service/network/address-guard.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { answering, type WebhookSink, webhookSink } from '#service/testing/webhook-sink.ts';
import { MAX_RETRIES } from './outbox.ts';
import { testOutbox } from './testing/test-outbox.ts';

/** A time limit that no answer reaches, because a busy machine may take long to answer. */
const NEVER_TOO_LATE = { limits: { totalMilliseconds: 600_000 } } as const;

describe('a notification whose receiver fails', { tags: ['promise:F32'] }, () => {
  const failing: readonly (readonly [string, WebhookSink['answer'], string])[] = [
    ['a 5xx', answering(502), 'answered 502'],
    ['a 4xx', answering(404), 'answered 404'],
    [
      'a reset',
      (_webhook, response) => void response.socket?.resetAndDestroy(),
      'can’t be reached, or the connection was lost (ECONNRESET)',
    ],
  ];
  test.each(failing)('is sent again later after %s', async (_name, answer, reason) => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    sink.answer = answer;
    outbox.enqueue('msg_1', sink.url);
    outbox.start(NEVER_TOO_LATE);
    await outbox.reaches('msg_1', 'waiting', 1);
    expect(outbox.row('msg_1')?.['last_error']).toBe(reason);
    const pause = Number(outbox.row('msg_1')?.['next_at']) - outbox.now();
    expect(pause).toBeGreaterThanOrEqual(4500);
    expect(pause).toBeLessThanOrEqual(5500);
    sink.answer = answering(204);
    outbox.advance(5500);
    await outbox.reaches('msg_1', 'sent', 2);
  });

  test('is sent again later without an answer', async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    sink.answer = () => undefined;
    outbox.enqueue('msg_1', sink.url);
    outbox.start({ limits: { totalMilliseconds: 300 } });
    await outbox.reaches('msg_1', 'waiting', 1);
    expect(outbox.row('msg_1')?.['last_error']).toBe('did not answer in time');
  });

  test('is not sent to the target of a redirect', { tags: ['promise:F32'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using elsewhere = await webhookSink();
    await using outbox = testOutbox(folder.path);
    sink.answer = answering(307, { location: elsewhere.url });
    outbox.enqueue('msg_1', sink.url);
    outbox.start();
    await outbox.reaches('msg_1', 'waiting', 1);
    expect(outbox.row('msg_1')?.['last_error']).toBe('answered 307, a redirect');
    expect(elsewhere.received).toEqual([]);
  });

  test('is not sent again after 410', { tags: ['promise:F32'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    sink.answer = answering(410);
    outbox.enqueue('msg_1', sink.url);
    outbox.start();
    await outbox.reaches('msg_1', 'given-up', 1);
    outbox.advance(24 * 3_600_000);
    expect(sink.received).toHaveLength(1);
  });

  test.each([429, 503])('is sent again after Retry-After of status %i', async (status) => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    sink.answer = answering(status, { 'retry-after': '3600' });
    outbox.enqueue('msg_1', sink.url);
    outbox.start();
    await outbox.reaches('msg_1', 'waiting', 1);
    expect(outbox.row('msg_1')?.['next_at']).toBe(outbox.now() + 3_600_000);
  });

  test('is delivered if an endless reply starts with status 200', { tags: ['promise:F32'] }, async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    let written = 0;
    sink.answer = (_webhook, response) => {
      const block = Buffer.alloc(16_384);
      const more = () => {
        while (!response.destroyed && written < 2 ** 30) {
          written += block.length;
          if (!response.write(block)) return void response.once('drain', more);
        }
      };
      more();
    };
    outbox.enqueue('msg_1', sink.url);
    outbox.start();
    await outbox.reaches('msg_1', 'sent', 1);
    expect(written).toBeLessThan(32 * 2 ** 20);
  });

  test('is sent again after a TLS failure or an unknown name', async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    outbox.enqueue('msg_tls', sink.url.replace('http:', 'https:'));
    outbox.enqueue('msg_dns', 'http://nowhere.example/');
    const resolve = async () => [];
    outbox.start({ policy: { allowHosts: new Set(), allowLoopback: true, resolve } });
    await outbox.reaches('msg_tls', 'waiting', 1);
    await outbox.reaches('msg_dns', 'waiting', 1);
    expect(outbox.row('msg_dns')?.['last_error']).toBe('its host name was not found');
    expect(String(outbox.row('msg_tls')?.['last_error'])).toMatch(/^can’t be reached, or the connection was lost \(/);
  });

  test('is retried at most ten times', async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    sink.answer = answering(500);
    outbox.enqueue('msg_1', sink.url);
    outbox.start();
    for (let failures = 1; failures <= MAX_RETRIES; failures++) {
      await outbox.reaches('msg_1', 'waiting', failures);
      outbox.advance(Number(outbox.row('msg_1')?.['next_at']) - outbox.now());
    }
    await outbox.reaches('msg_1', 'given-up', MAX_RETRIES + 1);
    expect(sink.received).toHaveLength(MAX_RETRIES + 1);
    expect(outbox.row('msg_1')?.['ended_at']).toBe(outbox.now());
  });
});

describe('forbidden addresses of notifications', { tags: ['promise:F34'] }, () => {
  const strict: AddressPolicy = { allowHosts: new Set(), allowLoopback: false };
  const addresses = [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:10.0.0.1]/',
    'http://0x7f000001/',
    'http://user:secret@hook.example/',
    'ftp://hook.example/',
    'no address',
  ];
  test.each(addresses)('are refused without a retry: %s', async (url) => {
    await using folder = await temporaryFolder();
    await using outbox = testOutbox(folder.path);
    outbox.enqueue('msg_1', url);
    outbox.start({ policy: strict });
    await outbox.reaches('msg_1', 'given-up', 1);
  });

  test('are refused if their name leads to this machine', async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    const answers: { address: string; family: number }[][] = [[], [{ address: '127.0.0.1', family: 4 }]];
    outbox.enqueue('msg_1', `http://hook.example:${sink.port}/`);
    outbox.start({ policy: { ...strict, resolve: async () => answers.shift() ?? [] } });
    await outbox.reaches('msg_1', 'waiting', 1);
    outbox.advance(5500);
    await outbox.reaches('msg_1', 'given-up', 2);
    expect(sink.received).toEqual([]);
  });

  test('an allowed name is resolved only once', async () => {
    await using folder = await temporaryFolder();
    await using sink = await webhookSink();
    await using outbox = testOutbox(folder.path);
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    outbox.enqueue('msg_1', `http://hook.example:${sink.port}/`);
    outbox.start({ policy: { allowHosts: new Set(), allowLoopback: true, resolve } });
    await outbox.reaches('msg_1', 'sent', 1);
    expect(asked).toBe(1);
  });
});
