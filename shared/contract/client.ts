import type { z } from 'zod';
import { basicCredentials, type Credentials } from './basic-credentials.ts';
import type { CallAnswer } from './calls/call.ts';
import { type CallName, callOf, type contract, type ParametersOf, type QueryOf } from './contract.ts';
import { fillPath, queryText } from './request-target.ts';
import { problemDocument } from './shapes/shapes.ts';

/** The dependencies of the client. `fetch` can be the `fetch` function of any platform. */
export interface ClientOptions<Response extends FetchAnswer, Request> {
  readonly fetch: (url: string, request: Request) => Promise<Response>;
  /** Scheme, host, and port of the service; empty for relative addresses. */
  readonly baseUrl: string;
  /** The credentials; null if a proxy adds them. */
  readonly credentials: Credentials | null;
}

/** The second parameter of `fetch`, with only the fields that `RequestInit` has on every platform. */
export interface FetchRequest {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly signal?: unknown;
  readonly redirect?: string;
  readonly duplex?: string;
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
  text(): Promise<string>;
}

/** The error for a problem document from the service. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: z.output<typeof problemDocument>;

  constructor(problem: z.output<typeof problemDocument>) {
    super(problem.detail);
    this.problem = problem;
  }
}

type SpecOf<Name extends CallName> = (typeof contract)[Name]['body'];

/** The body of a call: an object for JSON and forms; otherwise a text, bytes, or a stream that `fetch` accepts. */
type BodyInputOf<Name extends CallName> =
  SpecOf<Name> extends { kind: 'json' | 'form'; schema: infer Schema extends z.ZodType }
    ? { readonly body: z.input<Schema> }
    : SpecOf<Name> extends { kind: 'xml' | 'movie' }
      ? { readonly body: string | Uint8Array }
      : SpecOf<Name> extends { kind: 'file' | 'bytes' }
        ? { readonly body: string | Uint8Array | object }
        : { readonly body?: undefined };

/** The property `Key` with this value. It is optional if all fields of the value are optional. */
type Field<Key extends string, Value> = object extends Value
  ? { readonly [Each in Key]?: Value }
  : Value extends Record<string, never>
    ? { readonly [Each in Key]?: Value }
    : { readonly [Each in Key]: Value };

export type CallInput<Name extends CallName> = Field<'parameters', ParametersOf<Name>> &
  Field<'query', QueryOf<Name>> &
  BodyInputOf<Name> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: unknown };

type Input<Name extends CallName> =
  object extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

type AnswersOf<Name extends CallName> = (typeof contract)[Name]['answers'];
type SchemaOf<Answer> = Answer extends { kind: 'json'; schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : never;
/** The data of the JSON answers of a call. */
export type JsonOf<Name extends CallName> = {
  [Status in keyof AnswersOf<Name>]: SchemaOf<AnswersOf<Name>[Status]>;
}[keyof AnswersOf<Name>];

export interface Client<Response extends FetchAnswer = FetchAnswer> {
  /** Makes a call and returns the data of its JSON answer. Throws {@link ProblemError}, and errors of `fetch`. */
  readonly call: <Name extends CallName>(name: Name, ...input: Input<Name>) => Promise<JsonOf<Name>>;
  /** Makes a call and returns the answer before its body is read. Use it for files, XML, pages, events, and headers. */
  readonly open: <Name extends CallName>(name: Name, ...input: Input<Name>) => Promise<Response>;
}

/** Creates a client with functions for all calls of the contract. */
export function createClient<Response extends FetchAnswer, Request>(
  options: ClientOptions<Response, Request>,
): Client<Response> {
  const open = async (name: CallName, input: AnyInput = {}): Promise<Response> => {
    const { url, request } = requestOf(name, input, options);
    // Platform types are not available here. The request has only fields that every platform accepts.
    const answer = await options.fetch(url, request as Request);
    if (isListed(name, answer)) return answer;
    throw await problemOf(answer);
  };
  return {
    open: (name, ...[input]) => open(name, input),
    call: async (name, ...[input]) => {
      const answer = await open(name, input);
      // Skip validation, because the tests of the service check its answers against the contract.
      return (await answer.json()) as JsonOf<typeof name>;
    },
  };
}

interface AnyInput {
  readonly parameters?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: unknown;
}

/** Returns the URL and the request of a call for `fetch`. */
function requestOf(
  name: CallName,
  input: AnyInput,
  { baseUrl, credentials }: Pick<ClientOptions<FetchAnswer, FetchRequest>, 'baseUrl' | 'credentials'>,
): { readonly url: string; readonly request: FetchRequest } {
  const call = callOf(name);
  const { contentType, body } = encodeBody(call.body.kind, input.body);
  const headers = {
    ...(credentials !== null && { authorization: basicCredentials(credentials) }),
    ...(contentType !== null && { 'content-type': contentType }),
    ...input.headers,
  };
  const url = `${baseUrl}${fillPath(call.path, input.parameters ?? {})}${queryText(input.query ?? {}, '?')}`;
  const request: FetchRequest = {
    method: call.method,
    headers,
    redirect: 'error',
    ...(body !== undefined && { body }),
    ...(typeof body === 'object' && { duplex: 'half' }),
    ...(input.signal !== undefined && { signal: input.signal }),
  };
  return { url, request };
}

function encodeBody(kind: string, body: unknown): { readonly contentType: string | null; readonly body?: unknown } {
  if (kind === 'json') return { contentType: 'application/json', body: JSON.stringify(body) };
  if (kind === 'form' && typeof body === 'object' && body !== null) {
    return { contentType: 'application/x-www-form-urlencoded', body: queryText(body, '') };
  }
  if (kind === 'xml') return { contentType: 'application/xml', body };
  return { contentType: kind === 'none' ? null : 'application/octet-stream', body };
}

function isListed(name: CallName, { status }: FetchAnswer): boolean {
  const answers: Readonly<Record<number, CallAnswer>> = callOf(name).answers;
  return answers[status] !== undefined;
}

async function problemOf(answer: FetchAnswer): Promise<Error> {
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? 'nothing';
  if (/^application\/problem\+json\b/i.test(type)) {
    const problem = problemDocument.safeParse(JSON.parse(text));
    if (problem.success) return new ProblemError(problem.data);
  }
  return new Error(`Unexpected answer: ${answer.status} with ${type}`);
}
