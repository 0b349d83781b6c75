import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { WriteConditions } from './stores.ts';

/**
 * Throws `asset/precondition` unless the conditions hold for the present asset. `etag` is null if the name is free.
 * If-Match uses the strong comparison, so a weak tag never matches (RFC 9110, 13.1.1). If-None-Match uses the weak
 * comparison (13.1.2).
 */
export function requireConditions(conditions: WriteConditions, etag: string | null): void {
  const { ifMatch = null, ifNoneMatch = null } = conditions;
  if (ifMatch !== null && !matches(ifMatch, etag, false))
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
