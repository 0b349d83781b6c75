import { entityTagsIn } from '../text/http-headers.ts';

/** Conditions of a request (RFC 9110, 13.1), as headers. */
export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Whether a change may be made: `If-Match` needs what is there to have one of its tags ("*" that something is there),
 * `If-None-Match` needs that it has none of them ("*" that nothing is there). `current` is null where nothing is.
 */
export function mayChange(current: string | null, { ifMatch, ifNoneMatch }: Conditions): boolean {
  // RFC 9110, 13.1.1: If-Match is compared strongly, so a weak tag never matches.
  if (ifMatch !== undefined && !matches(current, ifMatch, 'strong')) return false;
  return ifNoneMatch === undefined || !matches(current, ifNoneMatch, 'weak');
}

/** Whether a reader has it already: RFC 9110, 13.1.2, answered by 304. */
export function isKnown(current: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && matches(current, ifNoneMatch, 'weak');
}

function matches(current: string | null, header: string, comparison: 'strong' | 'weak'): boolean {
  if (current === null) return false;
  if (header.trim() === '*') return true;
  return entityTagsIn(header).some((tag) => tag === current || (comparison === 'weak' && tag === `W/${current}`));
}
