import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { launchChromium } from '#renderer/testing/chromium.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { createPainter } from '#shared/drawings/painter.ts';
import { bundledOrSample, openKit } from '#shared/drawings/testing/open-kit.ts';
import { pictureDigest } from '#shared/drawings/testing/picture-digest.ts';
import { sampleDigests } from '#shared/drawings/testing/sample-digests.ts';
import { captionSamples } from '#shared/timeline/testing/caption-samples.ts';

const PAGE = 'http://localhost/';
const canvasKit = dirname(createRequire(import.meta.url).resolve('canvaskit-wasm'));
const fonts = resolve(import.meta.dirname, '../../out/fonts');

test('a browser draws samples and captions byte for byte like Node', async () => {
  await using undo = new AsyncDisposableStack();
  const folder = undo.use(await temporaryFolder());
  await build({
    root: join(import.meta.dirname, 'testing/drawings'),
    configFile: false,
    base: './',
    logLevel: 'error',
    build: { outDir: folder.path, target: 'chrome140', minify: false },
  });
  const browser = undo.adopt(await launchChromium(), (each) => each.close());
  const page = await browser.newPage();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  await page.route(`${PAGE}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = basename(pathname);
    const file = pathname.startsWith('/files/')
      ? join(name.endsWith('.wasm') ? canvasKit : fonts, name)
      : join(folder.path, pathname === '/' ? 'index.html' : pathname);
    await route.fulfill({ body: await readFile(file), contentType: contentTypes[name.replace(/^.*\./, '')] ?? '' });
  });
  await page.goto(PAGE);
  await page.waitForFunction(() => 'drawSamples' in window);
  expect(await page.evaluate(() => window.drawSamples())).toEqual(sampleDigests);
  const painter = undo.adopt(createPainter(await openKit()), (each) => each.delete());
  const captions: Record<string, string> = {};
  for (const [name, drawing] of Object.entries(captionSamples()))
    captions[name] = await pictureDigest(painter.draw(drawing, bundledOrSample));
  expect(Object.keys(captions)).toHaveLength(75);
  expect(await page.evaluate(() => window.drawCaptions())).toEqual(captions);
  expect(faults).toEqual([]);
});

const contentTypes: Readonly<Record<string, string>> = {
  '': 'text/html',
  html: 'text/html',
  js: 'text/javascript',
  wasm: 'application/wasm',
  ttf: 'font/ttf',
};
