import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { CanvasKit } from 'canvaskit-wasm';
import { required } from '#shared/lib/assert.ts';
import type { Digest } from '../drawing/drawing.ts';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import { type SampleImage, sampleImage, sampleImages } from './sample-images.ts';

const fonts = path.resolve(import.meta.dirname, '../../../out/fonts');
let opened: Promise<CanvasKit> | null = null;

/** Returns a CanvasKit without log output. All tests of a process share it. */
export function openKit(): Promise<CanvasKit> {
  const init = createRequire(import.meta.url)('canvaskit-wasm') as (options: object) => Promise<CanvasKit>;
  opened ??= init({ print: () => undefined, printErr: () => undefined });
  return opened;
}

/** Returns the bytes of a bundled font or of a sample image. The digest of a sample image is its name. */
export function bundledOrSample(digest: Digest): Uint8Array {
  const font = bundledFonts.find((bundledFont) => bundledFont.digest === digest);
  if (font !== undefined) return new Uint8Array(readFileSync(path.join(fonts, font.file)));
  return sampleImage(
    required(
      sampleImages.find((name): name is SampleImage => name === digest),
      digest,
    ),
  );
}
