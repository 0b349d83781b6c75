import { entityTagsIn, httpDate } from '../text/http-headers.ts';

/** What a client's conditions (RFC 9110, 13) make of reading a file. */
export type ConditionOutcome = 'proceed' | 'not-modified' | 'failed';

type RequestHeaders = Readonly<Record<string, string | undefined>>;

export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** Evaluates the conditions of a GET or HEAD in the order of RFC 9110, 13.2.2. */
export function evaluateConditions(headers: RequestHeaders, { etag, modifiedAt }: Validators): ConditionOutcome {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifMatch !== undefined) {
    // "A recipient MUST use the strong comparison function" (13.1.1).
    if (!namesTag(ifMatch, etag, 'strong')) return 'failed';
  } else {
    const unmodifiedSince = dateOf(headers['if-unmodified-since']);
    if (unmodifiedSince !== null && seconds(modifiedAt) > unmodifiedSince) return 'failed';
  }
  // "A recipient MUST ignore If-Modified-Since if the request contains an If-None-Match header field" (13.1.3).
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag, 'weak') ? 'not-modified' : 'proceed';
  const modifiedSince = dateOf(headers['if-modified-since']);
  return modifiedSince !== null && seconds(modifiedAt) <= modifiedSince ? 'not-modified' : 'proceed';
}

/** Whether `If-Range` lets a Range be answered as one: an entity tag or a date that match exactly (13.1.5). */
export function rangeApplies(ifRange: string | undefined, { etag, modifiedAt }: Validators): boolean {
  if (ifRange === undefined) return true;
  return ifRange.includes('"') ? ifRange.trim() === etag : dateOf(ifRange) === seconds(modifiedAt);
}

/** Whether a list of entity tags, or `*`, names one. Weakly, the prefix `W/` does not count (8.8.3.2). */
function namesTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  return entityTagsIn(list).some((tag) => (comparison === 'weak' ? opaque(tag) === opaque(etag) : tag === etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** Whole seconds since 1970, which is all that a date in a header tells. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** "A recipient MUST ignore" a date that is none (13.1.3, 13.1.4); null then. */
function dateOf(header: string | undefined): number | null {
  const time = httpDate(header);
  return time === null ? null : seconds(time);
}
