import { parentPort, workerData } from 'node:worker_threads';
import type { Digest } from '../../../shared/drawings/drawing/drawing.ts';
import { createPainter } from '../../../shared/drawings/painter.ts';
import { required } from '../../../shared/lib/assert.ts';
import type { DrawingReply, DrawingTask, ThreadData } from './drawing-task.ts';
import { openCanvasKit } from './open-canvas-kit.ts';

// The thread that `createDrawings` starts: one answer for each question, in their order.
const port = required(parentPort, 'this is a thread');
const { module } = workerData as ThreadData;
const painter = createPainter(await openCanvasKit(module));
const fonts = new Map<Digest, Uint8Array>();

port.on('message', (task: DrawingTask) => {
  const reply = replyTo(task);
  const rgba = reply.ok && reply.answer.ok && 'rgba' in reply.answer.value ? reply.answer.value.rgba : null;
  port.postMessage(reply, rgba === null ? [] : [rgba.buffer as ArrayBuffer]);
});

function replyTo({ kind, drawing, fonts: sent, image }: DrawingTask): DrawingReply {
  for (const [digest, bytes] of sent) fonts.set(digest, bytes);
  const bytesOf = (digest: Digest): Uint8Array => required(fonts.get(digest) ?? image, 'its bytes were sent');
  try {
    return { ok: true, answer: painter[kind](drawing, bytesOf) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
