import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { openInBrowser } from './display.mjs';

/** A browser that starts slowly has read it by then; the link itself counts for ten minutes. */
const KEPT_SECONDS = 60;

/**
 * Opens a link in the person's own browser, by way of a file that is there for as long as a browser needs.
 * @param {string} folder of such files alone
 * @param {string} link
 * @param {number} [seconds]
 */
export function openLink(folder, link, seconds = KEPT_SECONDS) {
  const file = writeLinkFile(folder, link);
  openInBrowser(file);
  removeLater(file, seconds);
}

/**
 * Writes a page that leads to a link, for nobody's eyes but the person's own: what a program is started with is shown to
 * everybody on the machine, so the browser is given this file's name. Those of earlier starts are removed.
 * @param {string} folder of such files alone
 * @param {string} link
 * @returns {string} the file's path
 */
export function writeLinkFile(folder, link) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // What a umask has taken away, or a folder above has added.
  chmodSync(folder, 0o700);
  const file = path.join(folder, `${randomBytes(8).toString('hex')}.html`);
  const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Scenewright</title>
<meta http-equiv="refresh" content="0;url=${address}"></head>
<body><p><a href="${address}">Open Scenewright</a></p></body></html>
`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}

/**
 * Removes the file when the browser has had time to read it, also where this process ends sooner.
 * @param {string} file
 * @param {number} seconds
 */
export function removeLater(file, seconds) {
  const script =
    'setTimeout(() => require("node:fs").rmSync(process.argv[1], { force: true }), process.argv[2] * 1000)';
  const options = /** @type {const} */ ({ stdio: 'ignore', detached: true, windowsHide: true });
  const child = spawn(process.execPath, ['-e', script, file, String(seconds)], options);
  // The next start removes it then.
  child.on('error', () => undefined);
  child.unref();
}
