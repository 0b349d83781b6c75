import { spawn } from 'node:child_process';
import { expect } from 'vitest';

/** A program of an example. */
export interface StartedProgram {
  /** The output so far, with errors. */
  readonly printed: () => string;
  /** Waits for a text in the output. Throws if the program ends without it. */
  readonly prints: (words: string) => Promise<void>;
  /** Waits for an output that a condition accepts. Throws if the program ends before. */
  readonly until: (isReached: (printed: string) => boolean) => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Waits for the end without an error, and returns the output. */
  readonly ends: () => Promise<string>;
}

export function startProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): StartedProgram {
  const child = spawn(program, args, options);
  let printed = '';
  let code: number | null | undefined;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const change = () => new Promise<void>((resolve) => waiting.add(resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      wake();
    });
  }
  child.on('close', (exitCode) => {
    code = exitCode;
    wake();
  });
  const end = async () => {
    while (code === undefined) await change();
  };
  const until = async (isReached: (text: string) => boolean) => {
    while (!isReached(printed)) {
      if (code !== undefined) throw new Error(`The program ended with ${code}: ${printed}`);
      await change();
    }
  };
  return {
    printed: () => printed,
    prints: (words) => until((text) => text.includes(words)),
    until,
    kill: async () => {
      child.kill('SIGKILL');
      await end();
    },
    ends: async () => {
      await end();
      expect(code, printed).toBe(0);
      return printed;
    },
  };
}
