import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of this checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The required version of Node for everything except the set-up. */
const REQUIRED_MAJOR = 24;

/**
 * Returns the Node program for everything except the set-up: the program in node_modules, or the current program if it
 * is new enough.
 * @returns {string | null} null if there is none, which is possible only before the dependencies are installed
 */
export function nodeProgram() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = path.join(root, 'node_modules', 'node', 'bin', program);
  if (existsSync(installed)) return installed;
  return Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR ? process.execPath : null;
}

/**
 * Returns the file of a development tool. {@link nodeProgram} runs it.
 * @param {'tsc' | 'asc' | 'biome' | 'knip' | 'vitest' | 'vite' | 'playwright'} name
 */
export function toolProgram(name) {
  const programs = {
    tsc: 'typescript/bin/tsc',
    asc: 'assemblyscript/bin/asc.js',
    biome: '@biomejs/biome/bin/biome',
    knip: 'knip/bin/knip.js',
    vitest: 'vitest/vitest.mjs',
    vite: 'vite/bin/vite.js',
    playwright: 'playwright/cli.js',
  };
  return path.join(root, 'node_modules', ...programs[name].split('/'));
}
