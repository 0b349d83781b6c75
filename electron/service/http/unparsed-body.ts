import type { IncomingMessage } from 'node:http';
import { announcedLength } from './body-stream.ts';

/** Node itself discards small bodies that a call does not need. */
const SMALL_BODY_BYTES = 64 * 1024;

/** Checks whether a large part of the body can still arrive. If so, the connection serves no other request. */
export function hasUnparsedBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const length = announcedLength(request);
  return length === null || length > SMALL_BODY_BYTES || request.readableFlowing === false;
}
