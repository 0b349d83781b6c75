import type { IncomingMessage } from 'node:http';
import { ZodObject, type ZodType } from 'zod';
import { otherKind } from '#shared/batch/decode-table.ts';
import type { CallBody } from '#shared/contract/calls/call.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { decodeText } from '#shared/lib/decode-text.ts';
import { pathWritten, searchRepeatedNames } from '#shared/lib/repeated-names.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieBody } from '../inspection/inspect.ts';
import { parseJson } from '../json/json-text.ts';
import { parsedPaced } from '../json/parsed-paced.ts';
import { listIn } from '../text/http-headers.ts';
import { yieldRegularly } from '../waiting/yield-regularly.ts';
import { announcedLength, type BodyLimits, bodyStream, readWholeBody } from './body-stream.ts';
import { digestsOf } from './digests.ts';
import { checkFields, collectFields, type Fields, parseFields } from './form-fields.ts';
import type { ByteBody } from './handler.ts';
import { boundaryOf, multipartFields, multipartFile } from './multipart-parts.ts';

/** The names of body limits in the contract, by kind. */
const limitNames = {
  file: 'assetBytes',
  bytes: 'chunkBytes',
  xml: 'templateBytes',
  movie: 'templateBytes',
  json: 'jsonBytes',
  form: 'formBytes',
} as const;

/**
 * Reads the body of a request according to the contract. Streams bodies of the kinds `file` and `bytes`. Throws
 * `request/encoding`, `request/content-type`, `request/invalid`, the errors of {@link bodyStream}, and zod's errors.
 */
export async function readBody(
  request: IncomingMessage,
  body: CallBody,
  options: Pick<BodyLimits, 'idleMilliseconds' | 'slowest' | 'onRequested'>,
): Promise<ReadBody> {
  if (body.kind === 'none') return withoutWarnings(null);
  refuseEncoding(request);
  refuseContentRange(request, body);
  refuseMultipart(request, body);
  const isWrapped = mediaType(request) === 'multipart/form-data';
  const limitBytes = body.limitBytes + (isWrapped && isByteBody(body) ? ENVELOPE_BYTES : 0);
  const limitName = (body.kind === 'file' ? body.limitName : undefined) ?? limitNames[body.kind];
  const limits: BodyLimits = { limitBytes, limitName, ...options };
  const length = announcedLength(request);
  if (length !== null && length > limitBytes) {
    throw new ServiceError('request/too-large', message('limit/named', { limit: limits.limitName, most: limitBytes }));
  }
  switch (body.kind) {
    case 'file':
    case 'bytes':
      return await readFile(request, limits);
    case 'xml': {
      const type = mediaType(request);
      const xml = await readWholeBody(request, limits);
      // Some clients send every text as JSON, so accept XML with this type.
      if (isJson(type) && !/^\uFEFF?\s*</.test(xml.toString('utf8')))
        throw new ServiceError(
          'request/content-type',
          `The content type is ${type}, but a template is XML. Send it as application/xml.`,
        );
      return withoutWarnings(xml);
    }
    case 'movie':
      return withoutWarnings(movieBody(mediaType(request), await readWholeBody(request, limits)));
    case 'json': {
      const { json, repeatedFields } = await readJson(request, limits, body.numbers);
      const value = await parsedPaced(body.schema, json);
      return { value, unusedFields: unknownFieldsOf(body.schema, json), repeatedFields };
    }
    case 'form': {
      const fields = await readForm(request, limits);
      const checked = checkFields(body.schema, fields);
      if (!checked.success) throw checked.error;
      return { ...withoutWarnings(checked.data), unusedFields: unknownFieldsOf(body.schema, fields) };
    }
    default:
      return assertNever(body);
  }
}

