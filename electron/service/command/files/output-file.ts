import { constants } from 'node:fs';
import { access, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../shown/report.ts';
import { systemErrorCode } from './file-failure.ts';
import { makeOutputFolder } from './output-permissions.ts';

/**
 * The folder of the output while the film is made. Disposal removes the folders that were created for it, unless `keep`
 * was called.
 */
export interface OutputFolder extends AsyncDisposable {
  readonly keep: () => void;
}

/**
 * Checks before any work that the output is writable and replaces no input.
 * @param name The output as the user typed it.
 * @param inputs The absolute paths of all inputs of the film.
 */
export async function checkOutput(output: string, name: string, inputs: readonly string[]): Promise<void> {
  const existing = await statOrNull(output);
  if (existing === null) {
    if (/[/\\]$/.test(name)) throw refusal(`${name} is a folder. Choose a file name in it.`);
    return;
  }
  if (existing.isDirectory()) throw refusal(`${name} is a folder. Choose a file name in it.`);
  if (!existing.isFile()) throw refusal(`${name} isn’t a regular file.`);
  for (const input of inputs) {
    const used = await statOrNull(input);
    if (used !== null && used.dev === existing.dev && used.ino === existing.ino)
      throw refusal(`${name} is a source of the film. Choose another file name.`);
  }
}

/** Creates the output's folder if it is missing, and checks that it is writable. */
export async function openOutputFolder(output: string, name: string, umask: number): Promise<OutputFolder> {
  const folder = dirname(output);
  const missing = await missingFolders(folder);
  try {
    await makeOutputFolder(folder, umask);
    await access(folder, constants.W_OK);
  } catch (error) {
    const code = systemErrorCode(error);
    const reason =
      code === 'ENOTDIR' || code === 'EEXIST' ? 'its folder is a file' : `its folder isn’t writable (${code})`;
    throw refusal(`${name}: ${reason}.`, error);
  }
  let isComplete = false;
  return {
    keep: () => {
      isComplete = true;
    },
    [Symbol.asyncDispose]: async () => {
      if (!isComplete) for (const made of missing) await removeIfEmpty(made);
    },
  };
}

/** Returns the missing folders of a path, deepest first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let current = folder; (await statOrNull(current)) === null; current = dirname(current)) {
    if (dirname(current) === current) break;
    missing.push(current);
  }
  return missing;
}

/** Removes a folder unless another program has put a file into it. */
async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    const code = systemErrorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  });
}

async function statOrNull(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw refusal(`${path}: it can’t be read (${code}).`, error);
  }
}

function refusal(message: string, cause?: unknown): CommandError {
  return new CommandError('command/output-refused', message, { cause });
}
