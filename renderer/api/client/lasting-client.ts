import { type Client, createClient } from '#shared/contract/client.ts';
import { sessionPathPrefix } from './own-address.ts';
import { withUnreachableError } from './unreachable-error.ts';

/**
 * Creates a client whose requests outlive the page. Their bodies are limited to 64 KiB (Fetch, 4.6); a larger one fails
 * immediately.
 */
export function createLastingClient(): Client<Response> {
  return createClient({
    fetch: withUnreachableError((url, request) => fetch(url, { ...request, keepalive: true })),
    baseUrl: sessionPathPrefix,
    credentials: null,
  });
}