/** A parsed body. */
export interface ReadBody {
  readonly value: unknown;
  /**
   * The names of fields that are not in the contract. For a file in a form, the list is complete when the file has been
   * read.
   */
  readonly unusedFields: readonly string[];
  /** The paths of duplicate fields in the JSON, such as `rows[2].name`. */
  readonly repeatedFields: readonly string[];
}

function withoutWarnings(value: unknown): ReadBody {
  return { value, unusedFields: [], repeatedFields: [] };
}

/** The maximum number of reported names. A user corrects a few names at a time. */
const MAX_UNUSED = 100;

/** Returns the keys of an object that its schema ignores. */
export function unknownFieldsOf(schema: ZodType, value: unknown): readonly string[] {
  if (!(schema instanceof ZodObject) || schema.def.catchall !== undefined) return [];
  if (typeof value !== 'object' || value === null) return [];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.shape, name));
  return unknown.slice(0, MAX_UNUSED);
}

async function readFile(request: IncomingMessage, limits: BodyLimits): Promise<ReadBody> {
  if (mediaType(request) !== 'multipart/form-data') return withoutWarnings(rawBytes(request, limits));
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  // "Content-Digest" covers the whole content (RFC 9530, 2), not only the file in it.
  const { contentType, stream, otherFields, texts } = await multipartFile(bodyStream(request, limits), boundary);
  const value: ByteBody = { stream, length: null, contentType, sha256: null, formFields: texts };
  return { ...withoutWarnings(value), unusedFields: otherFields };
}

/** The maximum size of the heads and fields around a file in a form, in bytes. */
const ENVELOPE_BYTES = 64 * 1024;

function isByteBody({ kind }: CallBody): boolean {
  return kind === 'file' || kind === 'bytes';
}

/**
 * Refuses `Content-Range`: "An origin server SHOULD respond with a 400 (Bad Request) status code if it receives
 * Content-Range on a PUT for a target resource that does not support partial PUT requests" (RFC 9110, 14.5). For
 * chunks, the header is allowed because uploaders send it; the chunk number determines the position.
 */
function refuseContentRange(request: IncomingMessage, { kind }: CallBody): void {
  if (kind === 'bytes' || request.headers['content-range'] === undefined) return;
  throw new ServiceError(
    'request/invalid',
    'Content-Range isn’t supported here. Send the complete content, or a large file in chunks (POST /chunked/videos/{project}).',
  );
}

/**
 * Refuses unsupported multipart types. A multipart body is accepted for a file, a chunk, or fields. In all three cases,
 * the service parses the form before it stores the content.
 */
function refuseMultipart(request: IncomingMessage, body: CallBody): void {
  const type = mediaType(request);
  if (!type.startsWith('multipart/') || body.kind === 'json' || body.kind === 'form') return;
  if (type === 'multipart/form-data' && isByteBody(body)) return;
  throw new ServiceError(
    'request/content-type',
    isByteBody(body)
      ? 'Send the raw bytes, or a single file as multipart/form-data.'
      : 'Send only the template, as application/xml or application/json.',
  );
}

function rawBytes(request: IncomingMessage, limits: BodyLimits): ByteBody {
  const digests = digestsOf(request);
  // The store computes and compares the SHA-256 of all files.
  const sha256 = digests.find(({ header, algorithm }) => header === 'Content-Digest' && algorithm === 'sha256') ?? null;
  return {
    stream: bodyStream(
      request,
      limits,
      digests.filter((digest) => digest !== sha256),
    ),
    length: announcedLength(request),
    contentType: request.headers['content-type'] ?? null,
    sha256: sha256?.hex ?? null,
  };
}

/**
 * Chooses XML or JSON by the content type, or otherwise by the first character. A JSON template always starts with a
 * brace, and XML never does. Throws `request/content-type` if the body has the other format.
 */
