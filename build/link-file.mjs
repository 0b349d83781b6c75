import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { openInBrowser } from './display.mjs';

/** The lifetime of the file, long enough for a browser that starts slowly. The link itself is valid for ten minutes. */
const FILE_SECONDS = 60;

/**
 * Opens a link in the browser of the user through a temporary file.
 * @param {string} folder for these files only
 * @param {string} link
 * @param {number} [seconds] the lifetime of the file
 */
export function openLink(folder, link, seconds = FILE_SECONDS) {
  const file = writeLinkFile(folder, link);
  openInBrowser(file);
  removeLater(file, seconds);
}

/**
 * Writes a page that redirects to a link and that only the user can read. Every user of the machine can see the
 * arguments of a program, so the browser gets the name of this file. Removes the files of earlier starts.
 * @param {string} folder for these files only
 * @param {string} link
 * @returns {string} the path of the file
 */
export function writeLinkFile(folder, link) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Set the mode explicitly, because a umask or a parent folder can have changed it.
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
 * Removes the file after the browser has had time to read it, even if this process ends earlier.
 * @param {string} file
 * @param {number} seconds
 */
export function removeLater(file, seconds) {
  const script =
    'setTimeout(() => require("node:fs").rmSync(process.argv[1], { force: true }), process.argv[2] * 1000)';
  const options = /** @type {const} */ ({ stdio: 'ignore', detached: true, windowsHide: true });
  const child = spawn(process.execPath, ['-e', script, file, String(seconds)], options);
  // Ignore the error: the next start removes the file.
  child.on('error', () => undefined);
  child.unref();
}
