import type { IncomingMessage } from 'node:http';
import { announcedLength } from './body-stream.ts';

/** Small bodies that a call does not need are passed over by Node itself. */
const SMALL_BODY_BYTES = 64 * 1024;

/** Whether much of a request's body may still come: its connection serves no other request then. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const length = announcedLength(request);
  return length === null || length > SMALL_BODY_BYTES || request.readableFlowing === false;
}
