/** The error of a stopped service or a failed connection. The service may have executed the request. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that distinguishes a failed connection from a programming error. `fetch` throws `TypeError` for
 * both.
 */
export function tellingFetch(send: Fetch): Fetch {
  return async (url, request) => {
    try {
      return await send(url, request);
    } catch (error) {
      if (error instanceof TypeError) throw new UnreachableError('The service does not answer.', { cause: error });
      throw error;
    }
  };
}
