import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { type MessageValues, message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';

const { bundle: limits, bundleBytes } = serviceLimits;

/**
 * The amounts in a bundle that are limited. The limits apply to export and import, so no bundle is made that import
 * would refuse.
 */
export interface BundleAmounts {
  readonly entries: number;
  /** The unpacked bytes of all entries. */
  readonly bytes: number;
  /** The bytes of the texts among them. */
  readonly textBytes: number;
}

/** Throws `bundle/limit` if an amount exceeds its limit. */
export function requireAmounts({ entries, bytes, textBytes }: BundleAmounts): void {
  requireAtMost('entries', 'bundle.entries', entries, limits.entries);
  requireAtMost('bytes', 'bundleBytes', bytes, bundleBytes);
  requireAtMost('text-bytes', 'bundle.textBytes', textBytes, limits.textBytes);
}

/** Throws `bundle/limit` if the manifest is too large. */
export function requireManifestSize(bytes: number): void {
  requireAtMost('manifest-bytes', 'bundle.manifestBytes', bytes, limits.manifestBytes);
}

function requireAtMost(of: MessageValues['bundle/amount']['of'], limit: string, amount: number, most: number): void {
  if (amount <= most) return;
  throw new ServiceError('bundle/limit', message('bundle/amount', { of, amount, most, limit }));
}

const ALWAYS_ALLOWED_BYTES = 2 ** 20;

/** Checks whether an entry unpacks to an implausible size. */
export function isBomb(packed: number, unpacked: number): boolean {
  return unpacked > ALWAYS_ALLOWED_BYTES + packed * limits.ratio;
}
