import { pino } from 'pino';
import { createHttpServer } from '#service/server/server.ts';
import { type Client, createClient } from '#shared/contract/client.ts';
import type { Handlers } from '../handler.ts';
import { type ServerLimits, serverLimits } from '../server-limits.ts';

export const testCredentials = { key: 'key-of-tests', secret: 'secret-of-tests' } as const;

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly client: Client<Response>;
  /** Sends a request to a path of the server with credentials, as `fetch` does. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** All log lines, as JSON. */
  readonly lines: readonly string[];
}

/** Opens only the HTTP server, on a free port, with the handlers of the test. */
export async function openServer(
  handlers: Partial<Handlers>,
  options: {
    readonly limits?: Partial<ServerLimits>;
    readonly hostNames?: readonly string[];
    readonly publicAddress?: string;
    readonly checkAnswers?: boolean;
  } = {},
): Promise<TestServer> {
  const lines: string[] = [];
  const server = createHttpServer({
    handlers,
    region: 'local',
    credentials: testCredentials,
    hostNames: options.hostNames ?? [],
    publicAddress: () => options.publicAddress ?? null,
    limits: { ...serverLimits, ...options.limits },
    logger: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
    checkAnswers: options.checkAnswers ?? true,
    editor: null,
  });
  const port = await server.listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    lines,
    client: createClient({
      fetch,
      baseUrl: url,
      credentials: testCredentials,
    }),
    fetch: (path, init = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { authorization, ...(init.headers as Record<string, string>) } }),
    [Symbol.asyncDispose]: () => server.close(0),
  };
}

/** The header with the test credentials. */
export const authorization = `Basic ${btoa(`${testCredentials.key}:${testCredentials.secret}`)}`;
