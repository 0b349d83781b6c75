import initCanvasKit from 'canvaskit-wasm';
import canvasKitWasm from 'canvaskit-wasm/bin/canvaskit.wasm?url';
import type { Drawn } from '#shared/compositor/scene/composed-scene.ts';
import type { Digest, Drawing, DrawingFault, DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { sourcesOf } from '#shared/drawings/fonts/drawing-sources.ts';
import type { SvgRasterizer } from '#shared/drawings/images/draw-svg.ts';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { createPainter, type Painter } from '#shared/drawings/painter.ts';
import { createSvgRenderer, type SvgRendererExports } from '#shared/drawings/svg-drawer.ts';
import { required } from '#shared/lib/assert.ts';
import type { Result } from '#shared/lib/result.ts';
import svgDrawerWasm from '../../../out/kernels/svg-drawer.wasm?url';

/** The drawing code in the worker, with a cache of its results. It reads the source bytes that the page has sent. */
export interface DrawingPool {
  /** Loads the drawing code, which takes about 0.5 s. */
  readonly prepare: () => Promise<void>;
  readonly addSource: (digest: Digest, bytes: Uint8Array) => void;
  readonly layOut: (drawing: Drawing) => Promise<Result<DrawingLayout, DrawingFault>>;
  /** Draws a drawing. Recent results are cached. */
  readonly draw: (drawing: Drawing) => Promise<Result<Drawn, DrawingFault>>;
}

/** The size limit in bytes of the cache for drawn pixels. An edit that only moves layers reuses cached drawings. */
const CACHED_BYTES = 96 * 2 ** 20;

export function createDrawingPool(): DrawingPool {
  const sources = new Map<Digest, Uint8Array>();
  /** Entries from the least to the most recently used. */
  const cached = new Map<string, Drawn>();
  let cachedBytes = 0;
  let painter: Promise<Painter> | null = null;
  let svg: Promise<SvgRasterizer> | null = null;
  let rasterizer: SvgRasterizer | null = null;

  /** Loads all dependencies of a drawing. Returns a fault if the worker lacks one of its sources. */
  const prepared = async (drawing: Drawing): Promise<DrawingFault | null> => {
    const { shared: fonts, image } = sourcesOf(drawing);
    for (const digest of fonts) {
      const bytes = sources.get(digest) ?? (await bundledBytes(digest));
      if (bytes === null) return { code: 'font/unreadable', digest };
      sources.set(digest, bytes);
    }
    if (image === null) return null;
    const bytes = sources.get(image);
    if (bytes === undefined) return { code: 'source/unreadable', digest: image };
    if (!isSvg(bytes)) return null;
    svg ??= openSvg();
    rasterizer = await svg;
    return null;
  };
  const bytesOf = (digest: Digest) => required(sources.get(digest), 'bytes of a drawing');
  const open = async (): Promise<Painter> => {
    painter ??= openPainter(() => rasterizer);
    return await painter;
  };
  const cacheDrawing = (key: string, drawn: Drawn): void => {
    cached.set(key, drawn);
    cachedBytes += drawn.picture.rgba.length;
    for (const [oldest, oldDrawing] of cached) {
      if (cachedBytes <= CACHED_BYTES || oldest === key) break;
      cached.delete(oldest);
      cachedBytes -= oldDrawing.picture.rgba.length;
    }
  };

  return {
    prepare: async () => {
      await open();
    },
    addSource: (digest, bytes) => void sources.set(digest, bytes),
    layOut: async (drawing) => {
      const fault = await prepared(drawing);
      return fault === null ? (await open()).layOut(drawing, bytesOf) : { ok: false, error: fault };
    },
    draw: async (drawing) => {
      const key = JSON.stringify(drawing);
      const cachedDrawing = cached.get(key);
      if (cachedDrawing !== undefined) {
        cached.delete(key);
        cached.set(key, cachedDrawing);
        return { ok: true, value: cachedDrawing };
      }
      const fault = await prepared(drawing);
      if (fault !== null) return { ok: false, error: fault };
      const picture = (await open()).draw(drawing, bytesOf);
      if (!picture.ok) return picture;
      const drawnPicture = { layout: picture.value.layout, picture: picture.value };
      cacheDrawing(key, drawnPicture);
      return { ok: true, value: drawnPicture };
    },
  };
}

/** The URLs of the bundled fonts, which are separate files of the build. */
const fontFiles = import.meta.glob<string>('../../../out/fonts/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Fetches the bytes at a URL of the page's origin. Throws if the response is not OK. */
export async function bytesAt(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(new URL(url, import.meta.url));
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Returns the bytes of a bundled font; null for other fonts. */
async function bundledBytes(digest: Digest): Promise<Uint8Array | null> {
  const font = bundledFonts.find((each) => each.digest === digest);
  return font === undefined ? null : await bytesAt(required(fontFiles[`../../../out/fonts/${font.file}`], font.file));
}

/** Opens the engine's painter. In the page, the WebAssembly file of CanvasKit has a different URL. */
async function openPainter(svg: () => SvgRasterizer | null): Promise<Painter> {
  const locateFile = () => new URL(canvasKitWasm, import.meta.url).href;
  return createPainter(await initCanvasKit({ locateFile }), svg);
}

/** Returns whether a file is SVG. Only the rasterizer of {@link openSvg} draws SVG files. */
function isSvg(bytes: Uint8Array): boolean {
  return svgRoot(bytes) !== null;
}

async function openSvg(): Promise<SvgRasterizer> {
  const module = await WebAssembly.compile(await bytesAt(svgDrawerWasm));
  const instantiate = () => new WebAssembly.Instance(module).exports as unknown as SvgRendererExports;
  return await createSvgRenderer(instantiate, bundledBytes);
}
