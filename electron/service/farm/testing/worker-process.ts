import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { testedProgram } from '#service/testing/tested-program.ts';

/** The number of recent characters that are searched. It exceeds the length of a log line. */
const SEARCHED_CHARACTERS = 5000;

/** A worker process that tests can kill and restart. */
export interface WorkerProcess extends AsyncDisposable {
  readonly name: string;
  /** The process id of the current run. */
  readonly pid: number;
  readonly isRunning: boolean;
  /** Returns the output of all runs, at most the last 100,000 characters. */
  output(): string;
  /** Kills the process and waits for its end. */
  kill(): Promise<void>;
  /** Suspends the process. Its FFmpeg processes continue, and its connections stay open. */
  pause(): void;
  resume(): void;
  /** Sends SIGTERM, waits, and returns the exit code. */
  stop(): Promise<number | null>;
  /** Starts the process again. Kills it first if it is running. Resolves when the process exists. */
  restart(): Promise<void>;
  /** Resolves when this run takes jobs or has ended. */
  untilHere(): Promise<void>;
}

/** Starts a worker, which is killed at the end of the scope. */
export async function startWorkerProcess(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  let output = '';
  let child: ChildProcess;
  let ended: Promise<number | null> = Promise.resolve(null);
  let isRunning = false;
  let ready = Promise.withResolvers<void>();

  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [testedProgram('farm/worker/main.ts'), '--name', name, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const run = child;
    const runReady = Promise.withResolvers<void>();
    ready = runReady;
    let recentOutput = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        output = (output + String(data)).slice(-100_000);
        recentOutput = (recentOutput + String(data)).slice(-SEARCHED_CHARACTERS);
        if (recentOutput.includes('the worker is ready')) runReady.resolve();
      });
    ended = once(run, 'exit').then(([code]: readonly (number | null)[]) => {
      if (run === child) isRunning = false;
      runReady.resolve();
      return code ?? null;
    });
    await once(run, 'spawn');
    isRunning = true;
  };
  const kill = async (): Promise<void> => {
    if (!isRunning) return;
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    name,
    get pid() {
      return child.pid ?? 0;
    },
    get isRunning() {
      return isRunning;
    },
    output: () => output,
    kill,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      return await ended;
    },
    restart: async () => {
      await kill();
      await start();
    },
    untilHere: () => ready.promise,
    [Symbol.asyncDispose]: kill,
  };
}
