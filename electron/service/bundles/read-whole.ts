import { message } from '#shared/messages/message.ts';
import type { ScratchFile } from '../storage/ports.ts';
import { entryBytes, type ZipEntry } from './read-zip.ts';
import { entryError } from './refusals.ts';

/** Yields an entry's bytes. Throws `bundle/digest` if there are more or fewer bytes than the entry states. */
export async function* checkedEntryBytes(
  file: ScratchFile,
  entry: ZipEntry,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of entryBytes(file, entry, signal)) {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > entry.size) throw wrongSize(entry);
    yield piece;
  }
  if (bytes !== entry.size) throw wrongSize(entry);
}

/** Reads a small entry into memory. */
export async function readWholeEntry(file: ScratchFile, entry: ZipEntry, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of checkedEntryBytes(file, entry, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function wrongSize({ name, size }: ZipEntry): Error {
  return entryError('bundle/digest', name, message('entry/other-length', { bytes: size }));
}
