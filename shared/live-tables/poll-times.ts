/** The interval between requests to an address, in seconds. */
export const pollSeconds = { minimum: 15, usual: 60, maximum: 86_400 } as const;

/** The share by which an interval is longer or shorter, so that several tables are not read at the same time. */
const JITTER = 0.1;
/** The longest time between attempts after errors, in seconds. */
const LONGEST_PAUSE = 15 * 60;

/** The result of a request to an address. */
export type PollResult =
  /** The address answered. `maxAge` are the seconds of `Cache-Control`; null without them. */
  | { readonly kind: 'answered'; readonly maxAge: number | null }
  /** The address answered 429 or 503. `retryAfter` are seconds; null without them. */
  | { readonly kind: 'busy'; readonly retryAfter: number | null }
  | { readonly kind: 'failed' };

export interface NextPoll {
  readonly seconds: number;
  /** The number of failed requests in a row. */
  readonly failures: number;
}

/**
 * Returns the time until the next request.
 * @param every The interval of the table in seconds.
 * @param random A number from 0 to 1.
 */
export function nextPoll(result: PollResult, before: { every: number; failures: number; random: number }): NextPoll {
  const { every, failures, random } = before;
  const interval = Math.min(pollSeconds.maximum, Math.max(pollSeconds.minimum, every));
  const varied = (seconds: number) => seconds * (1 - JITTER + 2 * JITTER * random);
  if (result.kind === 'answered') {
    const age = Math.min(pollSeconds.maximum, result.maxAge ?? 0);
    return { seconds: age > interval ? age : varied(interval), failures: 0 };
  }
  const pause = Math.min(LONGEST_PAUSE, 2 ** Math.min(failures, 20));
  const asked = result.kind === 'busy' ? Math.min(pollSeconds.maximum, result.retryAfter ?? 0) : 0;
  return { seconds: Math.max(asked, varied(pause)), failures: failures + 1 };
}

/** Returns the seconds of `max-age` in a `Cache-Control` header; null without them, and if caching is forbidden. */
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
