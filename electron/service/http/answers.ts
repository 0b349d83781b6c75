import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import type { Call } from '#shared/contract/calls/call.ts';
import type { CallName } from '#shared/contract/contract.ts';
import { linkPagePolicy } from '#shared/contract/page-policy.ts';
import { ServiceError } from '../errors/service-error.ts';
import { attachment } from '../text/disposition.ts';
import { openRange, prepareFile } from './file-answer.ts';
import type { CallAnswer, CallRequest } from './handler.ts';

export interface AnswerOptions {
  /**
   * Whether the schema of the contract validates each JSON answer. Only tests enable this validation, because it takes
   * time.
   */
  readonly checkAnswers: boolean;
  readonly heartbeatMilliseconds: number;
  /** The time in milliseconds after which a client that reads nothing is disconnected. */
  readonly stalledMilliseconds: number;
  /** Aborts when the service stops. The abort ends unlimited streams. */
  readonly stopping: AbortSignal;
}

type FileAnswer = Extract<CallAnswer, { readonly file: unknown }>;
type StreamAnswer = Extract<CallAnswer, { readonly stream: unknown }>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The content security policy of the documentation page, which contains its style and loads nothing. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/**
 * The content security policy of files. It permits what the browser's own page for a film or a picture loads.
 */
const FILE_POLICY =
  "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Sends the result of a handler. If it throws, nothing has been sent. */
export async function sendAnswer(
  reply: FastifyReply,
  call: Call,
  answer: CallAnswer,
  request: CallRequest<CallName>,
  options: AnswerOptions,
): Promise<FastifyReply> {
  if ('file' in answer) return await sendFile(reply, answer, request, options);
  if ('stream' in answer) return sendStream(reply, answer, request, options);
  if ('jsonStream' in answer) return await sendPieces(reply, call, answer.jsonStream, request, options);
  requireListed(call, answer.status);
  reply.code(answer.status);
  if ('events' in answer) return sendEvents(reply, answer.events, request, options);
  disconnectWhenStalled(reply, options.stalledMilliseconds);
  reply.header('cache-control', answer.etag === undefined ? 'no-store' : 'private, no-cache');
  if (answer.etag !== undefined) reply.header('etag', answer.etag);
  if (answer.vary !== undefined) reply.header('vary', answer.vary);
  if ('retryAfter' in answer && answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter));
  if ('json' in answer) {
    if (options.checkAnswers) requireShape(call, answer.status, answer.json);
    return await sendText(reply, JSON_TYPE, [JSON.stringify(answer.json)]);
  }
  if ('jsonParts' in answer) {
    if (options.checkAnswers) requireShape(call, answer.status, JSON.parse(answer.jsonParts.join('')));
    return await sendText(reply, JSON_TYPE, answer.jsonParts);
  }
  if ('text' in answer) {
    if (call.answers[answer.status]?.kind === 'html') setPagePolicy(reply, answer.framedBy);
    if (typeof answer.text === 'string') return await sendText(reply, answer.contentType, [answer.text]);
    return reply.header('content-type', answer.contentType).send(Buffer.from(answer.text));
  }
  return reply.send();
}

/** @param framedBy The origins whose pages can embed a page by link; undefined for other pages. */
function setPagePolicy(reply: FastifyReply, framedBy: readonly string[] | undefined): void {
  reply.header('content-security-policy', framedBy === undefined ? PAGE_POLICY : linkPagePolicy(framedBy));
  // Remove this header, because it cannot name origins. The policy replaces it.
  if (framedBy !== undefined && framedBy.length > 0) reply.removeHeader('x-frame-options');
}

function sendEvents(
  reply: FastifyReply,
  events: Readable,
  { head }: CallRequest<CallName>,
  options: AnswerOptions,
): FastifyReply {
  // The header `x-accel-buffering` prevents proxies from buffering events.
  reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  if (!head) return reply.send(eventStream(events, options));
  events.destroy();
  return reply.send();
}

async function sendText(reply: FastifyReply, contentType: string, parts: readonly string[]): Promise<FastifyReply> {
  const { content, length } = await textBytes(parts);
  return reply.headers({ 'content-type': contentType, 'content-length': String(length) }).send(content);
}

async function sendFile(
  reply: FastifyReply,
  { file }: FileAnswer,
  request: CallRequest<CallName>,
  options: AnswerOptions,
): Promise<FastifyReply> {
  releaseAtEnd(reply, file.hold);
  const { status, headers, range } = prepareFile(file, request);
  if (status === 412) throw new ServiceError('asset/precondition');
  if (status === 416) {
    reply.header('content-range', headers['content-range']);
    throw new ServiceError('asset/range', `It has ${file.size} bytes.`);
  }
  const content = range === null ? null : await openRange(file, range, request.signal);
  disconnectWhenStalled(reply, options.stalledMilliseconds);
  reply.code(status).headers(headers).header('content-security-policy', FILE_POLICY);
  return content === null ? reply.send() : reply.send(content);
}

function sendStream(
  reply: FastifyReply,
  { stream }: StreamAnswer,
  request: CallRequest<CallName>,
  options: AnswerOptions,
): FastifyReply {
  const { content, length, contentType, attachment: name, hold } = stream;
  releaseAtEnd(reply, hold);
  releaseAtEnd(reply, { [Symbol.dispose]: () => content.destroy() });
  disconnectWhenStalled(reply, options.stalledMilliseconds);
  reply.code(200).headers({
    'cache-control': 'no-store',
    'content-type': contentType,
    'content-length': String(length),
    'content-disposition': attachment(name),
  });
  return request.head ? reply.send() : reply.send(content);
}

