import { pino } from 'pino';
import { createService, type Service } from '#service/create-service.ts';
import type { ServiceConfig } from '#service/service-config.ts';
import { type Client, createClient } from '#shared/contract/client.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testEnvironment } from './test-environment.ts';

export interface TestService extends AsyncDisposable, Pick<Service, 'url' | 'credentials' | 'newEditorLink'> {
  readonly workspace: string;
  readonly client: Client<Response>;
  /** Calls `fetch` with credentials and a path. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Every line of the log, in JSON. */
  readonly lines: readonly string[];
  /** Stops the service and keeps its workspace. */
  readonly close: () => Promise<void>;
}

/** Starts the whole service in its own workspace on a free port. Every answer is checked against the contract. */
export async function openService(config: Partial<ServiceConfig> = {}): Promise<TestService> {
  const folder = await temporaryFolder();
  const lines: string[] = [];
  const workspace = config.workspace ?? folder.path;
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    region: 'local',
    credentials: { key: 'key-of-tests', secret: 'secret-of-tests' },
    allowHosts: [],
    hostNames: [],
    clusters: new Map(),
    environment: testEnvironment(),
    bundledFfmpeg: null,
    editor: null,
    logger: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
    clock: Date.now,
    checkAnswers: true,
    ...config,
    workspace,
  });
  const { url, credentials, newEditorLink } = service;
  const authorization = `Basic ${btoa(`${credentials.key}:${credentials.secret}`)}`;
  return {
    url,
    credentials,
    newEditorLink,
    workspace,
    lines,
    client: createClient({ fetch, baseUrl: url, credentials }),
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has('authorization')) headers.set('authorization', authorization);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    close: service.close,
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
