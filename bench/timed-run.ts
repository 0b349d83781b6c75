import { spawn } from 'node:child_process';

/** Runs a program and returns its duration in seconds. Throws an error with the output of the program if it fails. */
export function timedRun(
  program: string,
  programArguments: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(program, programArguments, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...environment },
    });
    const printed: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = (performance.now() - startedAt) / 1000;
      if (code === 0) resolve(seconds);
      else reject(new Error(`${program} ended with ${code}: ${printed.join('').slice(-2000)}`));
    });
  });
}
