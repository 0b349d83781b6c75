import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import type { BundleMessages } from '#shared/messages/service/bundle-messages.ts';
import { ServiceError } from '../errors/service-error.ts';

const { bundle: limits, bundleBytes } = serviceLimits;

/** What counts of a bundle, whether it is made or read: nothing is made that would be refused. */
export interface BundleAmounts {
  readonly entries: number;
  /** Of all that is in it, unpacked. */
  readonly bytes: number;
  /** Of the texts among that. */
  readonly textBytes: number;
}

/** Throws `bundle/limit`. */
export function requireAmounts({ entries, bytes, textBytes }: BundleAmounts): void {
  requireAtMost('entries', 'bundle.entries', entries, limits.entries);
  requireAtMost('bytes', 'bundleBytes', bytes, bundleBytes);
  requireAtMost('text-bytes', 'bundle.textBytes', textBytes, limits.textBytes);
}

/** Throws `bundle/limit`. */
export function requireManifestSize(bytes: number): void {
  requireAtMost('manifest-bytes', 'bundle.manifestBytes', bytes, limits.manifestBytes);
}

function requireAtMost(of: BundleMessages['bundle/amount']['of'], limit: string, amount: number, most: number): void {
  if (amount <= most) return;
  throw new ServiceError('bundle/limit', message('bundle/amount', { of, amount, most, limit }));
}

const FREE = 2 ** 20;

/** Whether something unpacks to more than it plausibly would. */
export function isBomb(packed: number, unpacked: number): boolean {
  return unpacked > FREE + packed * limits.ratio;
}
