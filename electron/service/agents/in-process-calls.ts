import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { type CallName, callOf } from '#shared/contract/contract.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ByteBody, CallAnswer, Handlers } from '../http/handler.ts';

/** The calls of the contract, made in this process: the HTTP handlers run without a connection. */
export interface InProcessCalls {
  /** Makes a call and returns its JSON. Throws the handler's errors, and zod's errors for invalid fields. */
  readonly json: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    signal: AbortSignal,
  ) => Promise<JsonOf<Name>>;
  /** Makes a call and returns its bytes: a file, XML, or a text. Throws `request/too-large` above 64 MiB. */
  readonly bytes: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    signal: AbortSignal,
  ) => Promise<{ readonly bytes: Uint8Array; readonly etag: string | null }>;
  /** Makes a call and writes its file to a new path. Throws the system's error if the path exists. */
  readonly save: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    path: string,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** The bytes of a body. `open` returns a new stream, which a repeated call needs. `length` is in bytes. */
export interface ByteSource {
  readonly open: () => Readable;
  readonly length: number;
}

interface FileBody {
  readonly bytes: Uint8Array | ByteSource;
  readonly contentType: string | null;
}

/** The maximum size in bytes of a file that a tool reads into memory. */
const MAX_READ = 64 * 2 ** 20;

/** The scheme and the host of addresses in answers. Tools do not return these addresses. */
const ORIGIN = 'http://localhost';

/**
 * Creates the calls. `handlers` is a function because its result includes the assistants' handlers, which use these
 * calls.
 */
export function createInProcessCalls(handlers: () => Handlers): InProcessCalls {
  const answer = async (name: CallName, input: AnyInput, signal: AbortSignal): Promise<CallAnswer> => {
    const call = callOf(name);
    const request = {
      parameters: call.parameters.parse(input.parameters ?? {}),
      query: call.query.parse(asTexts(input.query ?? {})),
      headers: { ...input.headers },
      body: bodyOf(call.body, input.body),
      unusedFields: [],
      repeatedFields: [],
      unusedParameters: [],
      head: false,
      origin: ORIGIN,
      signal,
    };
    // The schemas of the call validated the request. The type of the table does not relate the handler to the name.
    const handler = handlers()[name] as unknown as (checked: typeof request) => Promise<CallAnswer>;
    return await handler(request);
  };
  return {
    json: async (name, input, signal) => {
      const answered = await answer(name, input as AnyInput, signal);
      return jsonOf(answered) as JsonOf<typeof name>;
    },
    bytes: async (name, input, signal) => await bytesOf(await answer(name, input as AnyInput, signal), signal),
    save: async (name, input, path, signal) => {
      const answered = await answer(name, input as AnyInput, signal);
      if (!('file' in answered)) throw new Error('the call answers with no file');
      using _hold = answered.file.hold;
      const target = createWriteStream(path, { flags: 'wx' });
      await once(target, 'open');
      try {
        await pipeline(await streamOf(answered.file, signal), target, { signal });
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
  };
}

interface AnyInput {
  readonly parameters?: object;
  readonly query?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Converts the parameters to the texts of a query string. */
function asTexts(query: object): Readonly<Record<string, string>> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function bodyOf(spec: ReturnType<typeof callOf>['body'], body: unknown): unknown {
  switch (spec.kind) {
    case 'json':
    case 'form':
      return spec.schema.parse(body);
    case 'file':
    case 'bytes': {
      const { bytes, contentType } = body as FileBody;
      const stream = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes.open();
      const file: ByteBody = { stream, length: bytes.length, contentType, sha256: null };
      return file;
    }
    case 'xml':
      return body;
    default:
      return null;
  }
}

function jsonOf(answer: CallAnswer): unknown {
  if ('json' in answer) return answer.json;
  if ('jsonParts' in answer) return JSON.parse(answer.jsonParts.join(''));
  throw new Error('the call answers with no JSON');
}

async function bytesOf(answer: CallAnswer, signal: AbortSignal) {
  if ('text' in answer) {
    const bytes = typeof answer.text === 'string' ? new TextEncoder().encode(answer.text) : answer.text;
    return { bytes, etag: answer.etag ?? null };
  }
  if (!('file' in answer)) throw new Error('the call answers with no bytes');
  const { file } = answer;
  using _hold = file.hold;
  if (file.size > MAX_READ)
    throw new ServiceError('request/too-large', `A tool can read up to ${MAX_READ / 2 ** 20} MiB.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await streamOf(file, signal)) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), etag: file.etag };
}

type AnswerFile = Extract<CallAnswer, { readonly file: unknown }>['file'];

async function streamOf(file: AnswerFile, signal: AbortSignal): Promise<Readable> {
  return 'path' in file ? createReadStream(file.path) : await file.read({ start: 0, end: file.size }, signal);
}
