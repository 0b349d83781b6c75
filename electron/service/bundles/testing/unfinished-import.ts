import { request } from 'node:http';
import type { TestService } from '#service/testing/open-service.ts';

/** Sends the beginning of a bundle and then nothing more; what it gives ends the connection. */
export function beginImport({ url, credentials }: Pick<TestService, 'url' | 'credentials'>, bytes: Uint8Array) {
  const authorization = `Basic ${btoa(`${credentials.key}:${credentials.secret}`)}`;
  const outgoing = request(`${url}/v1/bundle`, { method: 'POST', headers: { authorization } });
  const ended = Promise.withResolvers<void>();
  outgoing.on('error', () => ended.resolve());
  outgoing.on('close', () => ended.resolve());
  outgoing.write(bytes);
  return {
    goAway: () => {
      outgoing.destroy();
    },
    /** When the connection is gone, from whichever side. */
    ended: ended.promise,
  };
}
