import { ServiceError } from '../errors/service-error.ts';

/** What leads to the next page of a list, made of what its last item is found by. */
export function cursorOf(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** What a cursor was made of. Throws `request/invalid` for one that no list has given. */
export function textInCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(text) !== cursor) throw notOurs();
  return text;
}

/** What is thrown where a cursor leads nowhere. */
export function notOurs(): ServiceError {
  return new ServiceError('request/invalid', 'The cursor isn’t from this service.');
}
