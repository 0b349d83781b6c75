import { Readable } from 'node:stream';
import { openRange } from '../../files/open-range.ts';
import type { BlobDigest, BlobRange, Database } from '../ports.ts';

/**
 * The bytes of a blob from its file, all of them without a range; null where the file is not there. Throws where it has
 * not the size that its row says.
 */
export async function readBlobFile(
  { database, path }: { readonly database: Database; readonly path: string },
  sha256: BlobDigest,
  range: BlobRange | null,
): Promise<Readable | null> {
  const bytes = Number(database.get('SELECT bytes FROM blob WHERE sha256 = ?', sha256)?.['bytes'] ?? 0);
  const { start, end } = range ?? { start: 0, end: bytes };
  return end <= start ? Readable.from([], { objectMode: false }) : await openRange(path, { start, end }, bytes);
}
