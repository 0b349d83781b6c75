import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startService } from '../e2e/fixtures/service.ts';
import { makeClip } from '../electron/service/testing/make-media.ts';
import { temporaryFolder } from '../electron/service/testing/temporary-folder.ts';
import { launchChromium } from '../renderer/testing/chromium.ts';
import { watchPage } from './page-watch.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';

const SCENES = 1000;
const ASSETS = 1000;
/** Inputs of each kind. */
const INPUTS = 40;
const PAINT_SECONDS = 0.016;
const SCRUB_SECONDS = 0.05;
const OPEN_SECONDS = 1;
const SIZE = { width: 1440, height: 900 };

/**
 * From an input to the frame that shows it, in a browser without a graphics card: a template of 1,000 scenes, of as many
 * assets. And the same inputs on an empty page, for what the browser itself takes.
 */
export async function benchEditor(): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  await using service = await startService();
  const made = await service.fetch('/v1/project/Large', { method: 'POST' });
  const { uid }: { readonly uid: string } = await made.json();
  const clip = new Uint8Array(await readFile(await makeClip(join(folder.path, 'clip.mp4'))));
  console.log(`putting ${ASSETS} assets into a project`);
  for (let at = 0; at < ASSETS; at++)
    await service.fetch(`/v1/data/${uid}/clip-${at}.mp4`, { method: 'PUT', body: clip });
  const headers = { 'content-type': 'application/xml' };
  await service.fetch(`/v1/xml/local/${uid}/Film`, { method: 'POST', body: template(), headers });

  const rows: Row[] = [];
  for (const drawing of ['by itself', 'by an emulated card'] as const) {
    const browser = await launchChromium(drawing);
    const name = drawing === 'by itself' ? 'editor' : 'editor, emulated card';
    try {
      const page = await browser.newPage({ viewport: SIZE });
      await page.goto(await service.newLink());
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      const opened = await page.evaluate(openTemplate, `#/project/${uid}/Film`);
      rows.push(promisedRow({ name: `${name}: open`, what: '1,000 scenes and 1,000 assets' }, OPEN_SECONDS, [opened]));
      // What the first look asks for is there before anything is measured.
      await page.waitForLoadState('networkidle');
      for (const [act, promised, run] of ACTIONS) rows.push(await measured(page, `${name}: ${act}`, promised, run));
      const empty = await browser.newPage({ viewport: SIZE });
      await empty.setContent('<p style="position: absolute">.');
      await empty.evaluate(moveWithInputs);
      for (const [act, run] of EMPTY_ACTIONS)
        rows.push(await measured(empty, `${name}: empty page, ${act}`, PAINT_SECONDS, run));
    } finally {
      await browser.close();
    }
  }
  return rows;
}

type Act = (page: Page) => Promise<void>;

const ACTIONS: readonly (readonly [name: string, promised: number, act: Act])[] = [
  ['scrub', SCRUB_SECONDS, scrub],
  ['drag', PAINT_SECONDS, drag],
  ['trim', PAINT_SECONDS, trim],
  ['zoom', PAINT_SECONDS, zoom],
  ['undo', PAINT_SECONDS, undo],
  ['typing', PAINT_SECONDS, typing],
];

const EMPTY_ACTIONS: readonly (readonly [name: string, act: Act])[] = [
  ['pointer', (page) => repeat(page, (at) => page.mouse.move(100 + at, 100))],
  ['wheel', (page) => repeat(page, (at) => page.mouse.wheel(0, at % 2 === 0 ? 40 : -40))],
  ['key', (page) => repeat(page, () => page.keyboard.press('Space'))],
];

async function measured(page: Page, name: string, promised: number, act: Act): Promise<Row> {
  const watch = await page.evaluateHandle(watchPage);
  await act(page);
  const { inputs, frames } = await watch.evaluate((each) => each.stop());
  await watch.dispose();
  const [input, frame] = [share(inputs, 0.95), share(frames, 0.95)];
  const what = `input to paint, 95 % within ${milliseconds(input)}; frames ${milliseconds(share(frames, 0.5))}, 95 % ${milliseconds(frame)}`;
  return promisedRow(
    { name, what },
    promised,
    inputs.map((each) => each / 1000),
  );
}

async function scrub(page: Page): Promise<void> {
  await hold(page, { x: 120, y: 10 }, (at) => ({ x: 120 + at * 8, y: 10 }));
}

async function drag(page: Page): Promise<void> {
  const { x, y } = await scenePoint(page, 0.5);
  await hold(page, { x, y }, (at) => ({ x: x + 6 + at * 5, y }));
}

async function trim(page: Page): Promise<void> {
  const { x, y } = await scenePoint(page, 0.97);
  await hold(page, { x, y }, (at) => ({ x: x + 3 + at, y }));
}

async function zoom(page: Page): Promise<void> {
  const lanes = await boxOf(page, '[data-lanes]');
  await page.mouse.move(lanes.x + 400, lanes.y + 100);
  await page.keyboard.down('Control');
  await repeat(page, (at) => page.mouse.wheel(0, at % 20 < 10 ? -40 : 40));
  await page.keyboard.up('Control');
}

async function undo(page: Page): Promise<void> {
  await repeat(page, (at) => page.keyboard.press(at % 2 === 0 ? 'Control+z' : 'Control+Shift+z'));
}

async function typing(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Split' }).click();
  await page.locator('.cm-line').filter({ hasText: 'name="Scene' }).first().click();
  await page.keyboard.press('Home');
  await repeat(page, (at) => page.keyboard.press(at % 2 === 0 ? 'Space' : 'Backspace'));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags from a place of the lanes, one move at a time. */
async function hold(page: Page, from: Point, to: (at: number) => Point): Promise<void> {
  const { x, y } = await boxOf(page, '[data-lanes]');
  await page.mouse.move(x + from.x, y + from.y);
  await page.mouse.down();
  await repeat(page, (at) => page.mouse.move(x + to(at).x, y + to(at).y));
  await page.mouse.up();
}

/** One input after the other: each when the one before has been painted, or its time would be that of all before it. */
async function repeat(page: Page, input: (at: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < INPUTS; at++) {
    await input(at);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

/** A place on a scene in sight, from the lanes' corner. */
async function scenePoint(page: Page, share: number): Promise<Point> {
  const lanes = await boxOf(page, '[data-lanes]');
  const scene = await boxOf(page, '[data-scene] >> nth=1');
  return { x: scene.x - lanes.x + scene.width * share, y: scene.y - lanes.y + scene.height / 2 };
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on screen`);
  return box;
}

/** In the page: something small moves with each input. */
function moveWithInputs(): void {
  let at = 0;
  const move = () => {
    const { style } = document.querySelector('p') ?? document.body;
    style.left = `${++at}px`;
  };
  for (const type of ['pointermove', 'keydown']) addEventListener(type, move);
  addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      move();
    },
    { passive: false },
  );
}

/** In the page: seconds from the address to the first frame with scenes. */
function openTemplate(hash: string): Promise<number> {
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

function template(): string {
  const scenes = Array.from(
    { length: SCENES },
    (_, at) => `  <scene name="Scene ${at}" duration="${30 + (at % 20)}">
    <video src="clip-${at % ASSETS}.mp4"><filter type="saturation" intensity="1.2"/></video>
  </scene>`,
  );
  return `<movie width="1280" height="720" framerate="25">\n${scenes.join('\n')}\n</movie>\n`;
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
