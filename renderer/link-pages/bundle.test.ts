import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

const MAX_BYTES = 60_000;

it('the script of forms and pages is small and evaluates no code', async () => {
  const config = resolve(import.meta.dirname, '../../build/vite.pages.config.ts');
  const built = await build({ configFile: config, logLevel: 'silent', build: { write: false } });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  expect(outputs.map(({ fileName }) => fileName).toSorted()).toEqual(['icon.svg', 'page.css', 'page.js']);
  const [script] = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : []));
  expect(gzipSync(script ?? '').length).toBeLessThan(MAX_BYTES);
  expect(script).not.toMatch(/\beval\(|new Function|react/i);
});

it('the style sheet of pages loads no files', () => {
  expect(readFileSync(resolve(import.meta.dirname, 'page.css'), 'utf8')).not.toMatch(/url\(|@import/);
});
