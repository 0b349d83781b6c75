import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import {
  type DesignLanguage,
  defaultTextsIn,
  designLanguages,
  posterFile,
  previewFile,
} from '#shared/designs/design-file.ts';
import { withDefaultTexts } from '#shared/designs/worded-template.ts';
import { required } from '#shared/lib/assert.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { mediaTools, openFilm } from './open-film.ts';
import { type Design, type DesignInSize, PICTURES_FILE, pictureKey, readDesigns } from './read-designs.ts';

const run = promisify(execFile);

/** The longer sides of posters and previews in pixels. */
const POSTER = 640;
const PREVIEW = 384;
const PREVIEW_RATE = 15;
const COLORS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];

// `npm run designs [-- NAME…]`: renders the poster and the preview of each design in each size and language with the
// engine. Skips pictures of unchanged designs, unless `--again` is given.
const args = process.argv.slice(2);
const again = args.includes('--again');
const designs = await readDesigns(args.filter((each) => !each.startsWith('--')));
let made = 0;
for (const design of designs) {
  const before = again ? {} : await picturesOf(design);
  const now: Record<string, string> = { ...before };
  for (const sized of design.sizes)
    for (const language of designLanguages) {
      const key = pictureKey(sized.size, language);
      const digest = sized.digests[language];
      if (digest === null || before[key] === digest) continue;
      await makePictures(design, sized, language);
      now[key] = digest;
      made += 1;
      console.log(`${design.name} ${key}`);
    }
  const keys = designLanguages.flatMap((language) => design.sizes.map(({ size }) => pictureKey(size, language)));
  const inOrder = Object.fromEntries(keys.flatMap((key) => (now[key] === undefined ? [] : [[key, now[key]]])));
  await writeFile(path.join(design.folder, PICTURES_FILE), `${JSON.stringify(inOrder, null, 2)}\n`);
}
console.log(`${made} posters and previews were made; ${designs.length} designs are there.`);
// End the process explicitly, because idle drawing threads would keep it running.
process.exit();

async function picturesOf({ folder }: Design): Promise<Readonly<Record<string, string>>> {
  try {
    return JSON.parse(await readFile(path.join(folder, PICTURES_FILE), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

async function makePictures(
  design: Design,
  { size, xml, files, posterFrame }: DesignInSize,
  language: DesignLanguage,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-design-'));
  try {
    const worded = required(withDefaultTexts(xml, defaultTextsIn(design.file, language)), 'a template');
    const film = await openFilm(worded, {}, files);
    const raw = path.join(folder, 'raw');
    const longSide = Math.max(film.movie.width, film.movie.height);
    const poster = await film.raster(posterFrame, 1);
    await writeFile(raw, poster.pixels);
    const scaled = ['-vf', `scale=iw*${POSTER}/${longSide}:-2:flags=lanczos,format=yuvj420p`, '-q:v', '3'];
    const still = path.join(design.folder, posterFile(size, language));
    await encode({ raw, size: poster, format: 'rgb24', rate: 1 }, scaled, still);
    const frameScale = PREVIEW / longSide;
    await writeFile(raw, film.frames(frameScale, frameRate(PREVIEW_RATE)));
    const picture = composedSize(film.movie, frameScale);
    // AV1 needs half the size of H.264 at the same quality. The long interval between sync frames saves bytes, because
    // users do not seek in a preview.
    const av1 = ['-c:v', 'libsvtav1', '-preset', '6', '-crf', '56', '-g', '600', ...COLORS];
    const plain = ['-movflags', '+faststart', '-fflags', '+bitexact'];
    const preview = path.join(design.folder, previewFile(size, language));
    await encode({ raw, size: picture, format: 'yuv420p', rate: PREVIEW_RATE }, [...av1, ...plain], preview);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface RawFrames {
  readonly raw: string;
  readonly size: Size;
  readonly format: 'rgb24' | 'yuv420p';
  readonly rate: number;
}

async function encode({ raw, size, format, rate }: RawFrames, how: readonly string[], file: string): Promise<void> {
  const shape = ['-pix_fmt', format, '-s', `${size.width}x${size.height}`, '-r', String(rate)];
  const { ffmpeg } = await mediaTools();
  await run(ffmpeg, ['-v', 'error', '-y', '-f', 'rawvideo', ...shape, '-i', raw, ...how, '-map_metadata', '-1', file]);
}
