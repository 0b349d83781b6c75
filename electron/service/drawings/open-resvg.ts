import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as ResvgModule from '@resvg/resvg-wasm';
import { withBoundedMemory } from '../../../shared/drawings/bounded-memory.ts';
import { bundledFonts } from '../../../shared/drawings/fonts/bundled-fonts.ts';
import type { SvgRasteriser } from '../../../shared/drawings/images/draw-svg.ts';
import { bundledBytes } from './bundled-bytes.ts';

/** The largest picture, some that are put together to it, and what the file says. */
const MOST_BYTES = 2 ** 30;
/** What every font that a file asks for and that is not there becomes. */
const FAMILY = 'Noto Sans';
/** Its letters are layers of colour, which resvg does not draw: an empty box says more than nothing. */
const NOT_DRAWN = 'Noto Color Emoji';

/** What of WebAssembly is needed. It is there wherever Node is. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

const load = createRequire(import.meta.url);

/**
 * resvg with a memory of its own, which grows to a bound and no further, and with the bundled fonts. It runs no scripts and opens
 * nothing: pictures that a file names by an address are left out. Once for each thread. What it throws beside refusals is
 * the end of it.
 */
export async function openResvg(): Promise<SvgRasteriser> {
  const { initWasm, Resvg } = load('@resvg/resvg-wasm') as typeof ResvgModule;
  const bytes = await readFile(load.resolve('@resvg/resvg-wasm/index_bg.wasm'));
  const module = await WebAssembly.compile(withBoundedMemory(bytes, MOST_BYTES));
  // Its types name a module by the DOM's types, which are not here.
  await initWasm(module as Parameters<typeof initWasm>[0]);
  const fonts: Uint8Array[] = [];
  for (const { family, digest } of bundledFonts) {
    const font = family === NOT_DRAWN ? null : await bundledBytes(digest);
    if (font !== null) fonts.push(font);
  }
  const families = {
    defaultFontFamily: FAMILY,
    serifFamily: FAMILY,
    sansSerifFamily: FAMILY,
    cursiveFamily: FAMILY,
    fantasyFamily: FAMILY,
    monospaceFamily: FAMILY,
  };
  const open = (svg: Uint8Array) => {
    try {
      const fontBuffers = mayHaveText(svg) ? fonts : [];
      return new Resvg(svg, { font: { ...families, fontBuffers }, languages: ['en'] });
    } catch (error) {
      // A sentence of its own about what is written; anything else is a failure of the program.
      if (error instanceof Error && error.constructor === Error) return null;
      throw error;
    }
  };
  return {
    canRead: (svg) => {
      const opened = open(svg);
      opened?.free();
      return opened !== null;
    },
    rasterise: (svg) => {
      const opened = open(svg);
      if (opened === null) return null;
      const drawn = opened.render();
      const { width, height, pixels } = drawn;
      drawn.free();
      opened.free();
      return { width, height, rgba: pixels };
    },
  };
}

/** Fonts take a while to be read, and most pictures have no text. */
function mayHaveText(svg: Uint8Array): boolean {
  return Buffer.from(svg.buffer, svg.byteOffset, svg.byteLength).includes('text');
}
