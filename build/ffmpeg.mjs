import path from 'node:path';
import process from 'node:process';
import { aptInstall, mayUseApt } from './apt.mjs';
import { root } from './paths.mjs';
import { isFile, onPath } from './search-path.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const HOW = {
  linux: 'Install it (Debian and Ubuntu: `apt-get install ffmpeg` as root) or name the program in SCENEWRIGHT_FFMPEG.',
  darwin: 'Install it (`brew install ffmpeg`) or name the program in SCENEWRIGHT_FFMPEG.',
  win32: 'Install it (`winget install ffmpeg`) or name the program in SCENEWRIGHT_FFMPEG.',
};

/** The folder in which `npm run package:ffmpeg -- --build` puts the programs. */
const BUILT = path.join(root, 'out', 'ffmpeg');

/**
 * Makes sure that FFmpeg exists: the build in `out/ffmpeg`, the program in SCENEWRIGHT_FFMPEG, or the program on PATH,
 * in this order. Passes a build to the programs that this process starts. Installs FFmpeg if there is none and this
 * process may use apt-get. Only searches for the program: the service checks whether it runs and which features it has.
 */
export async function provideFfmpeg() {
  const configured = chooseFfmpeg(process.env, BUILT);
  if (configured !== '') {
    process.env['SCENEWRIGHT_FFMPEG'] = configured;
    return;
  }
  if (onPath('ffmpeg') !== null && onPath('ffprobe') !== null) return;
  const how = process.platform in HOW ? HOW[/** @type {keyof typeof HOW} */ (process.platform)] : HOW.linux;
  if (!mayUseApt()) throw new SetUpError(`FFmpeg is needed and was not found. ${how}`);
  say('Installing FFmpeg with apt-get (once, about a minute) …');
  const failure = (await aptInstall('ffmpeg')) ?? (onPath('ffmpeg') === null ? 'it is not on PATH' : null);
  if (failure !== null) throw new SetUpError(`FFmpeg is needed, and apt-get could not install it (${failure}). ${how}`);
}

/**
 * Returns the FFmpeg that is used in place of the one on PATH: the program of a complete build, or else the value of
 * SCENEWRIGHT_FFMPEG; empty if there is neither.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} built the folder of a build
 */
export function chooseFfmpeg(environment, built) {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const ffmpeg = path.join(built, `ffmpeg${ending}`);
  const isComplete = isFile(ffmpeg) && isFile(path.join(built, `ffprobe${ending}`));
  return isComplete ? ffmpeg : (environment['SCENEWRIGHT_FFMPEG'] ?? '');
}
