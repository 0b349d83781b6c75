import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { createDecodedFrames } from './decoded-frames.ts';
import { createFrameSlots } from './frame-slots.ts';

const never = new AbortController().signal;

/** Yields the bytes 0, 1, 2, and so on, in chunks of varying size as from a pipe. */
function* piecesOf(total: number, sizes: readonly number[]): Generator<Uint8Array> {
  let from = 0;
  for (let index = 0; from < total; index++) {
    const length = Math.min(total - from, sizes[index % sizes.length] ?? 1);
    yield Uint8Array.from({ length }, (_, at) => (from + at) % 251);
    from += length;
  }
}

test('frames pass through few slots unchanged for any chunk size', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      cuts,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 12 }),
      async (sizes, bytes, count) => {
        const slots = createFrameSlots(2, bytes);
        const frames = createDecodedFrames(slots, count, never);
        const pushed = (async () => {
          for (const piece of piecesOf(bytes * count, sizes)) await frames.push(piece);
          frames.end([]);
        })();
        const taken: number[] = [];
        for (let number = 0; number < count; number++) {
          const slot = await frames.next();
          taken.push(...slot.bytes);
          slots.release(slot);
        }
        await pushed;
        expect(taken).toEqual(Array.from({ length: bytes * count }, (_, at) => at % 251));
      },
    ),
  );
});

test('a decoder waits while all slots are filled', async () => {
  const slots = createFrameSlots(2, 4);
  const frames = createDecodedFrames(slots, 4, never);
  let isWritten = false;
  const pushed = frames.push(new Uint8Array(16)).then(() => {
    isWritten = true;
  });
  const first = await frames.next();
  await frames.next();
  expect(isWritten).toBe(false);
  slots.release(first);
  slots.release(await frames.next());
  await frames.next();
  await pushed;
});

test.each([
  ['too few frames', 3, 'A video returned only 3 of its 4 frames.'],
  ['a partial frame', 3.5, 'A video returned only 3 and a partial frame of its 4 frames.'],
])('a wrong number of decoded bytes is an error: %s', async (_, frameCount, message) => {
  const frames = createDecodedFrames(createFrameSlots(8, 4), 4, never);
  await frames.push(new Uint8Array(4 * frameCount));
  expect(() => frames.end(['its last words'])).toThrow(
    expect.objectContaining({
      code: 'render/wrong-output',
      message: expect.stringContaining(message),
      log: ['its last words'],
    }),
  );
});

test('a single excess byte is an error', async () => {
  const frames = createDecodedFrames(createFrameSlots(8, 4), 4, never);
  await expect(frames.push(new Uint8Array(17))).rejects.toMatchObject({ code: 'render/wrong-output' });
});

test('waiting calls reject with the abort reason', async () => {
  const controller = new AbortController();
  const frames = createDecodedFrames(createFrameSlots(1, 4), 4, controller.signal);
  const waiting = [frames.push(new Uint8Array(8)), frames.next().then(() => frames.next())];
  const outcomes = Promise.allSettled(waiting);
  controller.abort('enough');
  expect(await outcomes).toEqual([
    { status: 'rejected', reason: 'enough' },
    { status: 'rejected', reason: 'enough' },
  ]);
});

test('buffers of a finished part are reused for equal sizes', () => {
  const first = createFrameSlots(2, 64);
  const [one, other] = first.buffers;
  first.giveBack();
  const next = createFrameSlots(3, 64);
  expect(new Set(next.buffers).size).toBe(3);
  expect(next.buffers).toContain(one);
  expect(next.buffers).toContain(other);
  expect(createFrameSlots(1, 64).buffers).not.toContain(one);
  next.giveBack();
  expect(createFrameSlots(1, 32).buffers[0]?.byteLength).toBe(32);
});
