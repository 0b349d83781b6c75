import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { nodeProgram, root } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const lockFile = path.join(root, 'package-lock.json');
/** The file that npm writes last. It lists the packages that are installed. */
const installedFile = path.join(root, 'node_modules', '.package-lock.json');
const stampFile = path.join(root, 'node_modules', '.scenewright-installed');

/** Installs the packages of package-lock.json, unless exactly these packages are installed. */
export async function installDependencies() {
  const expected = fingerprint();
  if (readIfThere(stampFile) === expected) return;
  if (!isInstalledByHand()) {
    say('Installing the dependencies (once, about a minute) …');
    // `npm ci` refuses a lock file without the optional packages of other platforms, and npm skips packages that its
    // registry does not have. `npm install` installs the same versions and checks the same digests.
    await npm(['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  // npm skips the Node program if install scripts are disabled.
  if (nodeProgram() === null) await npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  if (nodeProgram() === null)
    throw new SetUpError('Node 24 could not be installed from the package `node`. Install Node 24 and try again.');
  writeFileSync(stampFile, expected);
}

/**
 * Returns a digest of the lock file and the platform. Another machine with access to this folder can need other
 * binaries.
 */
function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(lockFile));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

/** Returns whether a manual `npm install` has installed the packages of the lock file. */
function isInstalledByHand() {
  const installed = packagesIn(installedFile);
  if (installed === null) return false;
  const expected = packagesIn(lockFile) ?? {};
  const complete = Object.entries(expected).every(
    ([name, { optional = false }]) => name === '' || optional || name in installed,
  );
  return (
    complete && Object.entries(installed).every(([name, { integrity }]) => expected[name]?.integrity === integrity)
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { integrity?: string, optional?: boolean }> | null}
 */
function packagesIn(file) {
  const text = readIfThere(file);
  return text === null ? null : JSON.parse(text).packages;
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** @param {readonly string[]} args */
async function npm(args) {
  // Remove node_modules/.bin from PATH, so that npm does not run on the Node program that it is about to replace.
  const searchPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter);
  const env = { ...process.env, PATH: searchPath };
  const { code, output } = await runProgram('npm', args, { env, shell: process.platform === 'win32' });
  if (code === 127)
    throw new SetUpError('npm was not found. Install npm 10 or newer (it comes with Node) and try again.');
  if (code !== 0) throw new SetUpError('The dependencies could not be installed; npm says:', lastLines(output));
}

/** @param {string} output */
function lastLines(output) {
  return output.trim().split('\n').slice(-15).join('\n');
}
