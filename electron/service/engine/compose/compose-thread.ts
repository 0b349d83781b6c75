import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { createCompositor } from '#shared/compositor/compositor.ts';
import { createKernelMemory, type GrowingMemory, loadKernels } from '#shared/compositor/kernels/memory.ts';
import type { Drawn, FrameOrder } from '#shared/compositor/scene/composed-scene.ts';
import { type Composer, createComposer, type OpenKernels } from '#shared/compositor/scene/composer.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { systemCode } from '../../errors/system-code.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

// This module is the entry of the thread that `startComposeThread` starts. The thread composes parts one after another, and
// the frames of each part in order.
const pending = new Map<number, (drawn: Drawn) => void>();
let requestCount = 0;
let composer: Promise<Composer> | null = null;
/**
 * Resolves when the last queued frame is composed. Each frame waits for the previous one, which may wait for a drawing.
 */
let lastFrame: Promise<void> = Promise.resolve();

const send = (message: FromThread): void => parentPort?.postMessage(message);

const draw = (drawing: Drawing): Promise<Drawn> =>
  new Promise((resolve) => {
    requestCount += 1;
    pending.set(requestCount, resolve);
    send({ kind: 'draw', requestId: requestCount, drawing });
  });

const compose = async (order: FrameOrder): Promise<void> => {
  try {
    const location = await (await composer)?.compose(order);
    if (location !== undefined) send({ kind: 'composed', number: order.number, location });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'begin': {
      // The composer of a failed part is null and needs no disposal.
      const before = composer?.catch(() => null);
      composer = openKernels().then(async (kernels) => {
        (await before)?.dispose();
        return createComposer(message.task, kernels, draw);
      });
      // The first frame reports the failure. An unhandled rejection would end the thread.
      composer.catch(() => undefined);
      return;
    }
    case 'frame':
      lastFrame = lastFrame.then(() => compose(message.order));
      return;
    case 'drawn':
      pending.get(message.requestId)?.(message.drawn);
      pending.delete(message.requestId);
  }
});

/** The WebAssembly declarations that Node's types do not contain. */
declare const WebAssembly: { readonly Memory: new (size: { readonly initial: number }) => GrowingMemory };

/** The initial size of the WebAssembly memory in pages of 64 KiB. It grows on demand. */
const FIRST_PAGES = 16;

let opened: Promise<OpenKernels> | null = null;

/** Returns the kernels of this thread. They are loaded once. */
function openKernels(): Promise<OpenKernels> {
  opened ??= instantiateKernels();
  return opened;
}

async function instantiateKernels(): Promise<OpenKernels> {
  const memory = createKernelMemory(new WebAssembly.Memory({ initial: FIRST_PAGES }));
  const kernels = await loadKernels(await kernelBytes(), memory);
  return { memory, kernels, createCompositor: (cubeNamed) => createCompositor(kernels, memory, cubeNamed) };
}

/** The folders of the compiled kernels, relative to the sources, the compiled files, and the bundle. */
const KERNEL_FOLDERS = ['../../../../out/kernels/', '../../../../kernels/', '../kernels/'];

async function kernelBytes(): Promise<Uint8Array> {
  for (const folder of KERNEL_FOLDERS) {
    try {
      return await readFile(new URL(`${folder}kernels.wasm`, import.meta.url));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new Error('the kernels of the compositor are missing; `npm run build` makes them');
}
