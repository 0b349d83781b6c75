import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createTestClient, type TestClient } from './test-client.ts';
import { testEnvironment } from './test-environment.ts';
import { testedProgram } from './tested-program.ts';
import { waitUntil } from './wait-until.ts';

const WATCH = resolve(import.meta.dirname, 'watch-event-loop.ts');

/** The service in its own process, which a test can kill. */
export interface ServiceProcess extends TestClient, AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  /** Returns the printed output. */
  readonly output: () => string;
  /** Returns the longest time in milliseconds that the event loop was blocked since the last call. */
  longestBlock(): Promise<number>;
  /**
   * Returns the longest processor time in milliseconds that the main thread used without a pause since the last call.
   * The value does not depend on the load of the machine.
   */
  longestTask(): Promise<number>;
  /** Kills the service without notice and waits for its end. */
  kill(): Promise<void>;
  /** Asks the service to stop, waits, and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the service in the given workspace on a free port. It is killed at the end of the scope. */
export async function startServiceProcess(
  workspace: string,
  options: {
    readonly args?: readonly string[];
    readonly environment?: NodeJS.ProcessEnv;
    /** The API secret. */
    readonly secret?: string;
    /** Whether {@link ServiceProcess.longestBlock} and {@link ServiceProcess.longestTask} are available. */
    readonly watched?: boolean;
  } = {},
): Promise<ServiceProcess> {
  const credentials = { key: 'key-of-tests', secret: options.secret ?? 'secret-of-tests' };
  const { key, secret } = credentials;
  const child = spawn(
    process.execPath,
    [
      ...(options.watched === true ? ['--import', WATCH] : []),
      testedProgram('serve/main.ts'),
      '--workspace',
      workspace,
      '--port',
      '0',
      '--allow-host',
      '127.0.0.1',
      ...(options.args ?? []),
    ],
    {
      env: { ...testEnvironment(), SCENEWRIGHT_API_KEY: key, SCENEWRIGHT_API_SECRET: secret, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit').then(([code]: readonly (number | null)[]) => code ?? null);
  let output = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += String(data);
      const [, found] = /listening on (\S+)\n/.exec(output) ?? [];
      if (found !== undefined) ready.resolve(found);
    });
  void ended.then(() => ready.reject(new Error(`the service ended before it was ready: ${output}`)));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const measured = async () => {
    const before = output.length;
    child.kill('SIGUSR2');
    const report = () => /longest block (\d+) ms, longest stretch of work (\d+) ms\n/.exec(output.slice(before));
    await waitUntil(() => report() !== null);
    const [, blocked, work] = report() ?? [];
    return { blocked: Number(blocked), work: Number(work) };
  };
  const url = await ready.promise.catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return {
    ...createTestClient(url, credentials),
    pid: child.pid ?? 0,
    url,
    output: () => output,
    longestBlock: async () => (await measured()).blocked,
    longestTask: async () => (await measured()).work,
    kill,
    stop: async () => {
      child.kill('SIGTERM');
      return await ended;
    },
    [Symbol.asyncDispose]: kill,
  };
}
