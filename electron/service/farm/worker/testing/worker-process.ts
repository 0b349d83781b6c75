import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testedProgram } from '#service/testing/tested-program.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';

/** A worker process that tests can stop and kill. */
export interface WorkerProcess extends AsyncDisposable {
  readonly pid: number;
  /** Returns all output. */
  readonly output: () => string;
  /** Returns the messages of its log, in order. */
  readonly messages: () => readonly string[];
  /** Resolves when the worker is ready; rejects if it ends earlier. */
  readonly isHere: Promise<void>;
  /** Returns the address of its metrics, once it is ready. */
  readonly metrics: () => string;
  /** Resolves with the exit code when the process has ended; null if it was killed. */
  readonly ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Returns the process ids of its running FFmpeg processes. */
  tools(): Promise<readonly number[]>;
}

/** Starts a worker, which is killed at the end of the scope. */
export function startWorkerProcess(options: {
  readonly args: readonly string[];
  readonly cache: string;
  readonly environment?: NodeJS.ProcessEnv;
}): WorkerProcess {
  const program = testedProgram('farm/worker/main.ts');
  const child = spawn(process.execPath, [program, '--cache', options.cache, '--metrics-port', '0', ...options.args], {
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The last output arrives after `exit`, but before `close`.
  const ended = once(child, 'close').then(([code]: readonly (number | null)[]) => code ?? null);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += String(data);
    });
  const logged = () =>
    output.split('\n').flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []));
  const messages = () => logged().map(({ msg }) => String(msg));
  const isHere = waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`the worker ended before it was here: ${output}`);
    return messages().includes('the worker is ready');
  });
  // Prevent an unhandled rejection in tests of failing starts.
  isHere.catch(() => undefined);
  const readyLine = () => logged().find(({ msg }) => msg === 'the worker is ready');
  return {
    pid: child.pid ?? 0,
    output: () => output,
    messages,
    isHere,
    metrics: () => `http://127.0.0.1:${readyLine()?.metrics}`,
    ended,
    signal: (signal) => void child.kill(signal),
    tools: async () => {
      const names = await readdir(join(String(readyLine()?.cache), 'processes'));
      return names.map((name) => Number.parseInt(name, 10)).filter(isRunning);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