/** Sends JSON in pieces. Each piece is made after the previous one was sent. An error closes the connection. */
async function sendPieces(
  reply: FastifyReply,
  call: Call,
  pieces: AsyncIterable<string>,
  { head }: CallRequest<CallName>,
  options: AnswerOptions,
): Promise<FastifyReply> {
  requireListed(call, 200);
  reply.code(200).headers({ 'cache-control': 'no-store', 'content-type': JSON_TYPE });
  if (head) return reply.send();
  if (options.checkAnswers) {
    let text = '';
    for await (const piece of pieces) text += piece;
    requireShape(call, 200, JSON.parse(text));
    return reply.send(text);
  }
  const content = Readable.from(pieces, { highWaterMark: 1 });
  releaseAtEnd(reply, { [Symbol.dispose]: () => content.destroy() });
  disconnectWhenStalled(reply, options.stalledMilliseconds);
  return reply.send(content);
}

/** Disconnects a client that reads nothing for this time. Call this once per answer, before it is sent. */
export function disconnectWhenStalled(reply: FastifyReply, stalledMilliseconds: number): void {
  const { socket } = reply.raw;
  const onStalled = () => socket?.destroy();
  socket?.setTimeout(stalledMilliseconds, onStalled);
  // Remove the listener, because the connection stays open for other requests. Node sets its own timeout when an answer
  // ends.
  reply.raw.once('close', () => socket?.off('timeout', onStalled));
}

/** Releases the hold when the answer ends, or immediately if the client has disconnected. */
function releaseAtEnd(reply: FastifyReply, hold: Disposable): void {
  if (reply.raw.closed || reply.raw.destroyed) hold[Symbol.dispose]();
  else reply.raw.once('close', () => hold[Symbol.dispose]());
}

function requireListed(call: Call, status: number): void {
  if (call.answers[status] !== undefined) return;
  throw new Error(`${call.method} ${call.path} cannot answer ${status}`);
}

/** Checks that the JSON has exactly the fields of the contract, because the schemas would ignore unknown keys. */
function requireShape(call: Call, status: number, json: unknown): void {
  const answer = call.answers[status];
  if (answer?.kind !== 'json') throw new Error(`${call.method} ${call.path} ${status} does not answer JSON`);
  const sent: unknown = JSON.parse(JSON.stringify(json));
  const parsed = answer.schema.parse(sent);
  if (!isDeepStrictEqual(parsed, sent)) {
    throw new Error(`${call.method} ${call.path} answers what is not in its schema: ${JSON.stringify(json)}`);
  }
}

const HEARTBEAT = ':\n\n';

/**
 * Sends server-sent events. A regular comment keeps the connection alive and detects a client that has disconnected. A
 * client that reads nothing between two comments is disconnected. The stream and its source end together.
 */
function eventStream(
  source: Readable,
  { heartbeatMilliseconds, stopping }: { readonly heartbeatMilliseconds: number; readonly stopping: AbortSignal },
): Readable {
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  // Whether the client has not yet read all earlier data. It is disconnected if this lasts until the next comment.
  let isBackedUp = false;
  // Whether the last event is complete. A comment must not interrupt an event.
  let isBetweenEvents = true;
  const timer = setInterval(() => {
    if (isBackedUp) return end();
    if (isBetweenEvents) isBackedUp = !out.write(HEARTBEAT);
  }, heartbeatMilliseconds);
  const end = () => {
    clearInterval(timer);
    stopping.removeEventListener('abort', finish);
    source.destroy();
    out.destroy();
  };
  const finish = () => out.end();
  stopping.addEventListener('abort', finish);
  out.write(HEARTBEAT);
  out.on('drain', () => {
    isBackedUp = false;
    source.resume();
  });
  out.on('close', end);
  source.on('data', (chunk: Buffer | string) => {
    isBetweenEvents = chunk.toString().endsWith('\n\n');
    if (out.write(chunk)) return;
    isBackedUp = true;
    source.pause();
  });
  source.on('end', finish);
  source.on('error', end);
  source.on('close', finish);
  return out;
}

/** The maximum number of characters that are encoded and sent without a pause. */
const PIECE_CHARACTERS = 2 ** 17;

/** Encoded text and its length in bytes. */
export interface TextBytes {
  readonly length: number;
  readonly content: Buffer | Readable;
}

/**
 * Encodes consecutive texts as UTF-8. Encodes and sends long text in pieces, because 14 MB in one piece blocked other
 * requests for 0.2 s.
 * @param parts The texts. They are not joined first, because that would also block the thread.
 */
async function textBytes(parts: readonly string[]): Promise<TextBytes> {
  const pieces: Buffer[] = [];
  for (const part of parts)
    for (let start = 0; start < part.length; ) {
      const end = endOfPiece(part, start);
      pieces.push(Buffer.from(part.slice(start, end)));
      if (end - start >= PIECE_CHARACTERS) await nextTurn();
      start = end;
    }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const isShort = length <= PIECE_CHARACTERS;
  return { length, content: isShort ? Buffer.concat(pieces) : Readable.from(oneByOne(pieces), { objectMode: false }) };
}

/** Returns the end of a piece. Does not split a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE_CHARACTERS;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

async function* oneByOne(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}
