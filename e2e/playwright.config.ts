import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { isDesktop } from './fixtures/host.ts';
import { slowness } from './fixtures/slow-page.ts';

const executablePath = process.env['SCENEWRIGHT_CHROMIUM'];
const isRoot = process.getuid?.() === 0;

// Tests load nothing from the network. No server listens on this port.
process.env['SCENEWRIGHT_FONTS_REGISTRY'] = 'http://127.0.0.1:1';

/**
 * The tests run the editor in a real browser with a real service, or in the desktop app. `use` does not apply to the
 * desktop app (see `fixtures/desktop-launch.ts`). `npm run test:e2e` and `npm run test:electron` build both first and
 * find the program.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  outputDir: path.resolve(import.meta.dirname, '../out/e2e'),
  fullyParallel: true,
  // All windows of a display share one clipboard and one focus.
  workers: isDesktop ? 1 : 2,
  retries: 0,
  forbidOnly: true,
  // The timeout allows renders and restarts on a busy machine. The tests measure no time.
  timeout: 300_000 * slowness,
  expect: { timeout: 60_000 * slowness },
  reporter: 'list',
  use: {
    actionTimeout: 60_000 * slowness,
    // A screenshot must not show the middle of a CSS transition.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 720 },
    locale: 'en',
    timezoneId: 'UTC',
    // The trace contains the steps and requests. Snapshots of the page before and after each step would double the
    // time. `npm run test:e2e -- --trace on` with the name of a test records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      // The browser that `npm run test:e2e` has found. If it found none, Playwright uses its own.
      ...(executablePath !== undefined && { executablePath }),
      // The sandbox of Chromium does not work for root.
      chromiumSandbox: !isRoot,
      args: [
        // The preview draws with WebGL, and the machine may have no graphics card.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // Only the preview uses WebGL. Without a graphics card, GPU compositing of pages takes five times as long.
        '--disable-gpu-compositing',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