function movieBody(type: string, bytes: Buffer): MovieBody {
  const first = firstCharacter(bytes);
  if (isJson(type)) {
    if (first === '<')
      throw new ServiceError(
        'request/content-type',
        `The body is XML, but its content type is ${type}. Send it as application/xml.`,
      );
    return { spelling: 'json', bytes };
  }
  if (/^(?:application|text)\/(?:.+\+)?xml$/.test(type)) {
    if (first === '{')
      throw new ServiceError(
        'request/content-type',
        `The body is JSON, but its content type is ${type}. Send it as application/json.`,
      );
    return { spelling: 'xml', bytes };
  }
  return { spelling: first === '{' ? 'json' : 'xml', bytes };
}

/** Returns the first character of a text after white space and a byte order mark. */
function firstCharacter(bytes: Buffer): string {
  return bytes
    .subarray(0, 1024)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .charAt(0);
}

async function readJson(
  request: IncomingMessage,
  limits: BodyLimits,
  numbers: 'as-written' | undefined,
): Promise<{ readonly json: unknown; readonly repeatedFields: readonly string[] }> {
  const type = mediaType(request);
  if (SPREADSHEET.test(type))
    throw new ServiceError(
      'request/content-type',
      'Save the spreadsheet as CSV and send its rows as application/json.',
    );
  if (type !== '' && !isJson(type)) throw new ServiceError('request/content-type', 'Send application/json.');
  const bytes = await readWholeBody(request, limits);
  refuseOtherFile(bytes);
  return { json: await parseJson(bytes, { numbers }), repeatedFields: await repeatedFieldsIn(bytes) };
}

async function repeatedFieldsIn(json: Uint8Array): Promise<readonly string[]> {
  const yieldTurn = yieldRegularly();
  const paths: string[] = [];
  for (const repeated of searchRepeatedNames(json)) {
    if (repeated !== null) paths.push(pathWritten(repeated.path));
    await yieldTurn();
  }
  return paths;
}

/** Refuses files of other kinds, such as spreadsheets, which users send in place of the JSON rows of a batch. */
function refuseOtherFile(bytes: Uint8Array): void {
  const kind = otherKind(bytes);
  if (kind === null) return;
  const isSheet = kind === 'excel' || kind === 'open-document' || kind === 'numbers';
  throw new ServiceError(
    'request/invalid',
    isSheet
      ? 'The body is a spreadsheet, not JSON. Save it as CSV and send its rows as JSON.'
      : 'The body is another file, not JSON. Send JSON in UTF-8.',
  );
}

const SPREADSHEET = /^(?:application\/vnd\.(?:ms-excel|openxmlformats-officedocument|oasis\.opendocument)|text\/csv$)/;

async function readForm(request: IncomingMessage, limits: BodyLimits): Promise<Fields> {
  const type = mediaType(request);
  if (type === 'application/x-www-form-urlencoded' || type === '') {
    return parseFields(textOf(await readWholeBody(request, limits)));
  }
  if (type !== 'multipart/form-data') {
    throw new ServiceError('request/content-type', 'Send application/x-www-form-urlencoded or multipart/form-data.');
  }
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  return collectFields(await multipartFields(bodyStream(request, limits), boundary));
}

function textOf(bytes: Buffer): string {
  const text = decodeText(bytes);
  if (text === null) throw new ServiceError('request/invalid', 'The body isn’t UTF-8.');
  return text;
}

/**
 * Refuses coded bodies. For transfer codings: "A server that receives a request message with a transfer coding it does
 * not understand SHOULD respond with 501" (RFC 9112, 6.1).
 */
function refuseEncoding(request: IncomingMessage): void {
  const transferCodings = listIn(headerOf(request, 'transfer-encoding'));
  if (transferCodings.some((coding) => !/^(?:chunked|identity)$/i.test(coding)))
    throw new ServiceError('request/transfer-encoding');
  const codings = listIn(headerOf(request, 'content-encoding'));
  if (codings.some((coding) => coding.toLowerCase() !== 'identity')) throw new ServiceError('request/encoding');
}

/** Returns the content type without its parameters; empty without the header. */
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
