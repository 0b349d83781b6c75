import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runProgram } from './run-program.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const HOW = {
  linux: 'Install it (Debian and Ubuntu: `apt-get install ffmpeg` as root) or name the program in SCENEWRIGHT_FFMPEG.',
  darwin: 'Install it (`brew install ffmpeg`) or name the program in SCENEWRIGHT_FFMPEG.',
  win32: 'Install it (`winget install ffmpeg`) or name the program in SCENEWRIGHT_FFMPEG.',
};

/**
 * Makes sure that there is an FFmpeg; installs it where this process may do so without asking. Only looks for the
 * program: whether it runs and what it can do is for the service to find out.
 */
export async function provideFfmpeg() {
  if ((process.env['SCENEWRIGHT_FFMPEG'] ?? '') !== '') return;
  if (isOnPath('ffmpeg') && isOnPath('ffprobe')) return;
  const how = process.platform in HOW ? HOW[/** @type {keyof typeof HOW} */ (process.platform)] : HOW.linux;
  if (!mayUseApt()) throw new SetUpError(`FFmpeg is needed and was not found. ${how}`);
  say('Installing FFmpeg with apt-get (once, about a minute) …');
  const failure = (await aptInstall('ffmpeg')) ?? (isOnPath('ffmpeg') ? null : 'it is not on PATH');
  if (failure !== null) throw new SetUpError(`FFmpeg is needed, and apt-get could not install it (${failure}). ${how}`);
}

/** @param {string} program */
function isOnPath(program) {
  const file = process.platform === 'win32' ? `${program}.exe` : program;
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => folder !== '' && statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile());
}

/** As root on Debian and what descends from it. Never through sudo: whose machine it is decides that. */
function mayUseApt() {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get') || !existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * @param {string} name of the package
 * @returns {Promise<string | null>} what went wrong, in a line; null when it is installed
 */
async function aptInstall(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  // An update that fails in part may still have fetched what is needed; the installation tells.
  await runProgram('apt-get', ['update', '-qq', ...patience], { env });
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...patience, name];
  const { code, output } = await runProgram('apt-get', install, { env });
  return code === 0 ? null : (output.trim().split('\n').at(-1) ?? `exit code ${code}`);
}
