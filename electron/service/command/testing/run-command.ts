import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testedProgram } from '#service/testing/tested-program.ts';

/** A folder to run the command in, with a cache and a folder for temporary files of its own beside it. */
export interface Bench extends AsyncDisposable {
  readonly folder: string;
  readonly cache: string;
  /** Starts the command there. */
  readonly start: (...args: readonly string[]) => RunningCommand;
  /** Runs the command there to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  /** Temporary files that are left, wherever the command may put them. */
  readonly leftovers: () => Promise<readonly string[]>;
}

export interface RunningCommand {
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Waits until standard error holds a text. */
  readonly says: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param environment What the command finds in its environment beside what the test has. */
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
      const scratch = (await readdir(cache, { recursive: true })).filter((name) => name.startsWith('scratch'));
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
    kill: (signal) => child.kill(signal),
    says: async (text) => {
      while (!stderr.includes(text)) await once(child.stderr, 'data');
    },
    ended: once(child, 'close').then(([code]: readonly (number | null)[]) => ({ code: code ?? null, stdout, stderr })),
  };
}
