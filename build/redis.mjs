import { existsSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { aptInstall, mayUseApt } from './apt.mjs';
import { onPath } from './search-path.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const HOW = {
  linux: 'Install it (Debian and Ubuntu: `apt-get install redis-server` as root)',
  darwin: 'Install it (`brew install redis`)',
};

/**
 * Makes sure that Redis exists for the farm tests. Installs it if this process may use apt-get. The service of the
 * package does not start, because the tests start their own servers on free ports.
 */
export async function provideRedis() {
  if ((process.env['SCENEWRIGHT_REDIS_SERVER'] ?? '') !== '') return;
  if (onPath('redis-server') !== null) return;
  // Skip Windows, which has no Redis. The tests that need it are skipped there.
  if (process.platform === 'win32') return;
  const install = process.platform in HOW ? HOW[/** @type {keyof typeof HOW} */ (process.platform)] : HOW.linux;
  const how = `${install} or name the program, Redis or Valkey, in SCENEWRIGHT_REDIS_SERVER.`;
  if (!mayUseApt()) throw new SetUpError(`The tests of a render farm need redis-server, which was not found. ${how}`);
  say('Installing redis-server with apt-get (once, a few seconds) …');
  const failure =
    (await withoutServices(() => aptInstall('redis-server'))) ??
    (onPath('redis-server') === null ? 'it is not on PATH' : null);
  if (failure !== null)
    throw new SetUpError(
      `The tests of a render farm need redis-server, and apt-get could not install it (${failure}). ${how}`,
    );
}

/**
 * The script that Debian packages call before they start a service. Its exit code 101 forbids the start. Most
 * containers already have it.
 */
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * @template Value
 * @param {() => Promise<Value>} install
 * @returns {Promise<Value>}
 */
async function withoutServices(install) {
  if (existsSync(POLICY)) return await install();
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await install();
  } finally {
    rmSync(POLICY, { force: true });
  }
}
