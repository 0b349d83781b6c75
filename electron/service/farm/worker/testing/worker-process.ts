import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testedProgram } from '#service/testing/tested-program.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';

/** A worker as its own process, to be stopped and killed. */
export interface WorkerProcess extends AsyncDisposable {
  readonly pid: number;
  /** What it has logged and said, line by line. */
  readonly output: () => string;
  /** Messages of its log, in order. */
  readonly messages: () => readonly string[];
  /** Settles once it has said that it is here; rejects when it ends before. */
  readonly isHere: Promise<void>;
  /** Address of its metrics, once it is here. */
  readonly metrics: () => string;
  /** The exit code, once it has ended; null for one that was killed. */
  readonly ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Numbers of the FFmpeg processes that it runs now. */
  tools(): Promise<readonly number[]>;
}

/** Starts a worker; killed at the end of the scope. */
export function startWorkerProcess(options: {
  readonly args: readonly string[];
  readonly cache: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Whether its orders come back to others sooner than usual once it was killed. */
  readonly isHasty?: boolean;
}): WorkerProcess {
  const program = testedProgram(options.isHasty === true ? 'farm/testing/hasty-worker.ts' : 'farm/worker/main.ts');
  const child = spawn(process.execPath, [program, '--cache', options.cache, '--metrics-port', '0', ...options.args], {
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code]: readonly (number | null)[]) => code ?? null);
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
  // Those who do not wait for it want it to end.
  isHere.catch(() => undefined);
  const hello = () => logged().find(({ msg }) => msg === 'the worker is ready');
  return {
    pid: child.pid ?? 0,
    output: () => output,
    messages,
    isHere,
    metrics: () => `http://127.0.0.1:${hello()?.metrics}`,
    ended,
    signal: (signal) => void child.kill(signal),
    tools: async () => {
      const names = await readdir(join(String(hello()?.cache), 'processes'));
      return names.map((name) => Number.parseInt(name, 10)).filter(isRunning);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
