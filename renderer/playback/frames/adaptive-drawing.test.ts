import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdaptiveDrawing } from './adaptive-drawing.ts';

const frame = (width: number) => ({ frame: { width, height: 90 }, layers: [] });

/** Returns a renderer that needs this many milliseconds for a frame at full size. */
function graphics(milliseconds: number) {
  const drawn: (readonly [width: number, scale: number])[] = [];
  let idle = 0;
  return {
    drawn,
    draw: ({ frame: { width } }: { readonly frame: { readonly width: number } }, scale = 1) => {
      const last = drawn.at(-1);
      if (last?.[0] === width && scale <= last[1]) return false;
      drawn.push([width, scale]);
      idle = Date.now() + milliseconds;
      return true;
    },
    whenFinished: () => new Promise<void>((resolve) => setTimeout(resolve, idle - Date.now())),
  };
}

describe('adaptive drawing', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('draws all pixels if the graphics are fast enough', async () => {
    const fast = graphics(5);
    const { draw } = createAdaptiveDrawing(fast, () => Date.now());
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

  test('draws fewer pixels during motion on slow graphics', async () => {
    const slow = graphics(90);
    const { draw } = createAdaptiveDrawing(slow, () => Date.now());
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
  });

  test('reduces the first moving frame if full frames are slow', async () => {
    const slow = graphics(90);
    const { draw } = createAdaptiveDrawing(slow, () => Date.now());
    draw(frame(1));
    await vi.advanceTimersByTimeAsync(1000);
    draw(frame(2));
    expect(slow.drawn.at(-1)).toEqual([2, 0.5]);
    await vi.advanceTimersByTimeAsync(200);
    expect(slow.drawn.at(-1)).toEqual([2, 1]);
  });

  test('uses the chosen quality only during motion', async () => {
    const fast = graphics(5);
    const { draw, setQuality } = createAdaptiveDrawing(fast, () => Date.now());
    setQuality(0.25);
    for (const width of [1, 2]) {
      draw(frame(width));
      await vi.advanceTimersByTimeAsync(40);
    }
    await vi.advanceTimersByTimeAsync(500);
    setQuality(1);
    for (const width of [3, 4]) {
      draw(frame(width));
      await vi.advanceTimersByTimeAsync(40);
    }
    expect(fast.drawn).toEqual([
      [1, 1],
      [2, 0.25],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  });

  test('excludes a skipped frame from the measured speed', async () => {
    const slow = graphics(90);
    const { draw } = createAdaptiveDrawing(slow, () => Date.now());
    for (const width of [1, 1]) {
      draw(frame(width));
      await vi.advanceTimersByTimeAsync(390);
      await vi.advanceTimersByTimeAsync(20);
    }
    draw(frame(1));
    draw(frame(2));
    expect(slow.drawn.at(-1)).toEqual([2, 0.5]);
  });

  test('stops after dispose', async () => {
    const slow = graphics(90);
    const { draw, dispose } = createAdaptiveDrawing(slow, () => Date.now());
    draw(frame(1));
    await vi.advanceTimersByTimeAsync(100);
    draw(frame(2));
    dispose();
    await vi.advanceTimersByTimeAsync(500);
    expect(slow.drawn.at(-1)).toEqual([2, 0.5]);
  });
});
