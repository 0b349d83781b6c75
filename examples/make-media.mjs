import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DISPLAY_FONT, mediaRecipes } from './media-recipes.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stampFile = path.join(folder, '..', 'out', 'example-media.txt');
/**
 * The recipes of the clips are in `electron/service/samples/`, because the sample project has the same clips. The
 * caller builds this bundle first.
 */
const recipes = new URL('../out/service/clip-recipes.js', import.meta.url);

const displayFont = path.join(folder, DISPLAY_FONT.name);
const SHAPE = { height: 720, seconds: 5 };

/** Returns whether the clips exist and match their current recipes. */
export async function hasExampleMedia() {
  const clips = await exampleClips();
  const made = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint(clips);
  return made && existsSync(displayFont) && clips.every(({ file }) => existsSync(file));
}

/**
 * Makes the clips, pictures, and sounds of the examples with FFmpeg. The font of the examples is a copy from a package.
 * @param {string} ffmpeg the program
 * @returns {Promise<string | null>} FFmpeg's output if it failed
 */
export async function makeExampleMedia(ffmpeg) {
  const clips = await exampleClips();
  for (const clip of clips) {
    const failure = await makeClip(ffmpeg, clip);
    if (failure !== null) return failure;
  }
  // A design contains its font. This font represents the font of a brand.
  copyFileSync(createRequire(import.meta.url).resolve(DISPLAY_FONT.from), displayFont);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, fingerprint(clips));
  return null;
}

/** @typedef {{ file: string, args: readonly string[] }} Clip */

/** @returns {Promise<readonly Clip[]>} */
async function exampleClips() {
  /** @type {typeof import('../electron/service/samples/clip-recipes.ts')} */
  const { clipNames, clipArguments, MUSIC_NAME, musicArguments } = await import(recipes.href);
  const at = (/** @type {string} */ name) => path.join(folder, name);
  return [
    ...clipNames.map((name) => ({ file: at(`${name}.mp4`), args: clipArguments(name, SHAPE) })),
    { file: at(MUSIC_NAME), args: musicArguments(48_000) },
    // Pictures come after the clips, because they are made from the clips.
    ...mediaRecipes(at).map(({ name, args }) => ({ file: at(name), args })),
  ];
}

/** @param {readonly Clip[]} clips */
function fingerprint(clips) {
  return createHash('sha256')
    .update(JSON.stringify(clips.map(({ args }) => args)))
    .digest('hex');
}

/**
 * @param {string} ffmpeg
 * @param {Clip} clip
 * @returns {Promise<string | null>}
 */
function makeClip(ffmpeg, { file, args }) {
  const unfinished = `${file}.part`;
  const child = spawn(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args, unfinished], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (data) => {
    words += data;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => {
      if (code === 0) renameSync(unfinished, file);
      else rmSync(unfinished, { force: true });
      resolve(code === 0 ? null : words.trim());
    });
  });
}
