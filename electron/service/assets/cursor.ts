import { ServiceError } from '../errors/service-error.ts';

/** Encodes the key of the last item of a page. The result is the cursor of the next page. */
export function cursorOf(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Decodes a cursor. Throws `request/invalid` for text that no list returned as a cursor. */
export function textInCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(text) !== cursor) throw invalidCursor();
  return text;
}

/** Returns the error for an invalid cursor. */
export function invalidCursor(): ServiceError {
  return new ServiceError('request/invalid', 'The cursor isn’t from this service.');
}
