import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { failureOf, type RenderFailure } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/storage-failure.ts';

/** Groups of codes that come out of making a film. */
type MakingCode = Extract<
  ErrorCode,
  `${'ffmpeg' | 'render' | 'storage' | 'workspace' | 'destination' | 'farm'}/${string}`
>;

/**
 * Whose fault a failure is. What is the film's comes out the same on every machine, and is an answer. What is the
 * machine's, or that of what lies between it and the store, may go well elsewhere or later: the order is given again.
 */
const FAULTS: Readonly<Record<MakingCode, 'film' | 'machine'>> = {
  'ffmpeg/not-found': 'machine',
  // A film that FFmpeg cannot make stops it everywhere, and tries of it would keep everybody from other films.
  'ffmpeg/failed': 'film',
  'ffmpeg/stalled': 'film',
  'ffmpeg/output-limit': 'film',
  // Bounds of this machine; another may have more.
  'ffmpeg/memory': 'machine',
  'render/memory': 'machine',
  'render/wrong-output': 'film',
  // Another build of the same version may have the encoder, another machine the device.
  'render/format-unavailable': 'machine',
  'render/encoder-unavailable': 'machine',
  'render/not-found': 'film',
  'render/invalid': 'film',
  'render/cancelled': 'film',
  'render/attempts': 'film',
  'render/not-retryable': 'film',
  'render/expired': 'film',
  'render/no-address': 'film',
  'storage/full': 'machine',
  'storage/unwritable': 'machine',
  'storage/missing': 'machine',
  'storage/read-only': 'machine',
  'storage/busy': 'machine',
  'storage/away': 'machine',
  'storage/lost': 'machine',
  'workspace/foreign-store': 'machine',
  'workspace/in-use': 'machine',
  'workspace/newer': 'machine',
  'workspace/damaged': 'machine',
  // Of the farm's own store, which other films need as well.
  'destination/refused': 'machine',
  'destination/failed': 'machine',
  // Whoever gives the order again may put it there first.
  'farm/lacking': 'machine',
  // Of parts: their film's maker makes them itself, so that no bytes are mixed.
  'farm/version': 'film',
  // Said by a service of its workers, and by its settings; no worker says so.
  'farm/failed': 'film',
  'farm/given': 'film',
  'farm/none': 'film',
};

/**
 * What is answered to a failure that nobody else would be spared; null for one after which the order is to be tried
 * again. What is no failure of the catalogue, and not the system's, is ours to mend and would happen everywhere.
 */
export function refusalIn(error: unknown): RenderFailure | null {
  if (error instanceof ServiceError) return faultOf(error.code) === 'film' ? failureOf(error) : null;
  return systemCode(error) === '' ? failureOf(error) : null;
}

function faultOf(code: ErrorCode): 'film' | 'machine' {
  return isOfMaking(code) ? FAULTS[code] : 'film';
}

function isOfMaking(code: ErrorCode): code is MakingCode {
  return Object.hasOwn(FAULTS, code);
}
