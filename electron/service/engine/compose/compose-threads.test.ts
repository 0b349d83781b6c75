import { expect, test } from 'vitest';
import type { ComposeTask } from '#shared/compositor/scene/composed-scene.ts';
import { required } from '#shared/lib/assert.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { startComposeThread } from './compose-threads.ts';

const rate = { numerator: 25, denominator: 1 };

/** Returns a scene of 2×2 pixels without layers. */
function taskOf(canvas: ArrayBufferLike): ComposeTask {
  const scene = {
    kind: 'scene',
    canvas: { width: 2, height: 2, pixelFormat: 'yuv420p', frameRate: rate },
    background: { red: 255, green: 255, blue: 255, alpha: 1 },
    frameRate: rate,
    duration: frames(1),
    layers: [],
    from: 0,
    step: { numerator: 1, denominator: 1 },
  } as const;
  return { scene, over: null, canvases: [canvas], decoded: [], tables: new Map() };
}
const noDrawing = () => Promise.reject(new Error('nothing is drawn'));

test('a thread composes another part after one that could not begin', async () => {
  const { signal } = new AbortController();
  const canvas = new SharedArrayBuffer(6);
  const broken = { ...taskOf(canvas), scene: null } as unknown as ComposeTask;
  startComposeThread(broken, noDrawing, signal)[Symbol.dispose]();
  using next = startComposeThread(taskOf(canvas), noDrawing, signal);
  expect(await next.compose({ number: 0, decoded: [], canvas: 0 })).toEqual({ kind: 'canvas' });
  expect(required(new Uint8Array(canvas)[0], 'luma')).toBe(235);
});

test('a part that cannot begin fails at its first frame', async () => {
  const { signal } = new AbortController();
  const broken = { ...taskOf(new SharedArrayBuffer(6)), scene: null } as unknown as ComposeTask;
  using composing = startComposeThread(broken, noDrawing, signal);
  await expect(composing.compose({ number: 0, decoded: [], canvas: 0 })).rejects.toMatchObject({
    code: 'request/internal',
    cause: { message: expect.stringContaining('TypeError') },
  });
});
