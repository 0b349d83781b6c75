import { readFile } from 'node:fs/promises';
import type { SvgRasteriser } from '#shared/drawings/images/draw-svg.ts';
import { createSvgDrawer, type SvgDrawerExports } from '#shared/drawings/svg-drawer.ts';
import { bundledBytes } from './bundled-bytes.ts';

/** The parts of WebAssembly that are used; the library of types is that of browsers. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** The places of the module: next to the sources, next to the compiled sources, and next to a bundle. */
const PLACES = ['../../../out/kernels/', '../../../kernels/', '../kernels/'];

/** Opens the drawer of SVG with its fonts, once for each thread. Rejects if the build has not put the module in place. */
export async function openSvgDrawer(): Promise<SvgRasteriser> {
  const module = await WebAssembly.compile(await moduleBytes());
  return await createSvgDrawer(() => new WebAssembly.Instance(module).exports as SvgDrawerExports, bundledBytes);
}

async function moduleBytes(): Promise<Uint8Array> {
  for (const place of PLACES) {
    try {
      return await readFile(new URL(`${place}svg-drawer.wasm`, import.meta.url));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  throw new Error('the file svg-drawer.wasm is missing; `npm run build` puts it in place');
}
