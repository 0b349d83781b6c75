import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchChromium } from '#renderer/testing/chromium.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { startService } from '../e2e/fixtures/service.ts';
import {
  type Act,
  boxOf,
  holdFrom,
  measured,
  measuredPlay,
  OPEN_SECONDS,
  openTemplate,
  PAINT_SECONDS,
  type Point,
  repeat,
  SCRUB_SECONDS,
  SIZE,
} from './editor-page.ts';
import { watchPictures } from './picture-watch.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';

const SCENES = 1000;
const ASSETS = 1000;
const RATE = 25;
const PLAY_ROUNDS = 3;

/**
 * Measures the time from an input to the frame that shows it, in a browser without a graphics card, for a template of
 * 1,000 scenes and as many assets. Also measures the same inputs on an empty page, to find the share of the browser
 * itself.
 */
export async function benchEditor(): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  await using service = await startService();
  const response = await service.fetch('/v1/project/Large', { method: 'POST' });
  const { uid }: { readonly uid: string } = await response.json();
  const clip = new Uint8Array(await readFile(await makeClip(join(folder.path, 'clip.mp4'))));
  console.log(`putting ${ASSETS} assets into a project`);
  for (let at = 0; at < ASSETS; at++)
    await service.fetch(`/v1/data/${uid}/clip-${at}.mp4`, { method: 'PUT', body: clip });
  const headers = { 'content-type': 'application/xml' };
  await service.fetch(`/v1/xml/local/${uid}/Film`, { method: 'POST', body: template(), headers });

  const rows: Row[] = [];
  for (const drawing of ['software', 'emulated-card'] as const) {
    const browser = await launchChromium(drawing);
    const name = drawing === 'software' ? 'editor' : 'editor, emulated card';
    try {
      const page = await browser.newPage({ viewport: SIZE });
      await page.addInitScript(watchPictures);
      await page.goto(await service.newLink());
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      const opened = await page.evaluate(openTemplate, `#/project/${uid}/Film`);
      rows.push(promisedRow({ name: `${name}: open`, what: '1,000 scenes and 1,000 assets' }, OPEN_SECONDS, [opened]));
      // Wait for the requests of the first view before the measurement.
      await page.waitForLoadState('networkidle');
      for (const [act, promised, run] of ACTIONS) rows.push(await measured(page, `${name}: ${act}`, promised, run));
      rows.push(await measuredPlay(page, `${name}: play`, { rounds: PLAY_ROUNDS, rate: RATE }));
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

/** Drags from a point of the lanes. */
async function hold(page: Page, from: Point, to: (at: number) => Point): Promise<void> {
  const { x, y } = await boxOf(page, '[data-lanes]');
  await holdFrom(page, { x: x + from.x, y: y + from.y }, (at) => ({ x: x + to(at).x, y: y + to(at).y }));
}

/** Returns a point on a visible scene, relative to the corner of the lanes. */
async function scenePoint(page: Page, share: number): Promise<Point> {
  const lanes = await boxOf(page, '[data-lanes]');
  const scene = await boxOf(page, '[data-scene] >> nth=1');
  return { x: scene.x - lanes.x + scene.width * share, y: scene.y - lanes.y + scene.height / 2 };
}

/** Moves a small element with each input. Runs in the page. */
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

function template(): string {
  const scenes = Array.from(
    { length: SCENES },
    (_, at) => `  <scene name="Scene ${at}" duration="${30 + (at % 20)}">
    <video src="clip-${at % ASSETS}.mp4"><filter type="saturation" intensity="1.2"/></video>
  </scene>`,
  );
  return `<movie width="1280" height="720" framerate="${RATE}">\n${scenes.join('\n')}\n</movie>\n`;
}
