/** The interval between requests to an address, in seconds. */
const pollSeconds = { minimum: 15, usual: 60, maximum: 86_400 } as const;

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

/**
 * Returns the seconds of a `Retry-After` header, which has seconds or a date (RFC 9110, section 10.2.3); null for
 * any other text.
 * @param now Milliseconds since 1970.
 */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  const text = (header ?? '').trim();
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const at = text === '' ? Number.NaN : httpTime(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const HTTP_TIME = /^[A-Za-z]{3}, (\d{2}) ([A-Za-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/** Returns the milliseconds since 1970 of a time such as `Sun, 06 Nov 1994 08:49:37 GMT`; NaN for other texts. */
function httpTime(text: string): number {
  const [, day = '', name = '', year = '', hour = '', minute = '', second = ''] = HTTP_TIME.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase());
  if (month < 0) return Number.NaN;
  return (
    (daysSince1970(Number(year), month + 1, Number(day)) * 86_400 +
      Number(hour) * 3600 +
      Number(minute) * 60 +
      Number(second)) *
    1000
  );
}

/** Returns the days since 1970-01-01 of a date of the Gregorian calendar, whose years begin in March here. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + day - 1 - 719_468;
}
