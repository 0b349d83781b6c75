import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { runProgram } from './run-program.mjs';
import { onPath } from './search-path.mjs';

/**
 * Returns whether this process runs as root on a system with apt-get. The set-up never uses sudo, because the owner of
 * the machine decides about that.
 */
export function mayUseApt() {
  if (process.getuid?.() !== 0 || onPath('apt-get') === null || !existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * Installs a package.
 * @param {string} name of the package
 * @returns {Promise<string | null>} the error in one line; null if the package is installed
 */
export async function aptInstall(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  // Ignore the result: an update that failed in part can have fetched the package, and the installation shows whether
  // it did.
  await runProgram('apt-get', ['update', '-qq', ...patience], { env });
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...patience, name];
  const { code, output } = await runProgram('apt-get', install, { env });
  return code === 0 ? null : (output.trim().split('\n').at(-1) ?? `exit code ${code}`);
}
