// @module-tag full-scale
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stillFont, stillImage } from '#service/sources/facts/still-facts.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { image, text } from '#shared/drawings/testing/some-drawings.ts';
import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import { required } from '#shared/lib/assert.ts';
import { err } from '#shared/lib/result.ts';
import { createDrawings } from './drawings.ts';
import { type Bomb, pngOf, zeros } from './testing/bombs.ts';
import { colorBombs, mapBombs, shapingBombs, unsupportedFonts } from './testing/hostile-font-layout.ts';
import { brokenTables, compactBombs, outlineBombs } from './testing/hostile-fonts.ts';
import { hostileGifs, hostileWebps } from './testing/hostile-moving.ts';
import { hostileBitmaps, hostileJpegs, hostilePngs, unsupportedImages } from './testing/hostile-stills.ts';
import { moreHostileSvgs } from './testing/hostile-svgs.ts';
import { sampleFonts } from './testing/sample-fonts.ts';

/**
 * The maximum memory. The limits of CanvasKit and of resvg are 1 GiB each. The rest is for this process and for pixels
 * in transfer.
 */
const MAX_RESIDENT_BYTES = 3 * 2 ** 30;
const REFUSED = {
  image: /^source\/(?:kind|unreadable|too-large)$/,
  font: /^(?:font\/unreadable|source\/(?:unreadable|too-large))$/,
};

const signal = new AbortController().signal;
const drawings = createDrawings();
const { truetype } = await sampleFonts();
const [png, jpeg, gif] = [sampleImage('png'), sampleImage('jpeg'), sampleImage('gif')];
const [webp, lossless, bmp] = [sampleImage('webp'), sampleImage('losslessWebp'), sampleImage('bmp')];

const families: readonly (readonly [name: string, of: 'font' | 'image', files: () => readonly Bomb[]])[] = [
  ['fonts with broken tables', 'font', () => brokenTables(truetype)],
  ['fonts with endless outlines', 'font', () => outlineBombs(truetype)],
  ['fonts with endless compact outlines', 'font', () => compactBombs(truetype)],
  ['fonts with hostile substitutions', 'font', () => shapingBombs(truetype)],
  ['fonts with hostile character maps', 'font', () => mapBombs(truetype)],
  ['fonts with color layers', 'font', () => colorBombs(truetype)],
  ['other files as fonts', 'font', () => unsupportedFonts(truetype)],
  ['PNG', 'image', () => hostilePngs(png)],
  ['JPEG', 'image', () => hostileJpegs(jpeg)],
  ['GIF', 'image', () => hostileGifs(gif)],
  ['WebP', 'image', () => hostileWebps(webp, lossless)],
  ['BMP', 'image', () => hostileBitmaps(bmp)],
  ['other files as pictures', 'image', () => unsupportedImages({ png, jpeg, gif, webp })],
  ['SVG', 'image', moreHostileSvgs],
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await drawings[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/**
 * Handles a file like a render: reads its facts, lays it out, and draws its last frame. Returns `drawn` or the code of
 * the fault.
 */
async function endOf(of: 'font' | 'image', name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder.path, 'file');
  await writeFile(path, bytes);
  const facts = of === 'font' ? await stillFont(path) : await stillImage(path, signal);
  if (!facts.ok) return facts.error.code;
  const moves = facts.value.still === 'image' && facts.value.delays !== null;
  const words = text('Hello שלום', { size: 20, width: 60, height: 30, autosize: 'shrink' });
  const drawing =
    of === 'font'
      ? { ...words, fonts: [name, ...words.fonts] }
      : { ...image(name, { width: 640, fit: 'contain' }), ...(moves && { frame: 1 }) };
  const bytesOf = () => Promise.resolve(bytes);
  const laidOut = await drawings.layOut(drawing, bytesOf, signal);
  if (!laidOut.ok) return laidOut.error.code;
  const drawn = await drawings.draw(drawing, bytesOf, signal);
  return drawn.ok ? 'drawn' : drawn.error.code;
}

describe.each(families)('hostile files: %s', (_, of, files) => {
  test('are drawn or refused by code, and valid files are drawn afterward', { tags: ['promise:F37'] }, async () => {
    for (const [what, bytes] of files()) {
      const end = await endOf(of, what, new Uint8Array(bytes));
      if (end !== 'drawn') expect(end, what).toMatch(REFUSED[of]);
    }
    expect(await endOf('image', 'whole', sampleSvg('<rect width="9" height="9"/>'))).toBe('drawn');
    expect(await endOf('image', 'png', png)).toBe('drawn');
    expect(await endOf('font', 'font', truetype)).toBe('drawn');
  });
});

describe('a slow SVG', () => {
  let svgs: ReadonlyMap<string, Uint8Array>;
  beforeAll(() => {
    svgs = new Map(moreHostileSvgs());
  });
  test.each([
    'entities of 4,000 letters, 200 times',
    'a gradient of 10,000 stops for 1,000 shapes',
    'a gradient with the 10,000 stops of another one, over the whole',
    '1,000,000 rules',
    '1,000,000 names of a rule',
    '20,000 rules',
    'a rule of 20,000 declarations',
    'a rule of 5,000 declarations for 20,000 shapes',
    'a style of 20,000 declarations',
    '120,000 shapes in 290 groups',
    '60,000 arcs whose figures stand together',
    '100,000 dashes of 1,000 lines',
    'a path of a megabyte, 1,000 times',
    'a picture of 50 million pixels in it',
  ])('is refused before it is drawn: %s', async (what) => {
    const bytes = required(svgs.get(what), what);
    const bytesOf = () => Promise.resolve(new Uint8Array(bytes));
    const fault = { code: 'source/too-large', digest: what, of: 'work' };
    expect(await drawings.layOut(image(what, { width: 640, fit: 'contain' }), bytesOf, signal)).toEqual(err(fault));
  });
});

test.each([
  ['PNG of 16 bits', () => pngOf(8192, 6100, 16, 6, zeros((8192 * 8 + 1) * 6100))],
  ['PNG of 8 bits', () => pngOf(8192, 6100, 8, 6, zeros((8192 * 4 + 1) * 6100))],
])('the largest photo can be drawn: %s', async (what, made) => {
  expect(await endOf('image', what, new Uint8Array(made()))).toBe('drawn');
});

test('the memory never exceeds its limit', async () => {
  const status = await readFile('/proc/self/status', 'utf8');
  expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024).toBeLessThan(MAX_RESIDENT_BYTES);
});
