import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { testedProgram } from '#service/testing/tested-program.ts';

/** More than one line of its log. */
const SAID = 5000;

/** A worker as its own process, to be killed and started again. Its leases are short. */
export interface WorkerProcess extends AsyncDisposable {
  readonly name: string;
  /** Of the run that is there now. */
  readonly pid: number;
  readonly isRunning: boolean;
  /** What all its runs have printed, the last 100,000 characters. */
  output(): string;
  /** Ends it at once, without a word to it, and waits until it is gone. */
  kill(): Promise<void>;
  /** It does nothing until it is resumed; its FFmpeg processes go on, and its connections stay open. */
  pause(): void;
  resume(): void;
  /** Asks it to stop, and waits; the exit code. */
  stop(): Promise<number | null>;
  /** Starts it again, after it has ended in whatever way; ends it first if it runs. Settles when the process is there. */
  restart(): Promise<void>;
  /** Settles when this run has said that it takes orders, or has ended. */
  untilHere(): Promise<void>;
}

/** Starts a worker; killed at the end of the scope. */
export async function startWorkerProcess(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  let output = '';
  let child: ChildProcess;
  let ended: Promise<number | null> = Promise.resolve(null);
  let isRunning = false;
  let here = Promise.withResolvers<void>();

  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [testedProgram('farm/testing/hasty-worker.ts'), '--name', name, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const run = child;
    const mine = Promise.withResolvers<void>();
    here = mine;
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        output = (output + String(data)).slice(-100_000);
        said = (said + String(data)).slice(-SAID);
        if (said.includes('the worker is ready')) mine.resolve();
      });
    ended = once(run, 'exit').then(([code]: readonly (number | null)[]) => {
      if (run === child) isRunning = false;
      mine.resolve();
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
    untilHere: () => here.promise,
    [Symbol.asyncDispose]: kill,
  };
}
