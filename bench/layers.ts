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
  OPEN_SECONDS,
  openTemplate,
  PAINT_SECONDS,
  repeat,
  SCRUB_SECONDS,
  SIZE,
} from './editor-page.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';

const SCENES = 60;
/** The number of zoom steps that give a scene its usual width. */
const ZOOMED = 8;
/** The number of frames of the headline, and the frame of its keyframe. */
const [LENGTH, KEY] = [60, 20];

/**
 * Measures the time from an input to the frame that shows it, in a browser without a graphics card. The template has 60
 * scenes with eight layers each, and one scene is open.
 */
export async function benchLayers(): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  await using service = await startService();
  const response = await service.fetch('/v1/project/Layers', { method: 'POST' });
  const { uid }: { readonly uid: string } = await response.json();
  const media = {
    'clip.mp4': await makeClip(join(folder.path, 'clip.mp4')),
    'logo.jpg': join(import.meta.dirname, '../examples/sunset.jpg'),
  };
  for (const [name, file] of Object.entries(media))
    await service.fetch(`/v1/data/${uid}/${name}`, { method: 'PUT', body: new Uint8Array(await readFile(file)) });
  const headers = { 'content-type': 'application/xml' };
  await service.fetch(`/v1/xml/local/${uid}/Film`, { method: 'POST', body: template(), headers });

  const rows: Row[] = [];
  const browser = await launchChromium('software');
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.goto(await service.newLink());
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    const opened = await page.evaluate(openTemplate, `#/project/${uid}/Film`);
    const what = '60 scenes of eight layers each';
    rows.push(promisedRow({ name: 'layers: open', what }, OPEN_SECONDS, [opened]));
    await page.locator('[data-scene]').first().click();
    for (let times = 0; times < ZOOMED; times++) await page.keyboard.press('+');
    await page.keyboard.press('e');
    await page
      .getByRole('row', { name: /^Headline/ })
      .getByText('Headline')
      .first()
      .click();
    // Wait for the requests of the first view before the measurement.
    await page.waitForLoadState('networkidle');
    for (const [act, promised, run] of ACTIONS) rows.push(await measured(page, `layers: ${act}`, promised, run));
  } finally {
    await browser.close();
  }
  return rows;
}

const ACTIONS: readonly (readonly [name: string, promised: number, act: Act])[] = [
  ['scrub', SCRUB_SECONDS, scrub],
  ['drag in the picture', PAINT_SECONDS, dragInPicture],
  ['drag of a bar', PAINT_SECONDS, dragBar],
  ['drag of a key', PAINT_SECONDS, dragKey],
  ['typing in the picture', PAINT_SECONDS, typeInPicture],
];

async function scrub(page: Page): Promise<void> {
  const { x, y } = await boxOf(page, '[data-lanes]');
  await holdFrom(page, { x: x + 60, y: y + 10 }, (at) => ({ x: x + 60 + at * 4, y: y + 10 }));
}

async function dragInPicture(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page, '[role=application]');
  const from = { x: x + width / 2, y: y + height / 2 };
  await holdFrom(page, from, (at) => ({ x: from.x + 4 + at, y: from.y + at / 2 }));
}

const BAR = '[role=row][aria-label^="Headline,"] [data-bar]';

async function dragBar(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page, BAR);
  await dragAcross(page, x + width / 2, y + height / 2);
}

/** Opens the lane of the headline's opacity and drags its second keyframe. */
async function dragKey(page: Page): Promise<void> {
  await page.keyboard.press('u');
  const [bar, lane] = [await boxOf(page, BAR), await boxOf(page, '[data-key-lane="opacity"] >> nth=0')];
  await dragAcross(page, bar.x + (bar.width * KEY) / LENGTH, lane.y + lane.height / 2);
}

async function dragAcross(page: Page, x: number, y: number): Promise<void> {
  await holdFrom(page, { x, y }, (at) => ({ x: x + 4 + at, y }));
}

async function typeInPicture(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page, '[role=application]');
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await page.locator('[contenteditable][role=textbox]').waitFor();
  await repeat(page, (at) => page.keyboard.press(at % 2 === 0 ? 'x' : 'Backspace'));
  await page.keyboard.press('Escape');
}

function template(): string {
  const scenes = Array.from(
    { length: SCENES },
    (_, at) => `  <scene name="Scene ${at}" duration="100">
    <video src="clip.mp4"><filter type="saturation" intensity="1.2"/></video>
    <solid color="#10203080"/>
    <solid color="#e0a030" name="Bar" width="100%" height="24" origin="bottom" position="0, -60"/>
    <shape type="ellipse" width="300" height="300" fill="#ffffff30" position="360, -120"/>
    <image src="logo.jpg" width="120" origin="topright" position="-90, 60"/>
    <text content="Chapter ${at}" size="40" position="0, -200"><animation type="fadein" duration="10"/></text>
    <text content="What is shown" name="Sub" size="48" position="0, 160" duration="80"/>
    <text name="Headline" content="A headline ${at}" size="110" xalign="center" duration="${LENGTH}"><animation><key time="0" opacity="0"/><key time="${KEY}" opacity="1"/></animation></text>
  </scene>`,
  );
  return `<movie width="1280" height="720" framerate="25">\n${scenes.join('\n')}\n</movie>\n`;
}
