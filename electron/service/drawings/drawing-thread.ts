import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import type { SvgRasterizer } from '#shared/drawings/images/draw-svg.ts';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { createPainter, type Painter } from '#shared/drawings/painter.ts';
import { createSvgRenderer, type SvgRendererExports } from '#shared/drawings/svg-drawer.ts';
import { required } from '#shared/lib/assert.ts';
import { ok } from '#shared/lib/result.ts';
import { systemCode } from '../errors/system-code.ts';
import { bundledBytes } from './bundled-bytes.ts';
import type { DrawingReply, DrawingTask, ToDrawingThread } from './drawing-task.ts';
import { openCanvasKit } from './open-canvas-kit.ts';

// This module is the entry of the thread that `createDrawings` starts. The thread answers tasks in order.
const port = required(parentPort, 'this is a thread');
let svgRenderer: SvgRasterizer | null = null;
let opening: Promise<Painter> | null = null;
const cached = new Map<Digest, Uint8Array>();

port.on('message', async (message: ToDrawingThread) => {
  if ('module' in message) {
    opening = openCanvasKit(message.module).then((kit) => createPainter(kit, () => svgRenderer));
    return;
  }
  const reply = await replyTo(message);
  const rgba = pixelsOf(reply);
  port.postMessage(reply, rgba === null ? [] : [rgba.buffer as ArrayBuffer]);
});

function pixelsOf(reply: DrawingReply): Uint8Array | null {
  const value = reply.ok && reply.answer.ok ? reply.answer.value : false;
  return typeof value === 'object' && 'rgba' in value ? value.rgba : null;
}

async function replyTo({ kind, drawing, sources: sent, image }: DrawingTask): Promise<DrawingReply> {
  for (const [digest, bytes] of sent) cached.set(digest, bytes);
  const bytesOf = (digest: Digest): Uint8Array => required(cached.get(digest) ?? image, 'its bytes were sent');
  try {
    // Load the SVG renderer at its first use, because most films have no SVG.
    if (kind === 'openSvg' || (image !== null && svgRoot(image) !== null)) svgRenderer ??= await openSvgRenderer();
    const painter = await required(opening, 'the module was sent');
    const answer = kind === 'openSvg' ? ok(true) : painter[kind](drawing, bytesOf);
    const { user, system } = process.threadCpuUsage();
    return { ok: true, answer, usedSeconds: (user + system) / 1e6 };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** The WebAssembly declarations that TypeScript contains only in its library for browsers. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** The possible folders of the module, relative to the sources, the compiled files, and the bundle. */
const MODULE_FOLDERS = ['../../../out/kernels/', '../../../kernels/', '../kernels/'];

/**
 * Opens the SVG renderer with its fonts, once per thread. Rejects if the build has not copied the module. The module
 * has no imports, so files, URLs, and the clock are out of its reach, and it draws the same bytes on all machines. Its
 * memory is limited to 1 GiB. The module does not limit its time, so the work is counted before a file is drawn.
 * Elements can be nested 300 deep: with a stack of 1 MB, as in a page, the module overflows between 400 and 700. After
 * a trap, the file is refused and the instance is discarded. The module comes from `build/svg-drawer`, because
 * CanvasKit is built without SVG (`SkSVGDOM`).
 */
async function openSvgRenderer(): Promise<SvgRasterizer> {
  const module = await WebAssembly.compile(await moduleBytes());
  return await createSvgRenderer(() => new WebAssembly.Instance(module).exports as SvgRendererExports, bundledBytes);
}

async function moduleBytes(): Promise<Uint8Array> {
  for (const place of MODULE_FOLDERS) {
    try {
      return await readFile(new URL(`${place}svg-drawer.wasm`, import.meta.url));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new Error('the file svg-drawer.wasm is missing; `npm run build` puts it in place');
}
