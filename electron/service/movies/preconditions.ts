import { entityTagsIn } from '../text/http-headers.ts';

/** The conditions of a request (RFC 9110, 13.1), as the values of its headers. */
export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Checks whether a change is allowed. `If-Match` requires that its list contains the tag of the current item (`*`
 * requires that the item exists). `If-None-Match` requires that its list does not contain that tag (`*` requires that
 * the item is missing). `current` is the tag; null if the item is missing.
 */
export function meetsPreconditions(current: string | null, { ifMatch, ifNoneMatch }: Conditions): boolean {
  // If-Match uses the strong comparison, so a weak tag never matches (RFC 9110, 13.1.1).
  if (ifMatch !== undefined && !matches(current, ifMatch, 'strong')) return false;
  return ifNoneMatch === undefined || !matches(current, ifNoneMatch, 'weak');
}

/** Checks whether the client already has the current item. The answer is then 304 (RFC 9110, 13.1.2). */
export function isNotModified(current: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && matches(current, ifNoneMatch, 'weak');
}

function matches(current: string | null, header: string, comparison: 'strong' | 'weak'): boolean {
  if (current === null) return false;
  if (header.trim() === '*') return true;
  return entityTagsIn(header).some((tag) => tag === current || (comparison === 'weak' && tag === `W/${current}`));
}
