import type { Locator } from 'playwright/test';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where something is on screen, once its place is the same in two frames that follow each other: a pointer that is moved by
 * hand does not wait, and on a slow machine it would reach where the thing was.
 */
export async function restingBox(locator: Locator): Promise<Box> {
  for (;;) {
    const box = await locator.evaluate(async (element) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const look = () => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
      };
      for (let before = look(); ; ) {
        await frame();
        await frame();
        const now = look();
        if (!element.isConnected) return null;
        if (JSON.stringify(now) === JSON.stringify(before)) return now;
        before = now;
      }
    });
    // Null where it was drawn anew meanwhile: then another element has its place.
    if (box !== null) return box;
  }
}
