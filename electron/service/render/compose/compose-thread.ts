import { parentPort } from 'node:worker_threads';
import type { Drawn, FrameOrder } from '#shared/compose/compose-task.ts';
import { type Composer, createComposer } from '#shared/compose/composer.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { openKernels } from './open-kernels.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

// The thread that `beginComposing` starts: one part after another, and its frames in their order.
const asked = new Map<number, (drawn: Drawn) => void>();
let questions = 0;
let composer: Promise<Composer> | null = null;
/** Frames wait for the one before them, which may wait for a drawing. */
let last: Promise<void> = Promise.resolve();

const send = (message: FromThread): void => parentPort?.postMessage(message);

const draw = (drawing: Drawing): Promise<Drawn> =>
  new Promise((resolve) => {
    questions += 1;
    asked.set(questions, resolve);
    send({ kind: 'draw', asked: questions, drawing });
  });

const compose = async (order: FrameOrder): Promise<void> => {
  try {
    const lies = await (await composer)?.compose(order);
    if (lies !== undefined) send({ kind: 'composed', number: order.number, lies });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'begin': {
      const before = composer;
      composer = openKernels().then(async (kernels) => {
        (await before)?.dispose();
        return createComposer(message.task, kernels, draw);
      });
      return;
    }
    case 'frame':
      last = last.then(() => compose(message.order));
      return;
    case 'drawn':
      asked.get(message.asked)?.(message.drawn);
      asked.delete(message.asked);
  }
});
