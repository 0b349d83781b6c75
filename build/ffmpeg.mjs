import { spawnSync } from 'node:child_process';
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
 * process may use apt-get. Starts only a build: the service checks whether others run and which features they have.
 * @param {string} built the folder of a build
 */
export async function provideFfmpeg(built = BUILT) {
  const configured = chooseFfmpeg(process.env, built);
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
 * Returns the FFmpeg that is used in place of the one on PATH: the program of a build whose programs run, or else the
 * value of SCENEWRIGHT_FFMPEG; empty if there is neither. Reports a build that does not run.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} built the folder of a build
 * @param {(program: string) => boolean} runs
 */
export function chooseFfmpeg(environment, built, runs = doesRun) {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const programs = ['ffmpeg', 'ffprobe'].map((name) => path.join(built, `${name}${ending}`));
  if (programs.every(isFile)) {
    const broken = programs.find((program) => !runs(program));
    if (broken === undefined) return programs[0] ?? '';
    say(
      `${broken} does not run and is not used. Build it again (npm run package:ffmpeg -- --build), or delete ${built}.`,
    );
  }
  return environment['SCENEWRIGHT_FFMPEG'] ?? '';
}

/**
 * Checks whether a program is FFmpeg or ffprobe and prints its version. A start takes about 20 ms.
 * @param {string} program
 */
function doesRun(program) {
  const { status, stdout } = spawnSync(program, ['-version'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 && /^ff\w+ version /.test(stdout);
}
