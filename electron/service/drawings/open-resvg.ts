import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as ResvgModule from '@resvg/resvg-wasm';
import { withBoundedMemory } from '../../../shared/drawings/bounded-memory.ts';
import type { SvgRasteriser } from '../../../shared/drawings/images/draw-svg.ts';
import { svgRasteriser } from '../../../shared/drawings/svg-rasteriser.ts';
import { bundledBytes } from './bundled-bytes.ts';

/** The largest picture, some that are put together to it, and what the file says. */
const MOST_BYTES = 2 ** 30;
/** What of WebAssembly is needed. It is there wherever Node is. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

const load = createRequire(import.meta.url);

/** resvg with a memory of its own, which grows to a bound and no further. Once for each thread. */
export async function openResvg(): Promise<SvgRasteriser> {
  const { initWasm, Resvg } = load('@resvg/resvg-wasm') as typeof ResvgModule;
  const bytes = await readFile(load.resolve('@resvg/resvg-wasm/index_bg.wasm'));
  const module = await WebAssembly.compile(withBoundedMemory(bytes, MOST_BYTES));
  // Its types name a module by the DOM's types, which are not here.
  await initWasm(module as Parameters<typeof initWasm>[0]);
  return await svgRasteriser(Resvg, bundledBytes);
}
