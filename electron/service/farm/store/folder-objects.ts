import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../files/sync-folder.ts';
import type { ObjectFacts } from './object-storage.ts';

/**
 * A file that is an object: its bytes, and behind them a line with their digest, so that bytes and digest take the place
 * of others in one step, and a file that was cut is known by what lacks at its end.
 */
const LINE = /^\nsha256 ([0-9a-f]{64})\n$/;
export const LINE_BYTES = 73;
const READ_BYTES = 2 ** 18;

export function digestLine(sha256: string): string {
  return `\nsha256 ${sha256}\n`;
}

export interface OpenObject extends AsyncDisposable {
  readonly file: FileHandle;
  /** Null where its last line is not that of an object: it was cut, or written over. */
  readonly facts: ObjectFacts | null;
  readonly stats: Stats;
}

/** Opens an object, if it is there; a link, or a path with links in it, is not. Throws the system's error. */
export async function openObject(root: string, place: string): Promise<OpenObject | null> {
  if (!(await isWithin(root, dirname(place)))) return null;
  const path = join(root, place);
  // Windows has no such flag; there a link is known by looking.
  if (constants.O_NOFOLLOW === undefined && (await lstat(path).catch(nullIfAbsent))?.isFile() !== true) return null;
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(nullIfAbsent);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    if (stats.isFile())
      return { file, stats, facts: await readFacts(file, stats), [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return null;
}

/** The bytes of an open object from `start` up to `end`, exclusive. */
export async function* bytesOf(
  { file }: Pick<OpenObject, 'file'>,
  start: number,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    signal.throwIfAborted();
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Whether a folder below the root is there and no link leads elsewhere on the way. */
export async function isWithin(root: string, folder: string): Promise<boolean> {
  const [real, place] = await Promise.all([
    realpath(root).catch(nullIfAbsent),
    realpath(join(root, folder)).catch(nullIfAbsent),
  ]);
  return real !== null && place === join(real, folder);
}

async function readFacts(file: FileHandle, { size, mtimeMs }: Stats): Promise<ObjectFacts | null> {
  const bytes = size - LINE_BYTES;
  if (bytes < 0) return null;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES, bytes);
  const [, sha256] = LINE.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
  return sha256 === undefined ? null : { bytes, sha256, usedAt: Math.round(mtimeMs) };
}

/** Links too, which are opened without following them. */
function nullIfAbsent(error: unknown): null {
  if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK'].includes(codeOf(error) ?? '')) return null;
  throw error;
}
