import type { IncomingMessage } from 'node:http';
import { announcedLength } from './body-stream.ts';

/** The maximum size of an unread body that Node itself discards. */
const SMALL_BODY_BYTES = 64 * 1024;

/**
 * Checks whether a large part of the body can still arrive. In that case, the connection must not serve another
 * request.
 */
export function hasUnparsedBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const length = announcedLength(request);
  return length === null || length > SMALL_BODY_BYTES || request.readableFlowing === false;
}
