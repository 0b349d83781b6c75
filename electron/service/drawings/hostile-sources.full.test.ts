import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { sampleGif } from '#shared/drawings/testing/moving-samples.ts';
import { sampleImage, sampleImages } from '#shared/drawings/testing/sample-images.ts';
import { image, ink, text } from '#shared/drawings/testing/some-drawings.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { bundledBytes } from './bundled-bytes.ts';
import { createDrawings } from './drawings.ts';

const drawings = createDrawings();
afterAll(() => drawings[Symbol.asyncDispose]());

const signal = new AbortController().signal;
/** The number of mutations per kind. */
const MUTATIONS = 25;
const FAULTS = ['source/kind', 'source/unreadable', 'source/too-large', 'font/unreadable'];

/** Returns a generator of random numbers. Its numbers are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Returns a damaged copy, which is cut or has some changed bytes, mostly near the start with the headers. */
function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = new Uint8Array(bytes);
  const kind = random();
  if (kind < 0.15) return copy.subarray(0, Math.floor(copy.length * random()));
  const within = kind < 0.7 ? Math.min(copy.length, 4000) : copy.length;
  for (let count = kind < 0.5 ? 1 : kind < 0.8 ? 20 : 400; count > 0; count--)
    copy[Math.floor(random() * within)] = random() < 0.5 ? Math.floor(random() * 256) : 255;
  return copy;
}

async function expectDrawnOrRefused(drawing: Drawing, bytes: Uint8Array): Promise<void> {
  const drawn = await drawings.draw(drawing, () => Promise.resolve(bytes), signal);
  if (!drawn.ok) expect(FAULTS).toContain(drawn.error.code);
}

describe('a damaged source does not affect the next one', () => {
  test.each(sampleImages)('an image: %s', async (name) => {
    const random = numbers(7);
    for (let count = 0; count < MUTATIONS; count++)
      await expectDrawnOrRefused(image('damaged', { width: 30, fit: 'contain' }), damaged(sampleImage(name), random));
    expect((await drawings.draw(image(name), () => Promise.resolve(sampleImage(name)), signal)).ok).toBe(true);
  });

  const compressed = new Uint8Array(
    readFileSync(resolve(import.meta.dirname, '../../../renderer/ui/fonts/inter-latin.woff2')),
  );
  const bundled = async (family: string) => {
    const font = required(
      bundledFonts.find((bundledFont) => bundledFont.family === family),
      family,
    );
    return required(await bundledBytes(font.digest), family);
  };
  test.each([
    ['Noto Sans Hebrew', 'שלום עולם'],
    ['Noto Sans Thai', 'สวัสดีชาวโลก'],
    ['Noto Sans Arabic', 'مرحبا'],
    ['Inter', 'Hello AVATAR'],
  ])('a font: %s', async (family, words) => {
    const bytes = family === 'Inter' ? compressed : await bundled(family);
    const random = numbers(11);
    for (let count = 0; count < MUTATIONS; count++) {
      const digest = `${family} ${count}`;
      const drawing = text(words, {
        width: 300,
        height: 80,
        autosize: 'shrink',
        outline: { width: 2, color: ink('000000') },
      });
      await expectDrawnOrRefused({ ...drawing, fonts: [digest, ...drawing.fonts] }, damaged(bytes, random));
    }
    expect((await drawings.draw(text(words), () => Promise.reject(new Error('bundled')), signal)).ok).toBe(true);
  });
});

full.test('concurrent frames of a huge moving image are all drawn', async () => {
  const area = { left: 0, top: 0, width: 1, height: 1 };
  const frames = Array.from({ length: 10 }, (_, index) => ({ grey: 20 * index, delay: 4, area }));
  const large = sampleGif(frames, { width: 6900, height: 6900 });
  const nothing = { amount: 0, unit: 'px' } as const;
  const corner = {
    top: nothing,
    left: nothing,
    right: { amount: 6899, unit: 'px' },
    bottom: { amount: 6899, unit: 'px' },
  } as const;
  const greyOf = async (frame: number) => {
    const drawn = await drawings.draw(
      { ...image('large', { crop: corner }), frame },
      () => Promise.resolve(large),
      signal,
    );
    return drawn.ok ? drawn.value.rgba[0] : drawn.error.code;
  };
  expect(await Promise.all([greyOf(9), greyOf(7), greyOf(2)])).toEqual([180, 140, 40]);
});
