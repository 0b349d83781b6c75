import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CallBody } from '../../../../shared/contract/call.ts';
import { assertNever } from '../../../../shared/lib/assert.ts';
import { statement } from '../../../../shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { MovieBody } from '../../inspection/inspect.ts';
import type { ByteBody } from '../calls/handler.ts';
import { announcedLength, type BodyLimits, bodyStream, readWhole } from './body-stream.ts';
import { parseContentDigest } from './content-digest.ts';
import { collectFields, type Fields, parseFields } from './form-fields.ts';
import { parseJson } from './json-text.ts';
import { multipartFields } from './multipart-fields.ts';
import { multipartFile } from './multipart-file.ts';
import { boundaryOf } from './multipart-parts.ts';
import { parsedPaced } from './parsed-paced.ts';

/** How the limits of bodies are called in the contract, by kind. */
const limitNames = {
  file: 'assetBytes',
  bytes: 'chunkBytes',
  xml: 'templateBytes',
  movie: 'templateBytes',
  json: 'jsonBytes',
  form: 'formBytes',
} as const;

/**
 * Reads a request's body as the contract has it; for `file` and `bytes` only as it is then streamed. Throws
 * `request/encoding`, `request/content-type`, `request/invalid`, what {@link bodyStream} throws, and zod's errors.
 */
export async function readBody(
  request: IncomingMessage,
  body: CallBody,
  options: Pick<BodyLimits, 'idleMilliseconds' | 'slowest' | 'onWanted'>,
): Promise<unknown> {
  if (body.kind === 'none') return null;
  refuseEncoding(request);
  const { limitBytes } = body;
  const limitName = (body.kind === 'file' ? body.limitName : undefined) ?? limitNames[body.kind];
  const limits: BodyLimits = { limitBytes, limitName, ...options };
  const length = announcedLength(request);
  if (length !== null && length > limitBytes) {
    throw new ServiceError(
      'request/too-large',
      statement('limit/named', { limit: limits.limitName, most: limitBytes }),
    );
  }
  switch (body.kind) {
    case 'file':
      return await readFile(request, limits);
    case 'bytes':
      return rawBytes(request, limits);
    case 'xml':
      return await readWhole(request, limits);
    case 'movie':
      return movieBody(mediaType(request), await readWhole(request, limits));
    case 'json':
      return await parsedPaced(body.schema, await readJson(request, limits));
    case 'form':
      return body.schema.parse(await readForm(request, limits));
    default:
      return assertNever(body);
  }
}

async function readFile(request: IncomingMessage, limits: BodyLimits): Promise<ByteBody> {
  if (mediaType(request) !== 'multipart/form-data') return rawBytes(request, limits);
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const sha256 = parseContentDigest(headerOf(request, 'content-digest'));
  const whole = bodyStream(request, limits);
  const { contentType, stream } = await multipartFile(sha256 === null ? whole : verified(whole, sha256), boundary);
  return { stream, length: null, contentType, sha256: null };
}

/** "Content-Digest" is of the whole content (RFC 9530, 2): here of the multipart body, not of the file in it. */
async function* verified(stream: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new ServiceError('upload/digest');
}

function rawBytes(request: IncomingMessage, limits: BodyLimits): ByteBody {
  return {
    stream: bodyStream(request, limits),
    length: announcedLength(request),
    contentType: request.headers['content-type'] ?? null,
    sha256: parseContentDigest(headerOf(request, 'content-digest')),
  };
}

/** The content type decides; where it says neither, the first character does: XML never begins with a brace. */
function movieBody(type: string, bytes: Buffer): MovieBody {
  if (isJson(type)) return { spelling: 'json', bytes };
  if (/^(?:application|text)\/(?:.+\+)?xml$/.test(type)) return { spelling: 'xml', bytes };
  const first = bytes
    .subarray(0, 1024)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .charAt(0);
  return { spelling: first === '{' ? 'json' : 'xml', bytes };
}

async function readJson(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const type = mediaType(request);
  if (type !== '' && !isJson(type)) throw new ServiceError('request/content-type', 'Send application/json.');
  return await parseJson(await readWhole(request, limits));
}

async function readForm(request: IncomingMessage, limits: BodyLimits): Promise<Fields> {
  const type = mediaType(request);
  if (type === 'application/x-www-form-urlencoded' || type === '') {
    return parseFields(textOf(await readWhole(request, limits)));
  }
  if (type !== 'multipart/form-data') {
    throw new ServiceError('request/content-type', 'Send application/x-www-form-urlencoded or multipart/form-data.');
  }
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  return collectFields(await multipartFields(bodyStream(request, limits), boundary));
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw notAForm('The body is not UTF-8.', error);
  }
}

function notAForm(detail: string, cause: unknown): ServiceError {
  return new ServiceError('request/invalid', detail, { cause });
}

function refuseEncoding(request: IncomingMessage): void {
  const encoding = headerOf(request, 'content-encoding');
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new ServiceError('request/encoding');
}

/** The content type without its parameters; empty where there is none. */
function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isJson(type: string): boolean {
  return /^application\/(?:.+\+)?json$/.test(type);
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
