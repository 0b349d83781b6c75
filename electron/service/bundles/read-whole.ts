import { message } from '#shared/messages/message.ts';
import type { ScratchFile } from '../storage/ports.ts';
import { entryBytes, type ZipEntry } from './read-zip.ts';
import { refusedEntry } from './refusals.ts';

/**
 * An entry as it is, for as long as it has no more bytes than it claims, and in the end as many. Throws
 * `bundle/digest`.
 */
export async function* exactBytes(file: ScratchFile, entry: ZipEntry, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of entryBytes(file, entry, signal)) {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > entry.size) throw wrongSize(entry);
    yield piece;
  }
  if (bytes !== entry.size) throw wrongSize(entry);
}

/** All of a small entry at once. */
export async function readWhole(file: ScratchFile, entry: ZipEntry, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exactBytes(file, entry, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function wrongSize({ name, size }: ZipEntry): Error {
  return refusedEntry('bundle/digest', name, message('entry/other-length', { bytes: size }));
}
