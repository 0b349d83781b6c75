import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { root } from './paths.mjs';

/**
 * @typedef {object} Ran
 * @property {number} code exit code; 127 if the program could not be started
 * @property {string} output the output of both streams in the order of arrival
 * @property {number} seconds
 */

/**
 * Runs a program until it ends and collects its output.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, shell?: boolean, longestMs?: number }} [options] `show` prints the
 * output immediately instead of collecting it; the program is ended after `longestMs`
 * @returns {Promise<Ran>}
 */
export function runProgram(program, args, { env, show = false, shell = false, longestMs } = {}) {
  const start = performance.now();
  const child = spawn(program, [...args], {
    cwd: root,
    shell,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    ...(env && { env }),
    ...(longestMs !== undefined && { timeout: longestMs }),
  });
  let output = '';
  /** @param {Buffer} data */
  const keep = (data) => {
    output += data.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return new Promise((resolve) => {
    /** @param {number} code */
    const end = (code) => resolve({ code, output, seconds: (performance.now() - start) / 1000 });
    child.on('error', (error) => {
      output += error.message;
      end(127);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}
