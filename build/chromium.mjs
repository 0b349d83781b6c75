import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { aptInstall, mayUseApt } from './apt.mjs';
import { isFile, onPath } from './search-path.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const HOW =
  'Install Chromium or Chrome (Debian: `apt-get install chromium` as root), or name the program in SCENEWRIGHT_CHROMIUM.';

/** The paths of a full Chromium and of a headless shell in Playwright's folders. */
const PROGRAMS = ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-win64/chrome.exe'];
const SHELLS = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-win64/chrome-headless-shell.exe',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
];

/** The paths of browser programs on systems that do not put them on PATH. */
const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/**
 * Returns a full Chromium: the configured one, the one of the system, or the one of Playwright; null if there is none.
 * @returns {string | null}
 */
function findChromium() {
  const configured = process.env['SCENEWRIGHT_CHROMIUM'] ?? '';
  if (configured !== '') return configured;
  const system = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(onPath);
  return [...system, ...INSTALLED, ...playwrightsOwn('chromium', PROGRAMS)].find(isThere) ?? null;
}

/**
 * Returns a headless Chromium in the same order of precedence; null if there is none.
 * @returns {string | null}
 */
function findShell() {
  const configured = process.env['SCENEWRIGHT_CHROMIUM'] ?? '';
  if (configured !== '') return configured;
  const system = ['chromium-headless-shell', 'chrome-headless-shell'].map(onPath);
  return [...system, ...playwrightsOwn('chromium_headless_shell', SHELLS)].find(isThere) ?? null;
}

/** @param {string | null} file */
function isThere(file) {
  return file !== null && isFile(file);
}

/**
 * Returns a full Chromium. Installs it if this process may use apt-get. Throws {@link SetUpError} if it is unavailable.
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

/**
 * Returns the Chromium for tests. It is a headless shell, which takes half of the time of a full Chromium. Installs it
 * if this process may use apt-get, and otherwise returns a full Chromium. Throws {@link SetUpError} if neither is
 * available.
 * @returns {Promise<string>}
 */
export async function provideShell() {
  const found = findShell();
  if (found !== null) return found;
  if (!mayUseApt()) return provideChromium();
  say("Installing Chromium's headless shell with apt-get (once, about a minute) …");
  const failure = await aptInstall('chromium-headless-shell');
  const installed = findShell();
  if (installed !== null) return installed;
  say(
    `It could not be installed (${failure ?? 'it is missing'}). The full Chromium is used instead, which takes twice as long.`,
  );
  return provideChromium();
}

/**
 * Returns the browsers of a kind in the cache of `playwright install`, from the newest.
 * @param {string} kind
 * @param {readonly string[]} programs
 */
function playwrightsOwn(kind, programs) {
  const home = homedir();
  const folders = {
    linux: path.join(home, '.cache', 'ms-playwright'),
    darwin: path.join(home, 'Library', 'Caches', 'ms-playwright'),
    win32: path.join(home, 'AppData', 'Local', 'ms-playwright'),
  };
  const folder =
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ??
    (process.platform in folders ? folders[/** @type {keyof typeof folders} */ (process.platform)] : folders.linux);
  const version = (/** @type {string} */ name) => Number(name.slice(kind.length + 1));
  return namesIn(folder)
    .filter((name) => name.startsWith(`${kind}-`) && Number.isInteger(version(name)))
    .toSorted((left, right) => version(right) - version(left))
    .flatMap((name) => programs.map((program) => path.join(folder, name, ...program.split('/'))));
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    // Playwright has not installed a browser here.
    return [];
  }
}
