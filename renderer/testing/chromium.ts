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
 * - `software`: software drawing with emulated WebGL.
 * - `emulated-card`: all drawing through an emulated card, which is slower but runs the code for a real card.
 * - `no-webgl`: no WebGL.
 */
export type Drawing = 'software' | 'emulated-card' | 'no-webgl';

const SWITCHES: Readonly<Record<Drawing, readonly string[]>> = {
  software: ['--disable-gpu', '--enable-unsafe-swiftshader'],
  'no-webgl': ['--disable-gpu', '--disable-software-rasterizer', '--disable-3d-apis'],
  'emulated-card': ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};

/**
 * Starts a headless Chromium. It draws in software, so the pixels are the same on every machine. It also plays sound
 * without a user gesture.
 */
export async function launchChromium(drawing: Drawing = 'emulated-card'): Promise<Browser> {
  const executablePath = chromiumProgram();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // Containers and CI often run as root. The sandbox cannot start as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...SWITCHES[drawing], '--autoplay-policy=no-user-gesture-required'],
  });
}
