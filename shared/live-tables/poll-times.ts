/** The permitted and the default interval between requests to an address, in seconds. */
export const pollSeconds = { minimum: 15, usual: 60, maximum: 86_400 } as const;

/** The maximum random change of an interval as a fraction. It prevents simultaneous requests for several tables. */
const JITTER = 0.1;
/** The maximum pause between attempts after errors, in seconds. */
const MAX_PAUSE = 15 * 60;

/** The result of a request to an address. */
export type PollResult =
  /** The address answered. `maxAge` is the number of seconds in `Cache-Control`; null if absent. */
  | { readonly kind: 'answered'; readonly maxAge: number | null }
  /** The address answered 429 or 503. `retryAfter` is a number of seconds; null if absent. */
  | { readonly kind: 'busy'; readonly retryAfter: number | null }
  | { readonly kind: 'failed' };

export interface NextPoll {
  readonly seconds: number;
  /** The number of consecutive failed requests. */
  readonly failures: number;
}

/**
 * Returns the time until the next request.
 * @param every The interval of the table in seconds.
 * @param random A random number from 0 to 1.
 */
export function nextPoll(result: PollResult, before: { every: number; failures: number; random: number }): NextPoll {
  const { every, failures, random } = before;
  const interval = Math.min(pollSeconds.maximum, Math.max(pollSeconds.minimum, every));
  const varied = (seconds: number) => seconds * (1 - JITTER + 2 * JITTER * random);
  if (result.kind === 'answered') {
    const age = Math.min(pollSeconds.maximum, result.maxAge ?? 0);
    return { seconds: age > interval ? age : varied(interval), failures: 0 };
  }
  const pause = Math.min(MAX_PAUSE, 2 ** Math.min(failures, 20));
  const requestedSeconds = result.kind === 'busy' ? Math.min(pollSeconds.maximum, result.retryAfter ?? 0) : 0;
  return { seconds: Math.max(requestedSeconds, varied(pause)), failures: failures + 1 };
}

/** Returns the seconds of `max-age` in a `Cache-Control` header; null if it is absent or caching is forbidden. */
export function maxAgeOf(header: string | undefined): number | null {
  const directives = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return null;
  const digits = directives
    .map((part) => /^max-age="?(\d{1,10})"?$/.exec(part)?.[1])
    .find((found) => found !== undefined);
  return digits === undefined ? null : Number(digits);
}
