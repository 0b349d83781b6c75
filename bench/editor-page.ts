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

const PLAY_SECONDS = 4;

/**
 * Plays the start of the film and returns the time of the main thread for each drawn picture. The time is processor
 * time, so other programs do not change it. The page must run `watchPictures`.
 */
export async function measuredPlay(
  page: Page,
  name: string,
  { rounds, rate }: { readonly rounds: number; readonly rate: number },
): Promise<Row> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((each) => each.name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const expected = PLAY_SECONDS * rate;
  const seconds: number[] = [];
  const dropped: number[] = [];
  const transport = page.getByRole('toolbar', { name: 'Transport' });
  for (let round = 0; round < rounds; round++) {
    await page.locator('[data-lanes] [data-scene]').first().click();
    await page.keyboard.press('Home');
    await page.evaluate(() => window.pictureWatch.begin());
    const before = await busySeconds();
    await transport.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForTimeout(PLAY_SECONDS * 1000);
    await transport.getByRole('button', { name: 'Pause', exact: true }).click();
    const pictures = (await page.evaluate(() => window.pictureWatch.times())).length;
    seconds.push(((await busySeconds()) - before) / pictures);
    dropped.push(Math.max(0, expected - pictures));
  }
  await session.detach();
  const what = `main thread for each picture; ${dropped.join(', ')} of ${expected} pictures dropped`;
  return promisedRow({ name, what }, PAINT_SECONDS, seconds);
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
