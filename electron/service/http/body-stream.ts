import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { digestsOf, type ExpectedDigest, verified } from './digests.ts';

export interface BodyLimits {
  readonly limitBytes: number;
  /** The name of the limit in the contract. The problem document contains it. */
  readonly limitName: string;
  readonly idleMilliseconds: number;
  readonly slowest: SlowestBody;
  /** Called when the body is needed. Sends `100 Continue` to a client with `Expect: 100-continue`. */
  readonly onRequested: () => void;
  /** A monotonic clock in milliseconds; by default the system's. */
  readonly now?: () => number;
}

/** The minimum number of bytes that must arrive in a period of waiting. A slower body is idle. */
export interface SlowestBody {
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * Reads the body of a request and verifies its digests. Throws `request/too-large` above the limit, `request/timeout`
 * if too few bytes arrive, `request/incomplete` if the client disconnects, `upload/digest`, and the errors of
 * {@link digestsOf}. Never destroys the request, so the service can still answer it.
 * @param digests The digests to verify; by default all.
 */
export function bodyStream(
  request: IncomingMessage,
  limits: BodyLimits,
  digests: readonly ExpectedDigest[] = digestsOf(request),
): AsyncGenerator<Uint8Array, void> {
  const received = receivedBytes(request, limits);
  return digests.length === 0 ? received : verified(received, digests);
}

async function* receivedBytes(request: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array, void> {
  refuseLength(announcedLength(request), limits);
  limits.onRequested();
  const chunks: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  const isTooSlow = createRateCheck(limits.slowest);
  const { now = () => performance.now() } = limits;
  let received = 0;
  let hasTimedOut = false;
  try {
    for (;;) {
      const requestedAt = now();
      const next = await nextChunk(chunks, limits.idleMilliseconds).catch((error: unknown) => {
        hasTimedOut = error instanceof ServiceError;
        throw hasTimedOut ? error : new ServiceError('request/incomplete', '', { cause: error });
      });
      if (next.done === true) return;
      received += next.value.byteLength;
      refuseLength(received, limits);
      if (isTooSlow(now() - requestedAt, next.value.byteLength)) throw tooSlow(limits.slowest);
      yield next.value;
    }
  } finally {
    // Do not call `return` after a timeout, because it would wait for the pending chunk.
    if (!hasTimedOut) await chunks.return?.();
  }
}

/**
 * Reads a whole body. If its length was announced, copies each chunk as it arrives. Copying 10 MB in one step takes up
 * to 0.1 s on a machine with slow memory allocation.
 */
export async function readWholeBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const length = announcedLength(request);
  const stream = bodyStream(request, limits);
  if (length === null) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    await nextTurn();
    return whole;
  }
  // Refuse a body that is too long before memory is allocated for it.
  refuseLength(length, limits);
  const whole = Buffer.allocUnsafe(length);
  let received = 0;
  for await (const chunk of stream) {
    whole.set(chunk, received);
    received += chunk.byteLength;
  }
  return whole.subarray(0, received);
}

/** Returns the value of Content-Length; null for chunked transfer, and 0 without a body. */
export function announcedLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

function refuseLength(bytes: number | null, { limitBytes, limitName }: BodyLimits): void {
  if (bytes === null || bytes <= limitBytes) return;
  throw new ServiceError('request/too-large', message('limit/named', { limit: limitName, most: limitBytes }));
}

/**
 * Returns a function that adds up the waiting times and the received bytes. Work of the service itself does not count
 * as waiting. At the end of each period, the function returns whether too few bytes arrived, and starts a new period.
 * At other times, it returns false.
 */
export function createRateCheck({ milliseconds, bytes }: SlowestBody): (waited: number, received: number) => boolean {
  let [waitedSum, receivedSum] = [0, 0];
  return (waited, received) => {
    waitedSum += waited;
    receivedSum += received;
    if (waitedSum < milliseconds) return false;
    const isTooSlow = receivedSum < bytes;
    [waitedSum, receivedSum] = [0, 0];
    return isTooSlow;
  };
}

function tooSlow({ milliseconds, bytes }: SlowestBody): ServiceError {
  return new ServiceError('request/timeout', `Fewer than ${bytes} bytes arrived in ${milliseconds / 1000} s.`);
}

async function nextChunk(chunks: AsyncIterator<Uint8Array>, milliseconds: number): Promise<IteratorResult<Uint8Array>> {
  const idle = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    idle.reject(new ServiceError('request/timeout', `No data arrived for ${milliseconds / 1000} s (idleBodySeconds).`));
  }, milliseconds);
  const next = chunks.next();
  // Prevent an unhandled rejection after the timeout.
  next.catch(() => undefined);
  try {
    return await Promise.race([next, idle.promise]);
  } finally {
    clearTimeout(timer);
  }
}
