import type { Client } from '#shared/contract/client.ts';
import { problemCode } from '../client/problem-words.ts';
import { type RetryOptions, withRetries } from './retry.ts';

/** Clears an open upload away in the service; one that is gone already is fine. */
export async function abandonUpload(
  client: Client<Response>,
  parameters: { readonly project: string; readonly upload: string },
  delay: RetryOptions['delay'],
): Promise<void> {
  const { signal } = new AbortController();
  try {
    await withRetries(() => client.call('abandonUpload', { parameters }), {
      signal,
      delay,
      onFailure: () => undefined,
    });
  } catch (error) {
    const code = problemCode(error);
    if (code !== 'upload/not-found' && code !== 'upload/expired') throw error;
  }
}
