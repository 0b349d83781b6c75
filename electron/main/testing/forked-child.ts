import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { ForkOptions } from 'electron';
import type { ChildPort } from '#main/system/electron-port.ts';

const parentPort = resolve(import.meta.dirname, 'parent-port.ts');

/** A real child process of Node that replaces Electron's. */
export interface ForkedChild extends ChildPort {
  readonly process: ChildProcess;
  readonly options: ForkOptions;
}

export function forkChild(modulePath: string, args: readonly string[], options: ForkOptions): ForkedChild {
  const child = fork(modulePath, [...args], {
    execArgv: ['--import', parentPort],
    ...(options.env !== undefined && { env: { ...options.env } }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return {
    process: child,
    options,
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    postMessage: (message) => {
      // Electron drops messages to a process that has ended.
      if (child.connected) child.send(Object(message), () => undefined);
    },
    kill: () => child.kill('SIGKILL'),
    on: (event, listener) => child.on(event, listener),
    once: (_event, listener) => child.once('exit', (code) => listener(code ?? 9)),
  };
}
