import type { Locator } from 'playwright/test';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the box of an element when it is the same in two consecutive frames. Playwright's mouse does not wait for the
 * element to rest, so on a slow machine it would use the old position.
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
    // The box is null if the page has replaced the element. The next attempt finds the new element.
    if (box !== null) return box;
  }
}
