import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { say } from './set-up-error.mjs';

const folder = path.join(root, 'node_modules', 'electron');
/** A file that records a failed download. The next attempt is a day later. */
const failedFile = path.join(root, 'out', 'electron-failed.txt');
const DAY_MS = 24 * 3600_000;
const MAX_DOWNLOAD_MS = 120_000;

/**
 * Returns the path of Electron's program; null if it is missing. Electron's package downloads the program on first use.
 * @returns {string | null}
 */
export function findElectron() {
  const pathFile = path.join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : '';
  const elsewhere = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (elsewhere === undefined && name === '') return null;
  const program = path.join(elsewhere ?? path.join(folder, 'dist'), name === '' ? 'electron' : name);
  return existsSync(program) ? program : null;
}

/**
 * Returns Electron's program. Downloads it once if it is missing, within two minutes. Returns null if the program is
 * unavailable, so that the caller uses a browser.
 * @param {string} node
 * @returns {Promise<string | null>}
 */
export async function provideElectron(node) {
  const found = findElectron();
  if (found !== null || hasFailedLately()) return found;
  say("Downloading Electron's program for the desktop window (once, up to two minutes) …");
  const installer = path.join(folder, 'install.js');
  await runProgram(node, [installer], { longestMs: MAX_DOWNLOAD_MS });
  const program = findElectron();
  if (program === null) {
    mkdirSync(path.dirname(failedFile), { recursive: true });
    writeFileSync(failedFile, '');
  }
  return program;
}

function hasFailedLately() {
  const failed = statSync(failedFile, { throwIfNoEntry: false });
  return failed !== undefined && Date.now() - failed.mtimeMs < DAY_MS;
}
