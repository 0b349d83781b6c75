import process from 'node:process';
import { aptInstall, mayUseApt } from './apt.mjs';
import { onPath } from './search-path.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const HOW = {
  linux: 'Install it (Debian and Ubuntu: `apt-get install ffmpeg` as root) or name the program in SCENEWRIGHT_FFMPEG.',
  darwin: 'Install it (`brew install ffmpeg`) or name the program in SCENEWRIGHT_FFMPEG.',
  win32: 'Install it (`winget install ffmpeg`) or name the program in SCENEWRIGHT_FFMPEG.',
};

/**
 * Makes sure that FFmpeg exists. Installs it if this process may use apt-get. Only searches for the program: the
 * service checks whether it runs and which features it has.
 */
export async function provideFfmpeg() {
  if ((process.env['SCENEWRIGHT_FFMPEG'] ?? '') !== '') return;
  if (onPath('ffmpeg') !== null && onPath('ffprobe') !== null) return;
  const how = process.platform in HOW ? HOW[/** @type {keyof typeof HOW} */ (process.platform)] : HOW.linux;
  if (!mayUseApt()) throw new SetUpError(`FFmpeg is needed and was not found. ${how}`);
  say('Installing FFmpeg with apt-get (once, about a minute) …');
  const failure = (await aptInstall('ffmpeg')) ?? (onPath('ffmpeg') === null ? 'it is not on PATH' : null);
  if (failure !== null) throw new SetUpError(`FFmpeg is needed, and apt-get could not install it (${failure}). ${how}`);
}
