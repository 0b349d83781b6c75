import initCanvasKit from 'canvaskit-wasm';
import canvasKitWasm from 'canvaskit-wasm/bin/canvaskit.wasm?url';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import type { SvgRasteriser } from '#shared/drawings/images/draw-svg.ts';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { createPainter, type Painter } from '#shared/drawings/painter.ts';
import { createSvgDrawer, type SvgDrawerExports } from '#shared/drawings/svg-drawer.ts';
import { required } from '#shared/lib/assert.ts';
import svgDrawerWasm from '../../../out/kernels/svg-drawer.wasm?url';

/** The fonts that come with the program are files beside the scripts. */
const fontFiles = import.meta.glob<string>('../../../out/fonts/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The bytes at an address of the page's own. */
export async function bytesAt(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(new URL(url, import.meta.url));
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The bytes of a font that comes with the program; null of any other. */
export async function bundledBytes(digest: Digest): Promise<Uint8Array | null> {
  const font = bundledFonts.find((each) => each.digest === digest);
  return font === undefined ? null : await bytesAt(required(fontFiles[`../../../out/fonts/${font.file}`], font.file));
}

/** A painter as the engine has it. What CanvasKit reads by itself lies at an address of its own here. */
export async function openPainter(svg: () => SvgRasteriser | null): Promise<Painter> {
  const locateFile = () => new URL(canvasKitWasm, import.meta.url).href;
  return createPainter(await initCanvasKit({ locateFile }), svg);
}

/** Whether a file is SVG, so that {@link openSvg} has to be there to draw it. */
export function isSvg(bytes: Uint8Array): boolean {
  return svgRoot(bytes) !== null;
}

/** Opens the drawer of SVG with its fonts. */
export async function openSvg(): Promise<SvgRasteriser> {
  const module = await WebAssembly.compile(await bytesAt(svgDrawerWasm));
  const instantiate = () => new WebAssembly.Instance(module).exports as unknown as SvgDrawerExports;
  return await createSvgDrawer(instantiate, bundledBytes);
}
