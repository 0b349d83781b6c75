import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { systemCode } from '../../errors/system-code.ts';
import type { BlobDigest, BlobRange, Database } from '../ports.ts';

const READ_BYTES = 256 * 1024;

/**
 * Opens the file of a blob, or a range of it. Returns null if the file is missing. Throws if its size differs from the
 * size in the row.
 */
export async function readBlobFile(
  { database, path }: { readonly database: Database; readonly path: string },
  sha256: BlobDigest,
  range: BlobRange | null,
): Promise<Readable | null> {
  const bytes = Number(database.get('SELECT bytes FROM blob WHERE sha256 = ?', sha256)?.['bytes'] ?? 0);
  const { start, end } = range ?? { start: 0, end: bytes };
  if (end <= start) return Readable.from([], { objectMode: false });
  const file = await open(path, 'r').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    if ((await file.stat()).size !== bytes) throw new Error('a blob has another size than its row says');
    return file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
  } catch (error) {
    await file.close();
    throw error;
  }
}
