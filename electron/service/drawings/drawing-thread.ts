import { parentPort, workerData } from 'node:worker_threads';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import type { SvgRasteriser } from '#shared/drawings/images/draw-svg.ts';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { createPainter } from '#shared/drawings/painter.ts';
import { required } from '#shared/lib/assert.ts';
import { ok } from '#shared/lib/result.ts';
import type { DrawingReply, DrawingTask, ThreadData } from './drawing-task.ts';
import { openCanvasKit } from './open-canvas-kit.ts';
import { openSvgDrawer } from './open-svg-drawer.ts';

// The thread that `createDrawings` starts: one answer for each question, in their order.
const port = required(parentPort, 'this is a thread');
const { module } = workerData as ThreadData;
let svgDrawer: SvgRasteriser | null = null;
const painter = createPainter(await openCanvasKit(module), () => svgDrawer);
const kept = new Map<Digest, Uint8Array>();

port.on('message', async (task: DrawingTask) => {
  const reply = await replyTo(task);
  const rgba = pixelsOf(reply);
  port.postMessage(reply, rgba === null ? [] : [rgba.buffer as ArrayBuffer]);
});

function pixelsOf(reply: DrawingReply): Uint8Array | null {
  const value = reply.ok && reply.answer.ok ? reply.answer.value : false;
  return typeof value === 'object' && 'rgba' in value ? value.rgba : null;
}

async function replyTo({ kind, drawing, kept: sent, image }: DrawingTask): Promise<DrawingReply> {
  for (const [digest, bytes] of sent) kept.set(digest, bytes);
  const bytesOf = (digest: Digest): Uint8Array => required(kept.get(digest) ?? image, 'its bytes were sent');
  try {
    // Most films have none.
    if (kind === 'openSvg' || (image !== null && svgRoot(image) !== null)) svgDrawer ??= await openSvgDrawer();
    if (kind === 'openSvg') return { ok: true, answer: ok(true) };
    return { ok: true, answer: painter[kind](drawing, bytesOf) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
