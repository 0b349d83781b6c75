import { Webhook } from 'standardwebhooks';

/** Returns the headers of a notification that the service signs now with an API secret. */
export function signed(body: string, secret: string): Record<string, string> {
  const at = new Date();
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(Buffer.from(secret), { format: 'raw' }).sign('msg_1', at, body),
  };
}
