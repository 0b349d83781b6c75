import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { resultOf, VECTOR_KINDS, type Vector } from '#shared/expressions/testing/run-vector.ts';
import file from '#shared/expressions/vectors-3.json' with { type: 'json' };
import { launchChromium } from './chromium.ts';

const PAGE = 'http://localhost/';
const vectors = (file.vectors as unknown as readonly Vector[]).filter(({ kind }) => VECTOR_KINDS.includes(kind));

test('a browser evaluates every vector of the language like Node', async () => {
  await using undo = new AsyncDisposableStack();
  const folder = undo.use(await temporaryFolder());
  const entry = resolve(import.meta.dirname, '../../shared/expressions/testing/run-vector.ts');
  await build({
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder.path, target: 'chrome140', lib: { entry, formats: ['es'], fileName: 'run-vector' } },
  });
  const browser = undo.adopt(await launchChromium('no-webgl'), (each) => each.close());
  const page = await browser.newPage();
  await page.route(`${PAGE}**`, async (route) => {
    const isScript = route.request().url().endsWith('.js');
    const body = isScript ? await readFile(join(folder.path, 'run-vector.js')) : '<!doctype html>';
    await route.fulfill({ body, contentType: isScript ? 'text/javascript' : 'text/html' });
  });
  await page.goto(PAGE);
  await page.addScriptTag({
    type: 'module',
    content: "import * as vectors from './run-vector.js'; Object.assign(window, vectors);",
  });
  await page.waitForFunction(() => 'resultOf' in window);
  const results = await page.evaluate((cases) => {
    const run = (globalThis as unknown as { readonly resultOf: typeof resultOf }).resultOf;
    return JSON.stringify(cases.map((vector) => run(vector)));
  }, vectors);
  expect(vectors.length).toBeGreaterThan(360);
  expect(JSON.parse(results)).toEqual(JSON.parse(JSON.stringify(vectors.map(resultOf))));
});
