import { statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * Returns the path of a program on PATH; null if there is none. On Windows, the name has no `.exe`.
 * @param {string} program
 */
export function onPath(program) {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find(isFile) ?? null;
}

/** @param {string} file */
export function isFile(file) {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
