import { entityTagsIn, httpDate } from '../text/http-headers.ts';

/** The result of the conditions (RFC 9110, 13) in a request for a file. */
export type ConditionOutcome = 'proceed' | 'not-modified' | 'failed';

type RequestHeaders = Readonly<Record<string, string | undefined>>;

export interface Validators {
  /** The strong entity tag with its quotes. */
  readonly etag: string;
  /** The time of the last change in milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** Evaluates the conditions of a GET or HEAD in the order of RFC 9110, 13.2.2. */
export function evaluateConditions(headers: RequestHeaders, { etag, modifiedAt }: Validators): ConditionOutcome {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifMatch !== undefined) {
    // "A recipient MUST use the strong comparison function" (13.1.1).
    if (!includesTag(ifMatch, etag, 'strong')) return 'failed';
  } else {
    const unmodifiedSince = dateOf(headers['if-unmodified-since']);
    if (unmodifiedSince !== null && seconds(modifiedAt) > unmodifiedSince) return 'failed';
  }
  // "A recipient MUST ignore If-Modified-Since if the request contains an If-None-Match header field" (13.1.3).
  if (ifNoneMatch !== undefined) return includesTag(ifNoneMatch, etag, 'weak') ? 'not-modified' : 'proceed';
  const modifiedSince = dateOf(headers['if-modified-since']);
  return modifiedSince !== null && seconds(modifiedAt) <= modifiedSince ? 'not-modified' : 'proceed';
}

/** Checks whether `If-Range` allows a range: an exactly equal entity tag or date (13.1.5). */
export function rangeApplies(ifRange: string | undefined, { etag, modifiedAt }: Validators): boolean {
  if (ifRange === undefined) return true;
  return ifRange.includes('"') ? ifRange.trim() === etag : dateOf(ifRange) === seconds(modifiedAt);
}

/**
 * Checks whether a list of entity tags, or `*`, contains a tag. The weak comparison ignores the prefix `W/` (8.8.3.2).
 */
function includesTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  return entityTagsIn(list).some((tag) => (comparison === 'weak' ? opaque(tag) === opaque(etag) : tag === etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** Converts milliseconds to whole seconds since 1970, the precision of header dates. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Parses a date header. Returns null for an invalid date, which "a recipient MUST ignore" (13.1.3, 13.1.4). */
function dateOf(header: string | undefined): number | null {
  const time = httpDate(header);
  return time === null ? null : seconds(time);
}
