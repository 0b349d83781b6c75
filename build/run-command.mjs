import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root } from './paths.mjs';

const programs = {
  command: path.join(root, 'out', 'electron', 'service', 'command', 'main.js'),
  service: path.join(root, 'out', 'electron', 'service', 'serve', 'main.js'),
};

/**
 * Runs the built command, or the service, in this process's place: its streams, its signals, its exit code.
 * @param {string} node the Node program to run it with
 * @param {readonly string[]} args
 * @param {string} folder where relative paths start
 * @param {keyof typeof programs} name
 * @returns {Promise<number>} the exit code
 */
export function runCommand(node, args, folder, name = 'command') {
  const child = spawn(node, [programs[name], ...args], { cwd: folder, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // The terminal sends Ctrl-C to both; the command takes a second one for the same.
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}
