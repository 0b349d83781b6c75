import { existsSync } from 'node:fs';
import process from 'node:process';
import { type Browser, chromium } from 'playwright';

/**
 * Returns the path of the browser for tests: the configured browser, or else the system's or Playwright's browser.
 * Undefined if none exists.
 */
export function chromiumProgram(): string | undefined {
  const chosen = process.env['SCENEWRIGHT_CHROMIUM'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
}

/**
 * The drawing mode of a browser without a graphics card.
 * - `by itself`: software drawing with emulated WebGL.
 * - `by an emulated card`: all drawing through an emulated card, which is slower but runs the code for a real card.
 * - `without graphics`: no WebGL.
 */
export type Drawing = 'by itself' | 'by an emulated card' | 'without graphics';

const SWITCHES: Readonly<Record<Drawing, readonly string[]>> = {
  'by itself': ['--disable-gpu', '--enable-unsafe-swiftshader'],
  'without graphics': ['--disable-gpu', '--disable-software-rasterizer', '--disable-3d-apis'],
  'by an emulated card': ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};

/**
 * Starts a headless Chromium. It draws in software, so the pixels are the same on every machine. It also plays sound
 * without a user gesture.
 */
export async function launchChromium(drawing: Drawing = 'by an emulated card'): Promise<Browser> {
  const executablePath = chromiumProgram();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // Containers and CI often run as root. The sandbox cannot start as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...SWITCHES[drawing], '--autoplay-policy=no-user-gesture-required'],
  });
}
