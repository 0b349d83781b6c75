import type { Page } from 'playwright';
import { watchPage } from './page-watch.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';

/** The number of inputs of each kind. */
const INPUTS = 40;
export const PAINT_SECONDS = 0.016;
export const SCRUB_SECONDS = 0.05;
export const OPEN_SECONDS = 1;
export const SIZE = { width: 1440, height: 900 };

export type Act = (page: Page) => Promise<void>;

/** Returns the time from each input of an action to the frame that shows it. */
export async function measured(page: Page, name: string, promised: number, act: Act): Promise<Row> {
  const watch = await page.evaluateHandle(watchPage);
  await act(page);
  const { inputs, work, frames } = await watch.evaluate((each) => each.stop());
  await watch.dispose();
  const [input, frame] = [share(inputs, 0.95), share(frames, 0.95)];
  const what = [
    `input to paint, 95 % within ${milliseconds(input)}`,
    `work ${milliseconds(share(work, 0.5))}, 95 % ${milliseconds(share(work, 0.95))}`,
    `frames ${milliseconds(share(frames, 0.5))}, 95 % ${milliseconds(frame)}`,
  ].join('; ');
  return promisedRow(
    { name, what },
    promised,
    inputs.map((each) => each / 1000),
  );
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags from a point of the page, one move at a time. */
export async function holdFrom(page: Page, { x, y }: Point, to: (at: number) => Point): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await repeat(page, (at) => page.mouse.move(to(at).x, to(at).y));
  await page.mouse.up();
}

/**
 * Sends inputs one after another. Each waits for the frame of its predecessor, because otherwise its time would include
 * the time of earlier inputs.
 */
export async function repeat(page: Page, input: (at: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < INPUTS; at++) {
    await input(at);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

/** Returns the box of an element on the page. */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on screen`);
  return box;
}

/** Returns the seconds from the change of the address to the first frame with scenes. Runs in the page. */
export function openTemplate(hash: string): Promise<number> {
  const from = performance.now();
  location.hash = hash;
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-lanes] [data-scene]') === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve((performance.now() - from) / 1000));
    };
    look();
  });
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
