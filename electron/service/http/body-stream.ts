import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';

export interface BodyLimits {
  readonly limitBytes: number;
  /** How the limit is called in the contract, for the problem's words. */
  readonly limitName: string;
  readonly idleMilliseconds: number;
  readonly slowest: SlowestBody;
  /** Called when the body is wanted: whoever sent `Expect: 100-continue` waits for that. */
  readonly onRequested: () => void;
  /** Milliseconds that only go forward; the system's unless given. */
  readonly now?: () => number;
}

/**
 * Within so much time of waiting for it, a body has to bring so much: one that only trickles is as idle as a silent
 * one.
 */
export interface SlowestBody {
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * A request's body as it comes. Throws `request/too-large` past the limit, `request/timeout` when nothing
 * or very little came for a while, `request/incomplete` when the client went away; the request is never destroyed, so
 * that it can still be answered.
 */
export async function* bodyStream(request: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array, void> {
  refuseLength(announcedLength(request), limits);
  limits.onRequested();
  const chunks: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  const isTooSlow = slowness(limits.slowest);
  const { now = () => performance.now() } = limits;
  let received = 0;
  let stalled = false;
  try {
    for (;;) {
      const askedAt = now();
      const next = await nextChunk(chunks, limits.idleMilliseconds).catch((error: unknown) => {
        stalled = error instanceof ServiceError;
        throw stalled ? error : new ServiceError('request/incomplete', '', { cause: error });
      });
      if (next.done === true) return;
      received += next.value.byteLength;
      refuseLength(received, limits);
      if (isTooSlow(now() - askedAt, next.value.byteLength)) throw tooSlow(limits.slowest);
      yield next.value;
    }
  } finally {
    // While a chunk is being waited for, the iterator ends only with it.
    if (!stalled) await chunks.return?.();
  }
}

/**
 * All of a body at once. One whose length was announced is put together as it comes: in one go, ten megabytes take most
 * of a tenth of a second where memory is handed out slowly.
 */
export async function readWhole(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const length = announcedLength(request);
  const stream = bodyStream(request, limits);
  if (length === null) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    await nextTurn();
    return whole;
  }
  // Refused before any of it is held.
  refuseLength(length, limits);
  const whole = Buffer.allocUnsafe(length);
  let received = 0;
  for await (const chunk of stream) {
    whole.set(chunk, received);
    received += chunk.byteLength;
  }
  return whole.subarray(0, received);
}

/** What Content-Length says; null when the body comes in HTTP chunks, 0 when there is none. */
export function announcedLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

function refuseLength(bytes: number | null, { limitBytes, limitName }: BodyLimits): void {
  if (bytes === null || bytes <= limitBytes) return;
  throw new ServiceError('request/too-large', message('limit/named', { limit: limitName, most: limitBytes }));
}

/**
 * Counts what comes, and how long it was waited for: not the time that we took with it. Whenever the time of waiting is
 * full, says whether too little came in it, and counts anew.
 */
export function slowness({ milliseconds, bytes }: SlowestBody): (waited: number, came: number) => boolean {
  let [waitedSum, cameSum] = [0, 0];
  return (waited, came) => {
    waitedSum += waited;
    cameSum += came;
    if (waitedSum < milliseconds) return false;
    const isTooSlow = cameSum < bytes;
    [waitedSum, cameSum] = [0, 0];
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
  // When the time is over, nobody is left to hear how this ends.
  next.catch(() => undefined);
  try {
    return await Promise.race([next, idle.promise]);
  } finally {
    clearTimeout(timer);
  }
}
