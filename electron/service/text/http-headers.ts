/**
 * Returns the members of a header's list (RFC 9110, 5.6.1) without surrounding spaces. A comma in quotes does not
 * separate members.
 */
export function listIn(header: string | undefined): readonly string[] {
  const members = (header ?? '').match(/(?:[^,"]|"(?:[^"\\]|\\.)*"|")+/g) ?? [];
  return members.map((member) => member.replace(/^[ \t]+|[ \t]+$/g, '')).filter((member) => member !== '');
}

/** The names of codings that change bytes: the IANA registry, and other names that servers use. */
const CODINGS = new Set([
  ...['aes128gcm', 'br', 'compress', 'dcb', 'dcz', 'deflate', 'exi', 'gzip', 'pack200-gzip', 'zstd'],
  ...['bzip2', 'brotli', 'lz4', 'lzma', 'snappy', 'xz'],
]);

/**
 * Returns the codings in the `Content-Encoding` of an answer that change bytes. Object stores also return a value that
 * was stored with a file, such as an empty text, `utf-8`, or `aws-chunked`. These values do not mean a coding.
 */
export function codingsIn(header: string | undefined): readonly string[] {
  const names = listIn(header).map((name) => name.toLowerCase());
  return names.filter((name) => CODINGS.has(name.replace(/^x-/, '')));
}

/** Returns the entity tags of `If-Match` or `If-None-Match` (RFC 9110, 8.8.3). Omits other members. */
export function entityTagsIn(header: string): readonly string[] {
  return listIn(header).filter((member) => /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(member));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const MONTH = `(?<month>${MONTHS.join('|')})`;
/** The three formats of HTTP dates: IMF-fixdate, RFC 850, and asctime (RFC 9110, 5.6.7). */
const DATES = [
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d\\d)-${MONTH}-(?<short>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** Returns an HTTP date in milliseconds since 1970; null if the text is not a date. */
export function httpDate(header: string | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? '';
  const fields = DATES.map((date) => date.exec(text)?.groups).find((groups) => groups !== undefined);
  if (fields === undefined) return null;
  const of = (name: string) => Number(fields[name] ?? 0);
  const [day, month, hour, minute, second] = [
    of('day'),
    MONTHS.indexOf(fields['month'] ?? ''),
    ...['hour', 'minute', 'second'].map(of),
  ];
  const year = fields['year'] === undefined ? fullYear(of('short'), now) : of('year');
  const isDay = new Date(Date.UTC(year, month, day)).getUTCDate() === day;
  // A leap second is written as 60. `Date.UTC` counts it as the first second of the next minute.
  const isTime = (hour ?? 0) < 24 && (minute ?? 0) < 60 && (second ?? 0) <= 60;
  return isDay && isTime ? Date.UTC(year, month, day, hour, minute, second) : null;
}

/**
 * Returns the full year of a two-digit year: "a timestamp that appears to be more than 50 years in the future" is "the
 * most recent year in the past" (RFC 9110, 5.6.7).
 */
function fullYear(short: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + short;
  return year > thisYear + 50 ? year - 100 : year;
}

/**
 * Returns the delay of `Retry-After` (RFC 9110, 10.2.3) in milliseconds; 0 for a missing or invalid header. The header
 * contains seconds or a date.
 */
export function retryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  return Math.max(0, (httpDate(text, now) ?? now) - now);
}
