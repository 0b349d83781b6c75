import { pino } from 'pino';
import { createService, type Service } from '#service/create-service.ts';
import type { ServiceConfig } from '#service/service-config.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { testEnvironment } from './test-environment.ts';

/** The whole service in this process, with the steps that most tests take. */
export interface TestService
  extends TestClient,
    AsyncDisposable,
    Pick<Service, 'url' | 'credentials' | 'newEditorLink'> {
  /** The absolute path. */
  readonly workspace: string;
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
  return {
    ...createTestClient(url, credentials),
    url,
    credentials,
    newEditorLink,
    workspace,
    lines,
    close: service.close,
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
