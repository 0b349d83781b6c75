import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testedProgram } from '#service/testing/tested-program.ts';

/** A folder in which the command runs, next to the cache and the temporary folder of the command. */
export interface Bench extends AsyncDisposable {
  readonly folder: string;
  readonly cache: string;
  /** Starts the command in the folder. */
  readonly start: (...args: readonly string[]) => RunningCommand;
  /** Runs the command in the folder and waits for its end. */
  readonly run: (...args: readonly string[]) => Promise<EndedCommand>;
  /** Returns the remaining temporary files. */
  readonly leftovers: () => Promise<readonly string[]>;
}

export interface RunningCommand {
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Waits until standard error contains a text. */
  readonly says: (text: string) => Promise<void>;
  /** Waits until standard output is as required. */
  readonly printed: (isEnough: (stdout: string) => boolean) => Promise<void>;
  readonly ended: Promise<EndedCommand>;
}

export interface EndedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Creates the folders.
 * @param environment The additional environment variables for the command.
 */
export async function openBench(environment: NodeJS.ProcessEnv = {}): Promise<Bench> {
  const root = await mkdtemp(join(tmpdir(), 'scenewright-command-'));
  const [folder, cache, temporary] = ['films', 'cache', 'temporary'].map((name) => join(root, name));
  if (folder === undefined || cache === undefined || temporary === undefined) throw new Error('unreachable');
  for (const each of [folder, cache, temporary]) await mkdir(each);
  const env = { ...process.env, SCENEWRIGHT_CACHE: cache, TMPDIR: temporary, ...environment };
  const start = (...args: readonly string[]) => startCommand(args, folder, env);
  return {
    folder,
    cache,
    start,
    run: (...args) => start(...args).ended,
    leftovers: async () => {
      const scratch = (await readdir(cache, { recursive: true })).filter((name) => name.startsWith('work'));
      return [...scratch, ...(await readdir(temporary))];
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

function startCommand(args: readonly string[], folder: string, env: NodeJS.ProcessEnv): RunningCommand {
  const program = testedProgram('command/main.ts');
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    printed: async (isEnough) => {
      while (!isEnough(stdout)) await once(child.stdout, 'data');
    },
    says: async (text) => {
      while (!stderr.includes(text)) await once(child.stderr, 'data');
    },
    ended: once(child, 'close').then(([code]: readonly (number | null)[]) => ({ code: code ?? null, stdout, stderr })),
  };
}
