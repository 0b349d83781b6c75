import type { z } from 'zod';
import { basicCredentials, type Credentials } from './basic-credentials.ts';
import type { CallAnswer } from './calls/call.ts';
import { type CallName, callOf, type contract, type ParametersOf, type QueryOf } from './contract.ts';
import { fillPath, queryText } from './request-target.ts';
import { problemDocument } from './shapes/shapes.ts';

/** What the client needs of `fetch`; the one of the platform fits, whichever platform it is and however it types requests. */
export interface ClientOptions<Response extends FetchAnswer, Request> {
  readonly fetch: (url: string, request: Request) => Promise<Response>;
  /** Scheme, host and port; empty where addresses are relative. */
  readonly baseUrl: string;
  /** Null where somebody on the way adds them. */
  readonly credentials: Credentials | null;
}

/** What `fetch` is given: every platform's `RequestInit` has these. */
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

/** The service said no, in its own words. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: z.output<typeof problemDocument>;

  constructor(problem: z.output<typeof problemDocument>) {
    super(problem.detail);
    this.problem = problem;
  }
}

type SpecOf<Name extends CallName> = (typeof contract)[Name]['body'];

/** What a call's body is given as: an object for JSON and forms; text, bytes or a stream that `fetch` takes for the rest. */
type BodyInputOf<Name extends CallName> =
  SpecOf<Name> extends { kind: 'json' | 'form'; schema: infer Schema extends z.ZodType }
    ? { readonly body: z.input<Schema> }
    : SpecOf<Name> extends { kind: 'xml' | 'movie' }
      ? { readonly body: string | Uint8Array }
      : SpecOf<Name> extends { kind: 'file' | 'bytes' }
        ? { readonly body: string | Uint8Array | object }
        : { readonly body?: undefined };

/** `Key` may be left out where all of its value may be. */
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
/** What the call's JSON answers hold. */
export type JsonOf<Name extends CallName> = {
  [Status in keyof AnswersOf<Name>]: SchemaOf<AnswersOf<Name>[Status]>;
}[keyof AnswersOf<Name>];

export interface Client<Response extends FetchAnswer = FetchAnswer> {
  /** Makes a call that answers JSON, and gives what it holds. Throws {@link ProblemError}, and what `fetch` throws. */
  readonly call: <Name extends CallName>(name: Name, ...input: Input<Name>) => Promise<JsonOf<Name>>;
  /** As `call`, and gives the answer as it came, unread: for files, XML, pages, events, and for looking at headers. */
  readonly open: <Name extends CallName>(name: Name, ...input: Input<Name>) => Promise<Response>;
}

/** The interface as functions, made from the contract. */
export function createClient<Response extends FetchAnswer, Request>(
  options: ClientOptions<Response, Request>,
): Client<Response> {
  const open = async (name: CallName, input: AnyInput = {}): Promise<Response> => {
    const { url, request } = requestOf(name, input, options);
    // This layer knows no platform's types; its requests are what all of them take.
    const answer = await options.fetch(url, request as Request);
    if (isListed(name, answer)) return answer;
    throw await problemOf(answer);
  };
  return {
    open: (name, ...[input]) => open(name, input),
    call: async (name, ...[input]) => {
      const answer = await open(name, input);
      // The service checks its answers against the contract in its tests; here they are taken for what they are.
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

/** The address and the request of a call, as `fetch` takes them. */
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
