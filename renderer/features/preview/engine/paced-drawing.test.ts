import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPacedDrawing } from './paced-drawing.ts';

const frame = (width: number) => ({ frame: { width, height: 90 }, layers: [] });

/** Graphics that take so long for a whole frame. */
function graphics(milliseconds: number) {
  const drawn: (readonly [width: number, scale: number])[] = [];
  return {
    drawn,
    draw: (composition: { readonly frame: { readonly width: number } }, scale = 1) => {
      drawn.push([composition.frame.width, scale]);
    },
    finished: () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
}

describe('drawing at the pace of the graphics', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is whole where they are fast enough, moving or not', async () => {
    const fast = graphics(5);
    const { draw } = createPacedDrawing(fast, () => Date.now());
    for (const width of [1, 2, 3]) {
      draw(frame(width));
      await vi.advanceTimersByTimeAsync(40);
    }
    expect(fast.drawn).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  test('has fewer pixels while something moves where they are not, and all of them when it stands', async () => {
    const slow = graphics(90);
    const { draw } = createPacedDrawing(slow, () => Date.now());
    draw(frame(1));
    await vi.advanceTimersByTimeAsync(100);
    for (const width of [2, 3]) {
      draw(frame(width));
      await vi.advanceTimersByTimeAsync(40);
    }
    expect(slow.drawn).toEqual([
      [1, 1],
      [2, 0.5],
      [3, 0.5],
    ]);
    await vi.advanceTimersByTimeAsync(500);
    expect(slow.drawn.at(-1)).toEqual([3, 1]);
    draw(frame(4));
    expect(slow.drawn.at(-1)).toEqual([4, 1]);
  });

  test('ends with what it is for', async () => {
    const slow = graphics(90);
    const { draw, dispose } = createPacedDrawing(slow, () => Date.now());
    draw(frame(1));
    await vi.advanceTimersByTimeAsync(100);
    draw(frame(2));
    dispose();
    await vi.advanceTimersByTimeAsync(500);
    expect(slow.drawn.at(-1)).toEqual([2, 0.5]);
  });
});
