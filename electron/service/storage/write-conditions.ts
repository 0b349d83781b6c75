import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { httpDate } from '../text/http-headers.ts';
import type { WriteConditions } from './stores.ts';

/** The validators of the present asset. */
interface Present {
  readonly etag: string;
  /** The time of the last change in milliseconds since 1970. */
  readonly updatedAt: number;
}

/**
 * Throws `asset/precondition` unless the conditions hold for the present asset, which is null if the name is free.
 * If-Match uses the strong comparison, so a weak tag never matches (RFC 9110, 13.1.1). If-None-Match uses the weak
 * comparison (13.1.2). "A recipient MUST ignore If-Unmodified-Since if the request contains an If-Match header field"
 * (13.1.4), or if the date is invalid.
 */
export function requireConditions(conditions: WriteConditions, present: Present | null): void {
  const { ifMatch = null, ifNoneMatch = null, ifUnmodifiedSince = null } = conditions;
  const etag = present?.etag ?? null;
  const unmodifiedSince = ifMatch === null && ifUnmodifiedSince !== null ? httpDate(ifUnmodifiedSince) : null;
  const isModified =
    present !== null && unmodifiedSince !== null && Math.floor(present.updatedAt / 1000) * 1000 > unmodifiedSince;
  if (isModified || (ifMatch !== null && !matches(ifMatch, etag, false)))
    throw new ServiceError(
      'asset/precondition',
      etag === null ? message('state/none') : message('state/now', { etag }),
    );
  if (ifNoneMatch !== null && matches(ifNoneMatch, etag, true))
    throw new ServiceError('asset/precondition', message('state/one', { etag: String(etag) }));
}

function matches(header: string, etag: string | null, weakly: boolean): boolean {
  if (etag === null) return false;
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (weakly && tag === `W/${etag}`));
}
