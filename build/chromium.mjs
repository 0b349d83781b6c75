import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { aptInstall, mayUseApt } from './apt.mjs';
import { isFile, onPath } from './search-path.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const HOW =
  'Install Chromium or Chrome (Debian: `apt-get install chromium` as root), or name the program in SCENEWRIGHT_CHROMIUM.';

/** Where the systems that have no such thing on their PATH install it. */
const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/**
 * The Chromium that the tests of the editor run in: the one that is named, the system's, or Playwright's own.
 * @returns {string | null}
 */
function findChromium() {
  const configured = process.env['SCENEWRIGHT_CHROMIUM'] ?? '';
  if (configured !== '') return configured;
  const system = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(onPath);
  return [...system, ...INSTALLED, ...playwrightsOwn()].find((file) => file !== null && isFile(file)) ?? null;
}

/**
 * As `findChromium`; installs it where this process may do so without asking. Throws {@link SetUpError}.
 * @returns {Promise<string>}
 */
export async function provideChromium() {
  const found = findChromium();
  if (found !== null) return found;
  if (!mayUseApt()) throw new SetUpError(`The tests of the editor need a browser, and none was found. ${HOW}`);
  say('Installing Chromium with apt-get (once, about two minutes) …');
  const failure = await aptInstall('chromium');
  const installed = findChromium();
  if (failure === null && installed !== null) return installed;
  throw new SetUpError(
    `Chromium is needed, and apt-get could not install it (${failure ?? 'it is not there'}). ${HOW}`,
  );
}

/** Those that `playwright install` left in its cache, the newest first. */
function playwrightsOwn() {
  const home = homedir();
  const folders = {
    linux: path.join(home, '.cache', 'ms-playwright'),
    darwin: path.join(home, 'Library', 'Caches', 'ms-playwright'),
    win32: path.join(home, 'AppData', 'Local', 'ms-playwright'),
  };
  const folder =
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ??
    (process.platform in folders ? folders[/** @type {keyof typeof folders} */ (process.platform)] : folders.linux);
  const programs = ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-win64/chrome.exe'];
  return namesIn(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .toSorted((left, right) => Number(right.slice(9)) - Number(left.slice(9)))
    .flatMap((name) => programs.map((program) => path.join(folder, name, ...program.split('/'))));
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    // Playwright has never put anything there.
    return [];
  }
}
