import { existsSync } from 'node:fs';
import process from 'node:process';
import { type Browser, chromium } from 'playwright';

/** The browser that tests use: the one that is named, the system's, or the one that Playwright installed. */
export function chromiumProgram(): string | undefined {
  const named = process.env['SCENEWRIGHT_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
}

/**
 * How a browser draws that has no graphics card: by itself, and only WebGL by one that is emulated; or all by that,
 * which is slower and takes the ways of a browser that has one; or none that WebGL could use.
 */
export type Drawing = 'by itself' | 'by an emulated card' | 'without graphics';

const SWITCHES: Readonly<Record<Drawing, readonly string[]>> = {
  'by itself': ['--disable-gpu', '--enable-unsafe-swiftshader'],
  'without graphics': ['--disable-gpu', '--disable-software-rasterizer', '--disable-3d-apis'],
  'by an emulated card': ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};

/** Starts a Chromium without a window that draws in software, the same on every machine, and may play sound at once. */
export async function launchChromium(drawing: Drawing = 'by an emulated card'): Promise<Browser> {
  const executablePath = chromiumProgram();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // Containers and continuous integration often run as root, where the sandbox refuses to work.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...SWITCHES[drawing], '--autoplay-policy=no-user-gesture-required'],
  });
}
