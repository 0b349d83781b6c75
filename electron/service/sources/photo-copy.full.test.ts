import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import { createMovingImages, drawImage } from '#shared/drawings/images/draw-image.ts';
import { openKit } from '#shared/drawings/testing/open-kit.ts';
import {
  codePoints,
  photoSample,
  property,
  quarterColors,
  withProperties,
} from '#shared/drawings/testing/photo-samples.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { photoCopy } from './photo-copy.ts';
import { openSourceStore, type SourceStore } from './source-store.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: SourceStore;
beforeAll(async () => {
  folder = await temporaryFolder();
  store = openSourceStore(join(folder.path, 'sources'));
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const signal = new AbortController().signal;

async function copyOf(file: Uint8Array) {
  const sha256 = createHash('sha256').update(file).digest('hex');
  const path = join(folder.path, sha256);
  await writeFile(path, file);
  return await photoCopy({ path, sha256 }, { store, cacheFolder: folder.path, signal });
}

const NO_CUT = { amount: 0, unit: 'px' } as const;
const WHOLE = {
  kind: 'image',
  scale: 1,
  crop: { top: NO_CUT, right: NO_CUT, bottom: NO_CUT, left: NO_CUT },
  width: null,
  height: null,
  fit: 'contain',
  focus: { across: 0.5, down: 0.5 },
} as const;

/** Returns the picture that films draw. */
async function drawn(file: Uint8Array) {
  const copy = await copyOf(file);
  if (copy?.ok !== true) throw new Error(copy === null ? 'no photo' : inEnglish(copy.error.reason));
  const bytes = await readFile(copy.value.path);
  const kit = await openKit();
  const picture = drawImage(
    kit,
    null,
    createMovingImages(kit),
    { ...WHOLE, image: copy.value.sha256 as Digest },
    bytes,
  );
  if (!picture.ok) throw new Error(picture.error.code);
  const { width, height, rgba } = picture.value;
  const at = (x: number, y: number) => Array.from(rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4));
  const [left, right, top, bottom] = [width / 4, (3 * width) / 4, height / 4, (3 * height) / 4];
  return { width, height, quarters: [at(left, top), at(right, top), at(left, bottom), at(right, bottom)] };
}

/** Returns matchers for the colors of the quarters. The tolerance covers the error of two lossy encodings. */
function near(...colors: readonly (readonly number[])[]) {
  return colors.map((color) => color.map((value) => expect.closeTo(value, -0.9)));
}

function half(color: readonly number[]): readonly number[] {
  return color.map((value) => value / 2);
}

const [red, green, blue, yellow] = quarterColors;
const heic = photoSample('heic');
const avif = photoSample('avif');

describe('the copy of a photo', () => {
  test.each([
    ['HEIC', heic],
    ['HEIC of 10 bits', photoSample('deepHeic')],
    ['AVIF', avif],
  ])('shows its colors: %s', async (_, file) => {
    const { quarters, ...size } = await drawn(file);
    expect(size).toEqual({ width: 96, height: 64 });
    expect(quarters.map((quarter) => quarter.slice(0, 3))).toEqual(near(red, green, blue, yellow));
  });

  test.each([
    ['HEIC', photoSample('alphaHeic')],
    ['AVIF', photoSample('alphaAvif')],
  ])('keeps alpha: %s', async (_, file) => {
    const { quarters } = await drawn(file);
    expect(quarters.map(([, , , alpha]) => alpha)).toEqual([255, 128, 255, 128]);
  });

  test.each([
    ['a turn of a HEIC', withProperties(heic, property('irot', 3)), [blue, red, yellow, green]],
    ['a turn of an AVIF', withProperties(avif, property('irot', 3)), [blue, red, yellow, green]],
    ['a mirror of a HEIC', withProperties(heic, property('imir', 1)), [green, red, yellow, blue]],
    ['a mirror of an AVIF', withProperties(avif, property('imir', 1)), [green, red, yellow, blue]],
  ])('is upright after %s', async (_, file, colors) => {
    const { quarters } = await drawn(file);
    expect(quarters.map((quarter) => quarter.slice(0, 3))).toEqual(near(...colors));
  });

  test.each([
    ['HEIC', heic, [blue, red, yellow, green]],
    // Drawn pixels have premultiplied alpha.
    ['HEIC with alpha', photoSample('alphaHeic'), [blue, red, half(yellow), half(green)]],
    ['AVIF', avif, [blue, red, yellow, green]],
  ])('is cropped before a rotation: %s', async (_, file, colors) => {
    const { quarters, ...size } = await drawn(withProperties(file, crop(16, 8), property('irot', 3)));
    expect(size).toEqual({ width: 8, height: 16 });
    expect(quarters.map((quarter) => quarter.slice(0, 3))).toEqual(near(...colors));
  });

  test('has sRGB colors instead of Display P3', async () => {
    const { quarters } = await drawn(withProperties(heic, codePoints(12, 13)));
    // These values were computed with the matrices of CSS Color 4: color(display-p3 0.784 0.157 0.157) and
    // color(display-p3 0.157 0.627 0.235).
    expect([quarters[0]?.slice(0, 3), quarters[1]?.slice(0, 3)]).toEqual(near([218, 0, 26], [0, 163, 40]));
  });

  test('is made once', async () => {
    const [first, second] = [await copyOf(heic), await copyOf(heic)];
    expect(first?.ok && second?.ok && first.value.sha256 === second.value.sha256).toBe(true);
    expect(first).toMatchObject({ value: { facts: { still: 'image', image: { format: 'jpeg' } } } });
  });

  test('does not exist for a file of another format', async () => {
    expect(await copyOf(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toBeNull();
  });
});

/** Returns a `clap` box that crops to the center. */
function crop(width: number, height: number): Buffer {
  const content = Buffer.alloc(32);
  for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries()) content.writeUInt32BE(value, 4 * index);
  return property('clap', ...content);
}

/** Returns a copy of a file with each occurrence of a text replaced. */
function replaced(file: Buffer, text: string, by: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(text, by), 'latin1');
}

test.each([
  ['cut short', heic.subarray(0, heic.length - 40), 'is a damaged or incomplete HEIC image'],
  ['without a header', avif.subarray(0, 60), 'is a damaged or incomplete AVIF image'],
  ['a sequence', replaced(heic, 'ftypheic', 'ftyphevc'), 'is a HEIC sequence of several images'],
  ['a sequence without a picture of its own', sequence('msf1', 'msf1hevc'), 'is a HEIC sequence of several images'],
  ['an AVIF sequence alone', sequence('avis', 'avismsf1'), 'is an AVIF sequence of several images'],
  ['HDR', withProperties(heic, codePoints(9, 16)), 'is a HEIC image in HDR (PQ)'],
  ['another coding', replaced(heic, 'hvcC', 'vvcC'), 'is a HEIC image in a coding that can’t be read here'],
  ['too large', withSize(heic, 9000), 'has 9000 × 64 pixels'],
  ['a size that is not its own', withSize(avif, 4000), 'is a damaged or incomplete AVIF image'],
])('no copy is made of an unusable photo: %s', async (_, file, reason) => {
  const copy = await copyOf(file);
  expect(copy?.ok === false && inEnglish(copy.error.reason)).toContain(reason);
});

/** Returns a file that starts like an image sequence and has no `meta` box. */
function sequence(brand: string, compatible: string): Buffer {
  return Buffer.concat([property('ftyp', ...Buffer.from(`${brand}\0\0\0\0${compatible}`)), property('moov')]);
}

/** Returns a copy of the file with another stated width. */
function withSize(file: Buffer, width: number): Buffer {
  const lying = Buffer.from(file);
  lying.writeUInt32BE(width, lying.indexOf('ispe') + 8);
  return lying;
}
