import { request } from 'node:http';
import type { TestService } from '#service/testing/open-service.ts';

/** Sends the start of a bundle and then waits. Returns functions that end the connection and wait for its end. */
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
    /** Resolves when the client or the service has closed the connection. */
    ended: ended.promise,
  };
}
