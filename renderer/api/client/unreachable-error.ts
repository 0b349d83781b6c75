/** The service did not answer: it is not there, or the line broke. What was asked may have been done all the same. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

/** `fetch` that tells a broken line from a broken program: it throws `TypeError` for both. */
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
