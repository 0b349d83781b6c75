import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { isDesktop } from './fixtures/host.ts';

const executablePath = process.env['SCENEWRIGHT_CHROMIUM'];
const isRoot = process.getuid?.() === 0;

// Nothing is fetched from the outside world: there is nobody at this port.
process.env['SCENEWRIGHT_FONTS_REGISTRY'] = 'http://127.0.0.1:1';

/**
 * The editor in a real browser, against a real service; or in the desktop app, to which `use` does not apply (see
 * `fixtures/desktop-launch.ts`). `npm run test:e2e` and `npm run test:electron` build both first, and find the program.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  outputDir: path.resolve(import.meta.dirname, '../out/e2e'),
  fullyParallel: true,
  // Windows of one display share its clipboard and who has the focus.
  workers: isDesktop ? 1 : 2,
  retries: 0,
  forbidOnly: true,
  // What waits for renders and restarts waits long enough on a machine that does other things too; nothing is timed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    // What is on its way from one look to the next is neither's.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 720 },
    locale: 'en',
    timezoneId: 'UTC',
    // What was done and asked for, step by step. Pages before and after each step took half of the runner's time:
    // `npm run test:e2e -- --trace on` with one test's name has them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      // What `npm run test:e2e` found; without it, Playwright's own.
      ...(executablePath !== undefined && { executablePath }),
      // Chromium's sandbox does not work for root.
      chromiumSandbox: !isRoot,
      args: [
        // The preview draws with WebGL, and there need not be a graphics card.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // Only the preview: without a graphics card, to put pages together by WebGL's means takes a fifth of the time.
        '--disable-gpu-compositing',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
