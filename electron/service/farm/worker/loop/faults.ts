import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ServiceError } from '../../../errors/service-error.ts';

/**
 * Whose fault it is that an order was neither made nor refused. `surroundings`: this machine's disk or its way to the
 * store, so that it takes no others until they are mended. `machine`: another one may be able to, such as with more
 * memory. `order`: nobody was. `ours`: a mistake of the program.
 */
export type Fault = 'surroundings' | 'machine' | 'order' | 'ours';

const SURROUNDINGS: ReadonlySet<ErrorCode> = new Set([
  'destination/failed',
  'destination/refused',
  'storage/full',
  'storage/unwritable',
  'storage/missing',
  'storage/read-only',
  'ffmpeg/not-found',
]);

/** So many try what a machine is too small for, or does not find; then it is taken for the order's fault. */
const MOST_MACHINES = 3;
/** While a store is away hardly anything is begun. What always comes to grief with it does so at some object of its own. */
const MOST_SURROUNDINGS = 200;

/**
 * @param failure What the system says of a disk has a code of the catalogue by now.
 * @param tries How often the order was tried in vain with this failure, this time included.
 */
export function whoseFault(failure: unknown, tries: number): Fault {
  if (!(failure instanceof ServiceError)) return 'ours';
  if (SURROUNDINGS.has(failure.code)) return tries < MOST_SURROUNDINGS ? 'surroundings' : 'order';
  return tries < MOST_MACHINES ? 'machine' : 'order';
}
