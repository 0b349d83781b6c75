import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreAnswer } from './fake-object-store-operations.ts';

/** The faults in the sent bytes of objects. A count applies to the next answers and decreases with each answer. */
export interface AnswerFaults {
  /** The number of answers with wrong bytes. */
  lies: number;
  /** The number of answers that end in the middle with a closed connection. */
  cuts: number;
  /** The number of answers with fewer bytes than they state. */
  shortened: number;
  /** The number of answers that stop in the middle and stay open. */
  stalls: number;
  /** The rate at which bytes are sent; null for no limit. */
  sendsBytesPerSecond: number | null;
  /** The digest that every object states; null for the digest in its metadata. */
  digest: string | null;
}

export const NO_ANSWER_FAULTS: AnswerFaults = {
  lies: 0,
  cuts: 0,
  shortened: 0,
  stalls: 0,
  sendsBytesPerSecond: null,
  digest: null,
};

/** The size of a chunk at a limited rate. */
const SLOW_BYTES = 1024;

/** Answers a call, with the faults in the bytes of an object. */
export function reply(
  response: ServerResponse,
  request: IncomingMessage,
  { status, headers, body }: StoreAnswer,
  faults: AnswerFaults,
  closing: AbortSignal,
): void {
  const isObject = Buffer.isBuffer(body) && request.method === 'GET';
  const allHeaders = { 'x-amz-request-id': 'fake', ...headers, ...(isObject && digestIn(faults)) };
  if (request.method === 'HEAD') response.writeHead(status, { ...allHeaders, ...digestIn(faults) }).end();
  else if (!isObject) response.writeHead(status, allHeaders).end(body);
  else if (faults.shortened > 0) {
    faults.shortened--;
    const short = body.subarray(0, body.length >> 1);
    response.writeHead(status, { ...allHeaders, 'content-length': String(short.length) }).end(short);
  } else sendObject(response.writeHead(status, allHeaders), changed(body, faults), faults, closing);
}

function sendObject(response: ServerResponse, body: Buffer, faults: AnswerFaults, closing: AbortSignal): void {
  if (faults.cuts > 0) {
    faults.cuts--;
    response.write(body.subarray(0, body.length >> 1), () => response.socket?.resetAndDestroy());
  } else if (faults.stalls > 0) {
    faults.stalls--;
    response.write(body.subarray(0, body.length >> 1));
  } else if (faults.sendsBytesPerSecond !== null)
    sendSlowly(response, body, faults.sendsBytesPerSecond, closing).catch(() => response.destroy());
  else response.end(body);
}

async function sendSlowly(
  response: ServerResponse,
  body: Buffer,
  bytesPerSecond: number,
  closing: AbortSignal,
): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at += SLOW_BYTES) {
    response.write(body.subarray(at, at + SLOW_BYTES));
    await pause((SLOW_BYTES / bytesPerSecond) * 1000, undefined, { signal: closing });
  }
  response.end();
}

function changed(body: Buffer, faults: AnswerFaults): Buffer {
  if (faults.lies <= 0 || body.length === 0) return body;
  faults.lies--;
  const other = Buffer.from(body);
  other.writeUInt8(other.readUInt8(0) ^ 1, 0);
  return other;
}

function digestIn({ digest }: AnswerFaults): Readonly<Record<string, string>> {
  return digest === null ? {} : { 'x-amz-meta-sha256': digest };
}
