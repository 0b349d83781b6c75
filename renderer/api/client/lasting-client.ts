import { type Client, createClient } from '#shared/contract/client.ts';
import { ownPrefix } from './own-address.ts';
import { tellingFetch } from './unreachable-error.ts';

/** A client whose requests outlive the page. A body has at most 64 KiB then (Fetch, 4.6); a larger one fails at once. */
export function createLastingClient(): Client<Response> {
  return createClient({
    fetch: tellingFetch((url, request) => fetch(url, { ...request, keepalive: true })),
    baseUrl: ownPrefix,
    credentials: null,
  });
}
