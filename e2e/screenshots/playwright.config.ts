import path from 'node:path';
import { defineConfig } from 'playwright/test';
import tests from '../playwright.config.ts';

/** Takes pictures of the real app for the documents (`npm run screenshots`). Nothing is compared. */
export default defineConfig(tests, {
  testDir: import.meta.dirname,
  testMatch: '*.shots.ts',
  outputDir: path.resolve(import.meta.dirname, '../../out/screenshots'),
  workers: 1,
  timeout: 1_200_000,
  expect: { timeout: 300_000 },
  use: { trace: 'off', contextOptions: { reducedMotion: 'reduce' } },
});
