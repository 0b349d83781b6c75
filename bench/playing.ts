import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '#renderer/testing/chromium.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { startService } from '../e2e/fixtures/service.ts';
import { watchPictures } from './picture-watch.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';

const SIZE = { width: 1440, height: 900 };
const RATE = 30;
/** The length in seconds of the played film, which has 150 frames in 720p. */
const PLAYED_SECONDS = 5;
const SCENES = 60;
const SCENE_FRAMES = 30;
/** The promised times in seconds: 1/30 per picture during playback, and 0.1 from an input to a scrubbed frame. */
const PICTURE_SECONDS = 1 / 30;
const SCRUB_SECONDS = 0.1;
/** The encoder settings of usual footage, with a sync frame every two seconds. */
const CODECS = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-g', '60', '-c:a', 'aac'];

/** Measures the pictures per second during playback, and the delay to a scrubbed frame, without a graphics card. */
export async function benchPlaying(folder: string, rounds: number): Promise<readonly Row[]> {
  await using service = await startService();
  const response = await service.fetch('/v1/project/Playing', { method: 'POST' });
  const { uid }: { readonly uid: string } = await response.json();
  const clip = { rate: String(RATE), picture: 'testsrc2', codecs: CODECS };
  const media = [
    { name: 'play.mp4', options: { ...clip, seconds: PLAYED_SECONDS, width: 1280, height: 720 } },
    ...[0, 1, 2, 3].map((at) => ({
      name: `scrub-${at}.mp4`,
      options: { ...clip, seconds: 6, width: 1920, height: 1080, sound: null },
    })),
  ];
  await mkdir(folder, { recursive: true });
  for (const { name, options } of media) {
    const path = join(folder, name);
    if (!existsSync(path)) {
      await makeClip(join(folder, `new-${name}`), options);
      await rename(join(folder, `new-${name}`), path);
    }
    const body = new Uint8Array(await readFile(path));
    await service.fetch(`/v1/data/${uid}/${name}`, { method: 'PUT', body });
  }
  const headers = { 'content-type': 'application/xml' };
  for (const [name, body] of Object.entries(TEMPLATES))
    await service.fetch(`/v1/xml/local/${uid}/${name}`, { method: 'POST', body, headers });

  const open = async (browser: Browser, name: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: SIZE });
    await page.addInitScript(watchPictures);
    await page.goto(await service.newLink());
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/project/${uid}/${name}`);
    await page.locator('[data-lanes] [data-scene]').first().waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  };
  const plays = async (name: string): Promise<Played> => {
    const browser = await launchChromium('software');
    try {
      return await play(browser, await open(browser, name));
    } finally {
      await browser.close();
    }
  };
  const scrubs = async (): Promise<readonly number[][]> => {
    const browser = await launchChromium('software');
    try {
      const page = await open(browser, 'Scrub');
      return [await scrub(page), await scrub(page)];
    } finally {
      await browser.close();
    }
  };

  const rows: Row[] = [];
  for (const [name, what] of [
    ['Plain', '720p as it is'],
    ['Effects', '720p with saturation and a vignette'],
    ['Layers', 'a scene of five layers at 720p, of which three move'],
  ] as const) {
    const played: Played[] = [];
    for (let round = 0; round < rounds; round++) played.push(await plays(name));
    const seconds = played.map(({ pictures }) => PLAYED_SECONDS / pictures);
    for (const each of played)
      console.log(
        `${name}: ${each.pictures} of ${PLAYED_SECONDS * RATE} pictures, longest gap ${each.gap.toFixed(0)} ms; processor time a picture: ${Object.entries(
          each.processor,
        )
          .map(([type, time]) => `${type} ${((1000 * time) / each.pictures).toFixed(1)} ms`)
          .join(', ')}`,
      );
    rows.push(promisedRow({ name: `playing: a picture of ${name}`, what }, PICTURE_SECONDS, seconds));
  }
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [first = [], second = []] = await scrubs();
    cold.push(...first);
    warm.push(...second);
    const worst = (times: readonly number[]) => Math.max(...times).toFixed(3);
    console.log(`scrub: ${JSON.stringify(first.map((each) => Math.round(each * 1000)))} cold`);
    console.log(`scrub: at most ${worst(first)} cold, ${worst(second)} warm`);
  }
  rows.push(
    promisedRow({ name: 'playing: scrub, cold', what: 'input to a picture of that scene' }, SCRUB_SECONDS, cold),
  );
  rows.push(promisedRow({ name: 'playing: scrub, warm', what: 'the same again' }, SCRUB_SECONDS, warm));
  return rows;
}

interface Played {
  readonly pictures: number;
  /** The longest time between two new pictures, in milliseconds. */
  readonly gap: number;
  /** The processor seconds by kind of browser process. */
  readonly processor: Readonly<Record<string, number>>;
}

async function play(browser: Browser, page: Page): Promise<Played> {
  const before = await processorTimes(browser);
  await page.evaluate(() => window.pictureWatch.begin());
  await page.getByRole('toolbar', { name: 'Transport' }).getByRole('button', { name: 'Play', exact: true }).click();
  const playing = page.getByRole('img', { name: 'Preview, playing' });
  await playing.waitFor();
  await playing.waitFor({ state: 'hidden' });
  const times = await page.evaluate(() => window.pictureWatch.times());
  const after = await processorTimes(browser);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const processor = Object.fromEntries(
    Object.entries(after).map(([type, seconds]) => [type, seconds - (before[type] ?? 0)]),
  );
  return { pictures: times.length, gap: Math.max(0, ...gaps), processor };
}

/**
 * Drags over the ruler in steps. Returns the seconds from each input that leads to another frame to the next new
 * picture. Excludes steps after the end of the film, where the page only draws the same frame again in full quality
 * when the pointer rests.
 */
async function scrub(page: Page): Promise<number[]> {
  const lanes = await page.locator('[data-lanes]').boundingBox();
  if (lanes === null) throw new Error('there are no lanes');
  const y = lanes.y + 10;
  await page.mouse.move(lanes.x + 8, y);
  await page.mouse.down();
  const readout = page.getByRole('toolbar', { name: 'Transport' }).getByText(/^fr \d+$/);
  const frame = async () => {
    // React updates the text after the picture.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return await readout.textContent();
  };
  const times: number[] = [];
  const steps = 40;
  let before = await frame();
  for (let at = 1; at <= steps; at++) {
    const waits = page.evaluate(() => window.pictureWatch.next());
    await page.mouse.move(lanes.x + 8 + ((lanes.width - 16) * at) / steps, y);
    const waited = await waits;
    const now = await frame();
    if (waited !== null && now !== before) times.push(waited / 1000);
    before = now;
  }
  await page.mouse.up();
  return times;
}

/** Returns the processor seconds by kind of browser process. */
async function processorTimes(browser: Browser): Promise<Record<string, number>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const times: Record<string, number> = {};
  for (const { type, cpuTime } of processInfo) times[type] = (times[type] ?? 0) + cpuTime;
  return times;
}

const EFFECTS = '<filter type="saturation" intensity="1.3"/><filter type="vignette" color="#000000" aperture="0.6"/>';

/**
 * The layers over a video in a short film: a bar that slides in, two titles (one fades), and a round badge that
 * rotates.
 */
const OVER = [
  '<solid color="#101820c0" width="900" height="150" position="-120, 210">',
  '  <animation><key time="0" position="-800, 210"/><key time="30" position="-120, 210"/></animation>',
  '</solid>',
  '<text content="A title of a film" size="72" width="820" height="100" position="-120, 190" color="#ffffff"/>',
  '<text content="and what it is about" size="32" width="820" height="60" position="-120, 250" color="#ffd34d">',
  '  <animation><key time="0" opacity="0"/><key time="60" opacity="1"/></animation>',
  '</text>',
  '<shape shape="ellipse" width="160" height="120" position="500, -250" color="#e4572e">',
  `  <animation><key time="0" rotation="0"/><key time="${PLAYED_SECONDS * RATE}" rotation="360"/></animation>`,
  '</shape>',
].join('\n');

const TEMPLATES: Readonly<Record<string, string>> = {
  Plain: filmOf(1280, [`<scene duration="${PLAYED_SECONDS * RATE}"><video src="play.mp4"/></scene>`]),
  Effects: filmOf(1280, [
    `<scene duration="${PLAYED_SECONDS * RATE}"><video src="play.mp4">${EFFECTS}</video></scene>`,
  ]),
  Layers: filmOf(1280, [`<scene duration="${PLAYED_SECONDS * RATE}"><video src="play.mp4"/>\n${OVER}\n</scene>`]),
  Scrub: filmOf(
    1920,
    Array.from(
      { length: SCENES },
      (_, at) =>
        `<scene duration="${SCENE_FRAMES}"><video src="scrub-${at % 4}.mp4" skip="${Math.floor(at / 4) * 10 + 7}"/></scene>`,
    ),
  ),
};

function filmOf(width: number, scenes: readonly string[]): string {
  return `<movie width="${width}" height="${(width * 9) / 16}" framerate="${RATE}">\n${scenes.join('\n')}\n</movie>\n`;
}
