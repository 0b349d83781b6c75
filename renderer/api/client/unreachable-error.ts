/**
 * The error of a request without a response, because the service stopped or the connection failed. The service may have
 * executed the request.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that throws {@link UnreachableError} for a failed connection. The `TypeError` of the original
 * `fetch` is ambiguous, because it can also be a programming error.
 */
export function withUnreachableError(send: Fetch): Fetch {
  return async (url, request) => {
    try {
      return await send(url, request);
    } catch (error) {
      if (error instanceof TypeError) throw new UnreachableError('The service does not answer.', { cause: error });
      throw error;
    }
  };
}
