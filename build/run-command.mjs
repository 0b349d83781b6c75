import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { root } from './paths.mjs';

const programs = {
  command: path.join(root, 'out', 'command', 'main.js'),
  service: path.join(root, 'out', 'service', 'main.js'),
  worker: path.join(root, 'out', 'service', 'worker.js'),
  agents: path.join(root, 'out', 'service', 'agents.js'),
};

/**
 * Runs the built command, service, or worker in the foreground, with the streams, the signals, and the exit code of
 * this process.
 * @param {string} node the Node program that runs it
 * @param {readonly string[]} args
 * @param {string} folder the base of relative paths
 * @param {keyof typeof programs} name
 * @returns {Promise<number>} the exit code
 */
export function runCommand(node, args, folder, name = 'command') {
  return runInFront(spawn(node, [programs[name], ...args], { cwd: folder, stdio: 'inherit' }));
}

/**
 * Runs the built service until it ends, and passes each line of its output to `onLine`.
 * @param {string} node
 * @param {{ args: readonly string[], onLine: (line: string) => void, env?: NodeJS.ProcessEnv, signal?: AbortSignal }}
 * options
 * @returns {Promise<number>} the exit code
 */
export function runService(node, { args, onLine, env = process.env, signal }) {
  const child = spawn(node, [programs.service, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', onLine);
  signal?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  return runInFront(child);
}

/**
 * Waits for a foreground program and forwards signals to it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} the exit code
 */
export function runInFront(child) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // Ctrl-C reaches both processes directly. The command ignores the second signal.
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}
