import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../client/src/index.ts';

// The secret and the signature are from the tests of Standard Webhooks.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const VECTOR = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const VECTOR_BODY = '{"test": 2432232314}';
const VECTOR_TIME = new Date(1_614_265_330_000);

const body = JSON.stringify({ type: 'render.succeeded', timestamp: '2026-01-01T00:00:00Z', data: { id: 'r' } });
const now = new Date();

function signed(text: string, at = now): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', at, text),
  };
}

const refused = (reason: string) => ({ name: 'ProblemError', code: 'webhook/refused', reason });
const without = (name: string) => Object.fromEntries(Object.entries(signed(body)).filter(([each]) => each !== name));

test('accepts the vector of Standard Webhooks', async () => {
  await expect(verifyWebhook(VECTOR, VECTOR_BODY, SECRET, VECTOR_TIME)).resolves.toMatchObject({ test: 2_432_232_314 });
});

test('returns a notification from text or bytes with its id', async () => {
  await expect(verifyWebhook(signed(body), body, SECRET)).resolves.toMatchObject({
    type: 'render.succeeded',
    id: 'msg_1',
    data: { id: 'r' },
  });
  const bytes = new TextEncoder().encode(body);
  await expect(verifyWebhook(signed(body), bytes, SECRET)).resolves.toMatchObject({ id: 'msg_1' });
});

test('accepts headers of fetch and headers in any case', async () => {
  await expect(verifyWebhook(new Headers(signed(body)), body, SECRET)).resolves.toMatchObject({ id: 'msg_1' });
  const upper = Object.fromEntries(Object.entries(signed(body)).map(([name, value]) => [name.toUpperCase(), value]));
  await expect(verifyWebhook(upper, body, SECRET)).resolves.toMatchObject({ id: 'msg_1' });
});

test('accepts an API secret as the service uses it', async () => {
  const at = new Date();
  const signature = new Webhook(Buffer.from('a long secret ü'), { format: 'raw' }).sign('msg_1', at, body);
  const headers = { ...signed(body, at), 'webhook-signature': signature };
  await expect(verifyWebhook(headers, body, 'a long secret ü')).resolves.toMatchObject({ id: 'msg_1' });
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
  'refuses a notification without %s',
  async (name) => {
    await expect(verifyWebhook(without(name), body, SECRET)).rejects.toMatchObject(refused('missing-header'));
  },
);

test('refuses a signature for another body', async () => {
  await expect(verifyWebhook(signed(`${body} `), body, SECRET)).rejects.toMatchObject(refused('signature'));
});

test('refuses a signature without its value', async () => {
  const headers = { ...signed(body), 'webhook-signature': 'v1,' };
  await expect(verifyWebhook(headers, body, SECRET)).rejects.toMatchObject(refused('signature'));
});

test('refuses a signature with another version', async () => {
  const headers = signed(body);
  const other = { ...headers, 'webhook-signature': headers['webhook-signature']?.replace('v1,', 'v2,') };
  await expect(verifyWebhook(other, body, SECRET)).rejects.toMatchObject(refused('signature'));
});

test.each([-301, 301])('refuses a notification whose time differs by %i seconds', async (seconds) => {
  const at = new Date(now.getTime() + seconds * 1000);
  await expect(verifyWebhook(signed(body, at), body, SECRET, now)).rejects.toMatchObject(refused('time'));
});

test('refuses a malformed time', async () => {
  const headers = { ...signed(body), 'webhook-timestamp': 'hello' };
  await expect(verifyWebhook(headers, body, SECRET)).rejects.toMatchObject(refused('time'));
});

test('accepts one right signature among several', async () => {
  const headers = signed(body);
  const several = `v1,AAAA v2,BBBB ${headers['webhook-signature']} v1,no-base64!`;
  await expect(verifyWebhook({ ...headers, 'webhook-signature': several }, body, SECRET)).resolves.toMatchObject({
    id: 'msg_1',
  });
});

test('accepts a body of 1 MB', async () => {
  const large = JSON.stringify({ type: 'render.failed', timestamp: '', data: { text: 'ü'.repeat(500_000) } });
  await expect(verifyWebhook(signed(large), large, SECRET)).resolves.toMatchObject({ type: 'render.failed' });
});
