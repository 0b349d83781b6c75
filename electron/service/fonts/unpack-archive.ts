import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/**
 * The block size of a tar archive in bytes. A header takes one block, and content is padded to whole blocks
 * (POSIX.1-2017, pax, "ustar").
 */
const BLOCK = 512;
const [NAME_BYTES, SIZE_AT, SIZE_BYTES] = [100, 124, 12];

/** The limits for font archives: ten times the values of the largest archive. */
const archiveLimits = { entries: 2000, entryBytes: 64 * 2 ** 20, totalBytes: 2 ** 30 } as const;
type ArchiveLimits = { readonly [limit in keyof typeof archiveLimits]: number };

/** Thrown for an archive that unpacks to more than {@link archiveLimits}. */
export class ArchiveExcessError extends Error {
  override readonly name = 'ArchiveExcessError';
}

/**
 * Returns the requested entries of a gzipped tar archive, such as npm's. Throws an error if the file is not such an
 * archive or is incomplete. Throws {@link ArchiveExcessError} before it exceeds the limits, and the signal's reason
 * after an abort.
 */
export async function unpackArchive(
  path: string,
  requested: ReadonlySet<string>,
  signal: AbortSignal,
  limits: ArchiveLimits = archiveLimits,
): Promise<ReadonlyMap<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const admit = countedWithin(limits);
  await pipeline(
    createReadStream(path),
    createGunzip(),
    async (stream: AsyncIterable<Buffer>) => {
      const read = blockReader(stream);
      for (let head = await read(BLOCK); head !== null && head[0] !== 0; head = await read(BLOCK)) {
        const name = textIn(head, 0, NAME_BYTES);
        const size = Number.parseInt(textIn(head, SIZE_AT, SIZE_BYTES), 8);
        if (!Number.isSafeInteger(size) || size < 0) throw new Error('an entry has no size');
        admit(size);
        const content = await read(Math.ceil(size / BLOCK) * BLOCK, !requested.has(name));
        if (content === null) throw new Error('it ends early');
        if (requested.has(name)) entries.set(name, content.subarray(0, size));
      }
    },
    { signal },
  );
  const missing = [...requested].find((name) => !entries.has(name));
  if (missing !== undefined) throw new Error(`it has no ${missing}`);
  return entries;
}

/**
 * Returns a function that counts entries and their sizes. The function throws {@link ArchiveExcessError} beyond a
 * limit.
 */
function countedWithin({ entries, entryBytes, totalBytes }: ArchiveLimits): (size: number) => void {
  let [count, total] = [0, 0];
  return (size) => {
    count += 1;
    total += size;
    if (count > entries) throw new ArchiveExcessError(`has more than ${entries} files`);
    if (size > entryBytes) throw new ArchiveExcessError(`has a file of more than ${mebibytes(entryBytes)}`);
    if (total > totalBytes) throw new ArchiveExcessError(`unpacks to more than ${mebibytes(totalBytes)}`);
  };
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}

/** Returns a function that reads or skips a number of bytes, and that returns null if the stream ends earlier. */
function blockReader(stream: AsyncIterable<Buffer>): (bytes: number, isSkipped?: boolean) => Promise<Buffer | null> {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (bytes, isSkipped = false) => {
    const parts: Buffer[] = [];
    for (let remaining = bytes; remaining > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done === true) return null;
        rest = next.value;
      }
      const part = rest.subarray(0, remaining);
      if (!isSkipped) parts.push(part);
      rest = rest.subarray(part.length);
      remaining -= part.length;
    }
    return Buffer.concat(parts);
  };
}

function textIn(head: Buffer, at: number, bytes: number): string {
  const field = head.toString('latin1', at, at + bytes);
  return field.slice(0, Math.max(0, `${field}\0`.indexOf('\0'))).trim();
}
