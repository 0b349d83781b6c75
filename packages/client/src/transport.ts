import { type CallName, calls, VERSION } from './generated/calls.ts';
import type { CallInputs, ReadHealthAnswer } from './generated/types.ts';
import { type Problem, ProblemError } from './problem-error.ts';

export interface ClientOptions {
  /** Scheme, host, and port of the service, such as `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** The region of the service. Default: `local`. */
  readonly region?: string | undefined;
  /** Replaces the `fetch` of the platform, for example to use a proxy. */
  readonly fetch?: typeof fetch | undefined;
  /** Called with a warning if the versions differ. Default: `console.warn`. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Sends calls and returns their answers. */
export interface Transport {
  readonly region: string;
  /** Makes a call and returns the answer with its unread body. Throws {@link ProblemError}, and errors of `fetch`. */
  readonly open: <Name extends CallName>(
    name: Name,
    input: CallInputs[Name],
    options?: RequestOptions,
  ) => Promise<Response>;
  readonly json: (name: CallName, input: object, options?: RequestOptions) => Promise<unknown>;
  readonly warn: (warning: string) => void;
}

export function createTransport(options: ClientOptions): Transport {
  const { url, region = 'local', fetch: send = fetch, onWarning = (warning) => console.warn(warning) } = options;
  const authorization = `Basic ${base64(new TextEncoder().encode(`${options.key}:${options.secret}`))}`;

  const open = async (name: CallName, input: object, { signal, headers }: RequestOptions = {}): Promise<Response> => {
    const [, , method, path, bodyKind] = calls[name];
    const { body, ...given } = input as { readonly body?: unknown } & Readonly<Record<string, unknown>>;
    const parameters = { ...given, region: given['region'] ?? region };
    const { type, content } = encodeBody(bodyKind, body);
    const used = new Set([...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter));
    const query = Object.entries(parameters).filter(([field]) => !used.has(field) && field !== 'region');
    const sentHeaders = Object.entries(headers ?? {}).filter((each): each is [string, string] => each[1] !== undefined);
    const request: RequestInit & { duplex?: 'half' } = {
      method,
      // A redirect could lead to another host, which must not get the credentials.
      redirect: 'error',
      headers: { authorization, ...(type !== null && { 'content-type': type }), ...Object.fromEntries(sentHeaders) },
      ...(content !== undefined && { body: content }),
      ...(content instanceof ReadableStream && { duplex: 'half' }),
      ...(signal !== undefined && { signal }),
    };
    const answer = await send(
      `${url.replace(/\/+$/, '')}${fillPath(path, parameters)}${queryText(query, '?')}`,
      request,
    );
    if (answer.ok || answer.status === 304) return answer;
    throw await withVersions(await problemOf(answer), name, () => healthOf(send, url));
  };
  return {
    region,
    open,
    json: async (name, input, requestOptions) => (await open(name, input, requestOptions)).json(),
    warn: onWarning,
  };
}

function fillPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encoded(String(parameters[name] ?? '')));
}

/** Formats a query or a form. A list repeats its field; an object becomes JSON. */
function queryText(fields: readonly (readonly [string, unknown])[], prefix: string): string {
  const pairs = fields.flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encoded(name)}=${encoded(textOf(item))}`);
  });
  return pairs.length === 0 ? '' : `${prefix}${pairs.join('&')}`;
}

/** Percent-encodes a text. A lone surrogate has no encoding and becomes the replacement character. */
export function encoded(text: string): string {
  return encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function encodeBody(kind: string, body: unknown): { readonly type: string | null; readonly content?: BodyInit } {
  if (kind === 'none') return { type: null };
  if (kind === 'json') return { type: 'application/json', content: JSON.stringify(body ?? {}) };
  if (kind === 'form') {
    return { type: 'application/x-www-form-urlencoded', content: queryText(Object.entries(body ?? {}), '') };
  }
  if (kind === 'movie') {
    const isXml = typeof body === 'string' && body.trimStart().startsWith('<');
    if (isXml) return { type: 'application/xml', content: body };
    return { type: 'application/json', content: typeof body === 'string' ? body : JSON.stringify(body) };
  }
  return { type: kind === 'xml' ? 'application/xml' : 'application/octet-stream', content: body as BodyInit };
}

async function problemOf(answer: Response): Promise<ProblemError> {
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  if (/^application\/problem\+json\b/i.test(type)) {
    const problem = parsed(text);
    if (problem !== null) return new ProblemError({ ...problem, status: answer.status });
  }
  const detail = `The answer has the status ${answer.status} and is not from a Scenewright service.`;
  return new ProblemError({ code: 'client/unexpected-answer', detail, status: answer.status });
}

function parsed(text: string): Problem | null {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    return typeof problem?.code === 'string' && typeof problem.detail === 'string' ? (problem as Problem) : null;
  } catch {
    return null;
  }
}

/** Adds the versions of client and service to the error of a call that the service does not have. */
async function withVersions(
  error: ProblemError,
  name: CallName,
  health: () => Promise<ReadHealthAnswer | null>,
): Promise<ProblemError> {
  if (error.code !== 'request/not-found') return error;
  const service = (await health())?.version ?? 'unknown';
  const detail = `The service (version ${service}) does not have the call ${name} of this client (version ${VERSION}).`;
  return new ProblemError({
    code: error.code,
    detail,
    status: error.status ?? 404,
    values: { service, client: VERSION },
  });
}

async function healthOf(send: typeof fetch, url: string): Promise<ReadHealthAnswer | null> {
  try {
    return (await (await send(`${url.replace(/\/+$/, '')}/health`, { redirect: 'error' })).json()) as ReadHealthAnswer;
  } catch {
    return null;
  }
}

export function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * Waits before attempt `count` (from 1): twice as long each time, up to 30 s, with jitter. Throws the reason of the
 * signal when it aborts.
 */
export async function pauseBefore(count: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const milliseconds = Math.min(30_000, 250 * 2 ** (count - 1)) * (0.5 + Math.random() / 2);
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
  signal?.throwIfAborted();
}

/** Checks whether a later attempt can succeed: after a lost connection, an overload, or an error of the service. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ProblemError) return error.status === 429 || (error.status ?? 0) >= 500;
  // `fetch` rejects with a TypeError if the connection fails.
  return error instanceof TypeError;
}
