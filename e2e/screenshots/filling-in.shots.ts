import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { ffmpeg } from '#service/testing/make-media.ts';
import { test } from '../fixtures/test.ts';

const FILE = path.resolve(import.meta.dirname, '../../docs/screenshots/filling-in.webp');
/** The width of the animation in pixels. The page shows it smaller than the screen. */
const WIDTH = 1000;

/** A recorder that takes pictures of a page, each with its duration in seconds. */
interface Recorder {
  /** Takes a picture when the page is stable. */
  readonly take: (seconds: number) => Promise<void>;
  readonly write: (file: string) => Promise<void>;
}

function recorderOf(page: Page, folder: string): Recorder {
  const shots: { readonly file: string; readonly seconds: number }[] = [];
  return {
    take: async (seconds) => {
      let last: Buffer | null = null;
      await expect
        .poll(
          async () => {
            const next = await page.screenshot();
            const isSame = last?.equals(next) === true;
            last = next;
            return isSame && (await page.locator('[aria-busy=true]').count()) === 0;
          },
          { intervals: [500] },
        )
        .toBe(true);
      const file = path.join(folder, `${shots.length}.png`);
      await page.screenshot({ path: file });
      shots.push({ file, seconds });
    },
    write: async (file) => {
      const list = path.join(folder, 'shots.txt');
      const lines = shots.map((shot) => `file '${shot.file}'\nduration ${shot.seconds}`);
      await writeFile(list, `${[...lines, `file '${shots.at(-1)?.file}'`].join('\n')}\n`);
      const scaled = ['-vf', `scale=${WIDTH}:-1:flags=lanczos`, '-fps_mode', 'vfr'];
      const webp = ['-c:v', 'libwebp_anim', '-quality', '80', '-loop', '0', '-map_metadata', '-1'];
      await ffmpeg('-f', 'concat', '-safe', '0', '-i', list, ...scaled, ...webp, '-y', file);
    },
  };
}

test('a design is filled in', async ({ editor: page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-shots-'));
  try {
    const { take, write } = recorderOf(page, folder);
    await page.goto(new URL('#/designs', page.url()).href);
    await page.getByRole('option', { name: /Birthday/ }).click();
    await take(1.6);
    await page.getByRole('button', { name: 'Use this design' }).click();
    const form = page.getByRole('region', { name: 'Values' });
    const name = form.getByRole('textbox', { name: 'Name' });
    await name.focus();
    // A skeleton means that the preview is still loading its first picture.
    await expect(page.locator('[class*=skeleton]')).toHaveCount(0);
    await take(1.2);
    await name.fill('');
    for (const letter of 'Grace') {
      await page.keyboard.type(letter);
      await take(0.25);
    }
    await take(0.8);
    await form.getByLabel('Age', { exact: true }).fill('7');
    await page.keyboard.press('Tab');
    await take(1);
    await form.getByRole('button', { name: 'Render the film' }).click();
    const film = page.getByRole('region', { name: 'Film' });
    await film.getByRole('button', { name: 'Play' }).click();
    const video = page.getByRole('dialog').locator('video');
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    const length = await video.evaluate((element: HTMLVideoElement) => element.duration);
    for (let at = 0.5; at < length; at += 0.5) {
      await video.evaluate(
        (element: HTMLVideoElement, time) =>
          new Promise((resolve) => {
            element.addEventListener('seeked', resolve, { once: true });
            element.currentTime = time;
          }),
        at,
      );
      await take(0.25);
    }
    await write(FILE);
  } finally {
    await rm(folder, { recursive: true });
  }
});
