import { entityTagsIn } from '../text/http-headers.ts';

/** The conditions of a request (RFC 9110, 13.1), as the values of its headers. */
export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Checks whether a change is allowed. `If-Match` requires that the tag of the present item is in the list ("*": that an
 * item exists). `If-None-Match` requires that it is not in the list ("*": that the item is missing). `current` is the
 * tag; null without an item.
 */
export function mayChange(current: string | null, { ifMatch, ifNoneMatch }: Conditions): boolean {
  // If-Match uses the strong comparison, so a weak tag never matches (RFC 9110, 13.1.1).
  if (ifMatch !== undefined && !matches(current, ifMatch, 'strong')) return false;
  return ifNoneMatch === undefined || !matches(current, ifNoneMatch, 'weak');
}

/** Checks whether the client already has the present item. The answer is then 304 (RFC 9110, 13.1.2). */
export function isKnown(current: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && matches(current, ifNoneMatch, 'weak');
}

function matches(current: string | null, header: string, comparison: 'strong' | 'weak'): boolean {
  if (current === null) return false;
  if (header.trim() === '*') return true;
  return entityTagsIn(header).some((tag) => tag === current || (comparison === 'weak' && tag === `W/${current}`));
}
