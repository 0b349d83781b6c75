import { RefusedAddressError } from '../network/checked-lookup.ts';
import { isRegion, type StoreAddress } from './store-address.ts';

/** What a store's answer, or its silence, means. Words are ours alone: a store's own may quote what was sent to it. */
export interface StoreFailure {
  readonly kind: 'refused' | 'failed';
  /** The HTTP status, or null where there was no answer. */
  readonly status: number | null;
  /** S3's error code or the system's, such as `SlowDown` or `ECONNRESET`; empty where none can be told. */
  readonly code: string;
  /** Whether the same request may succeed a little later. */
  readonly passing: boolean;
  /** A whole sentence. */
  readonly words: string;
}

/** Thrown inside this folder only; carries nothing of the request. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure) {
    super(failure.words);
    this.failure = failure;
  }
}

const NETWORK_CODES = /^(E[A-Z]{3,}|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*(CERT|SSL|TLS)[A-Z_]*)$/;
/** Of status 400, yet about this one request's transport and not about what it asks for. */
const PASSING_CODES = new Set(['RequestTimeout', 'BadDigest', 'IncompleteBody', 'SlowDown', 'Throttling']);

/** Reads what the S3 client threw. Never copies its message: only status, code and, checked, a region. */
export function storeFailure(error: unknown, { bucket, region }: StoreAddress): StoreFailure {
  const refusal = refusalIn(error);
  if (refusal !== null)
    return { kind: 'refused', status: null, code: '', passing: false, words: `The endpoint ${refusal.message}.` };
  const status = statusOf(error);
  const code = codeOf(error);
  const failed = (words: string, passing = false): StoreFailure => ({ kind: 'failed', status, code, passing, words });
  if (status === null) return failed(networkWords(error, code), true);

  const named = `(${[status, code].filter((part) => part !== '').join(' ')})`;
  if (code === 'NoSuchBucket') return failed(`It has no bucket “${bucket}”.`);
  if (code === 'RequestTimeTooSkewed' || code === 'RequestExpired')
    return failed(
      'The clock of this machine differs too much from the clock of the store: set it right, and try again.',
    );
  const elsewhere = regionOf(error);
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return failed(
      elsewhere === null || elsewhere === region
        ? `The bucket “${bucket}” is not in the region ${region} or not at this endpoint.`
        : `The bucket “${bucket}” is in the region ${elsewhere}, not in ${region}.`,
    );
  if (code === 'InvalidAccessKeyId') return failed('It does not know the access key.');
  if (code === 'SignatureDoesNotMatch') return failed('The secret access key is not the one of the access key.');
  if (code === 'ExpiredToken' || code === 'TokenRefreshRequired') return failed('The credentials have expired.');
  if (status === 401 || status === 403)
    return failed(`The credentials do not allow it, have expired, or are wrong ${named}.`);
  if (status === 501) return failed(`It does not know a part of the request ${named}.`);
  if (status === 429 || status >= 500 || code === 'SlowDown') return failed(`It was busy or broken ${named}.`, true);
  return failed(`It answered ${named}.`, status === 408 || PASSING_CODES.has(code));
}

/** A request that did not end in its time. */
export function overdueFailure(seconds: number): StoreFailure {
  const words = `It did not take the data within ${Math.ceil(seconds)} s.`;
  return { kind: 'failed', status: null, code: 'ETIMEDOUT', passing: true, words };
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

function networkWords(error: unknown, code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of its endpoint is not known.';
  if (code === 'ETIMEDOUT' || code === 'TimeoutError' || member(error, 'name') === 'TimeoutError')
    return 'It did not answer in time.';
  return `It could not be reached, or broke off${NETWORK_CODES.test(code) ? ` (${code})` : ''}.`;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
