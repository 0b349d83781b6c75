import type { ErrorCode } from '../../../../shared/contract/error-codes.ts';
import { ServiceError } from '../../errors/service-error.ts';

/**
 * Whose fault it is that an order was not made. `surroundings`: this machine's disk or its way to the store, so that it
 * takes no others until they are mended. `machine`: another one may be able to, such as with more memory. `order`:
 * nobody would make it. `ours`: a mistake of the program.
 */
export type Fault = 'surroundings' | 'machine' | 'order' | 'ours';

const SURROUNDINGS: ReadonlySet<ErrorCode> = new Set([
  'destination/failed',
  'storage/full',
  'storage/unwritable',
  'storage/missing',
  'ffmpeg/not-found',
]);

const MACHINE: ReadonlySet<ErrorCode> = new Set([
  'ffmpeg/memory',
  'render/memory',
  'ffmpeg/stalled',
  'render/encoder-unavailable',
  'render/format-unavailable',
]);

/** So many try what a machine is too small for; then it is taken for the order's fault. */
const MOST_MACHINES = 3;

/** @param started How often the order was begun, this time included. */
export function whoseFault(error: unknown, started: number): Fault {
  if (!(error instanceof ServiceError)) return 'ours';
  if (SURROUNDINGS.has(error.code)) return 'surroundings';
  if (MACHINE.has(error.code) && started < MOST_MACHINES) return 'machine';
  return 'order';
}
