import type { DestinationMessage, UncheckedMessage } from '#shared/messages/destinations.en.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { RefusedAddressError } from '../network/checked-lookup.ts';
import { isRegion, type StoreAddress } from './store-address.ts';

/**
 * The meaning of a store's answer, or of a missing answer. The message never contains the store's own text, because
 * that may quote the request.
 */
export interface StoreFailure {
  readonly kind: 'refused' | 'failed';
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** S3's or the system's error code, such as `SlowDown` or `ECONNRESET`; empty if there is none. */
  readonly code: string;
  /** Whether the same request may succeed a little later. */
  readonly isTemporary: boolean;
  readonly says: DestinationMessage | UncheckedMessage;
}

/**
 * The error that the modules of this folder throw. `reportedFailure` converts it for callers. It contains no part of
 * the request.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure) {
    super(inEnglish(failure.says));
    this.failure = failure;
  }
}

const NETWORK_CODES = /^(E[A-Z]{3,}|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*(CERT|SSL|TLS)[A-Z_]*)$/;
/**
 * The codes with status 400 that may be temporary, because they concern the transport of the request instead of its
 * content.
 */
const PASSING_CODES = new Set(['RequestTimeout', 'BadDigest', 'IncompleteBody', 'SlowDown', 'Throttling']);

/**
 * Interprets an error of the S3 client. Uses only its status, its code, and a checked region, and never its message.
 */
export function storeFailure(error: unknown, { bucket, region }: StoreAddress): StoreFailure {
  const refusal = refusalIn(error);
  if (refusal !== null)
    return {
      kind: 'refused',
      status: null,
      code: '',
      isTemporary: false,
      says: message('destination/endpoint', { reason: refusal.reason }),
    };
  const status = statusOf(error);
  const code = codeOf(error);
  const failed = (says: StoreFailure['says'], passing = false): StoreFailure => ({
    kind: 'failed',
    status,
    code,
    isTemporary: passing,
    says,
  });
  if (status === null) return failed(networkFailure(error, code), true);

  const answer = [status, code].filter((part) => part !== '').join(' ');
  if (code === 'NoSuchBucket') return failed(message('store/no-bucket', { bucket }));
  if (code === 'RequestTimeTooSkewed' || code === 'RequestExpired') return failed(message('store/clock'));
  const elsewhere = regionOf(error);
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return failed(
      elsewhere === null || elsewhere === region
        ? message('store/other-place', { bucket, region })
        : message('store/other-region', { bucket, region: elsewhere, wanted: region }),
    );
  if (code === 'InvalidAccessKeyId') return failed(message('store/unknown-key'));
  if (code === 'SignatureDoesNotMatch') return failed(message('store/wrong-secret'));
  if (code === 'ExpiredToken' || code === 'TokenRefreshRequired') return failed(message('store/expired'));
  if (status === 401 || status === 403) return failed(message('store/not-allowed', { answer }));
  if (status === 501) return failed(message('store/unknown-request', { answer }));
  if (status === 429 || status >= 500 || code === 'SlowDown') return failed(message('store/busy', { answer }), true);
  return failed(message('store/answered', { answer }), status === 408 || PASSING_CODES.has(code));
}

/** Returns the failure of a request that exceeded its time limit. */
export function overdueFailure(seconds: number): StoreFailure {
  const says = message('store/slow', { seconds: Math.ceil(seconds) });
  return { kind: 'failed', status: null, code: 'ETIMEDOUT', isTemporary: true, says };
}

function refusalIn(error: unknown): RefusedAddressError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof RefusedAddressError) return at;
  if (!(error instanceof AggregateError)) return null;
  return error.errors.find((one) => one instanceof RefusedAddressError) ?? null;
}

function statusOf(error: unknown): number | null {
  const status =
    member(member(error, '$metadata'), 'httpStatusCode') ?? member(member(error, '$response'), 'statusCode');
  return typeof status === 'number' && status > 0 ? status : null;
}

function codeOf(error: unknown): string {
  const candidates = [member(error, 'Code'), member(error, 'code'), member(error, 'name')];
  const plain = candidates.find((name) => typeof name === 'string' && /^[A-Za-z][A-Za-z0-9_.]{1,63}$/.test(name));
  return typeof plain === 'string' && !/^(Error|S3ServiceException|Unknown\w*)$/.test(plain) ? plain : '';
}

function regionOf(error: unknown): string | null {
  const headers = member(member(error, '$response'), 'headers');
  const candidates = [member(headers, 'x-amz-bucket-region'), member(error, 'Region'), member(error, 'BucketRegion')];
  const region = candidates.find((name) => typeof name === 'string' && isRegion(name));
  return typeof region === 'string' ? region : null;
}

function networkFailure(error: unknown, code: string): DestinationMessage {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return message('store/unknown-host');
  if (code === 'ETIMEDOUT' || code === 'TimeoutError' || member(error, 'name') === 'TimeoutError')
    return message('store/silent');
  return message('store/broke-off', { code: NETWORK_CODES.test(code) ? code : null });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
