import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';

/** Of S3's 1,024 bytes; the rest is left to the prefix. */
const MOST_KEY_BYTES = 512;
/** Escaped, three times as many are what a file's name may have on any disk. */
const MOST_SEGMENT_BYTES = 80;

/** Whether every store can keep an object under it, and no folder leads out of its own. */
export function isKey(key: string): boolean {
  if (!key.isWellFormed() || Buffer.byteLength(key) > MOST_KEY_BYTES || /\p{Cc}/u.test(key)) return false;
  return key
    .split('/')
    .every(
      (segment) =>
        segment !== '' && segment !== '.' && segment !== '..' && Buffer.byteLength(segment) <= MOST_SEGMENT_BYTES,
    );
}

/** Throws {@link ServiceError} `destination/refused` for what is no key; it is not quoted. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new ServiceError('destination/refused', statement('store/key'));
}

/** The order of keys: that of their bytes in UTF-8, as object stores list them. */
export function inKeyOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
