import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { type MessageValues, message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';

const { bundle: limits, bundleBytes } = serviceLimits;

/**
 * The limited amounts in a bundle. The limits apply to both export and import, so every exported bundle can be
 * imported.
 */
export interface BundleAmounts {
  readonly entries: number;
  /** The unpacked size of all entries in bytes. */
  readonly bytes: number;
  /** The unpacked size of the texts among the entries in bytes. */
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

/** Checks whether the stated size of an entry is implausibly large. */
export function isBomb(packed: number, unpacked: number): boolean {
  return unpacked > ALWAYS_ALLOWED_BYTES + packed * limits.ratio;
}
