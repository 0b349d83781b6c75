import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * A file of a ZIP archive: its bytes, or a stream with the given size. The stream is opened only when its bytes are
 * needed.
 */
export type ZipEntry = {
  readonly name: string;
  /** The modification time in milliseconds since 1970. */
  readonly time: number;
} & (
  | { readonly bytes: Uint8Array }
  | { readonly size: number; readonly read: (signal: AbortSignal) => AsyncIterable<Uint8Array> }
);

/** The mode of a regular file that every user may read. */
const MODE = 0o100_644;

/**
 * Streams a ZIP archive. Its entries are not compressed, so its length is known in advance. If a source fails, the
 * content is destroyed with the error. If the content is destroyed, the current source is aborted.
 */
export function streamZip(entries: readonly ZipEntry[]): { readonly length: number; readonly content: Readable } {
  const zip = new ZipFile();
  const out = zip.outputStream;
  if (!(out instanceof PassThrough)) throw new Error('the zip is written to something unknown');
  let source: Readable | null = null;
  const closed = new AbortController();
  zip.on('error', (error: Error) => out.destroy(error));
  out.on('close', () => {
    source?.destroy();
    closed.abort();
  });
  for (const entry of entries) {
    const options = { compress: false, mode: MODE, mtime: new Date(entry.time) };
    if ('bytes' in entry) {
      const { bytes } = entry;
      zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), entry.name, options);
      continue;
    }
    zip.addReadStreamLazy(entry.name, { ...options, size: entry.size }, (callback) => {
      const stream = Readable.from(entry.read(closed.signal), { objectMode: false });
      // Forward the error explicitly, because `pipe` does not.
      stream.on('error', (error) => out.destroy(error));
      source = stream;
      callback(null, stream);
    });
  }
  let length: unknown;
  // Always use ZIP64. Otherwise the library computes a wrong length for a central directory of more than 64 KiB.
  zip.end({ forceZip64Format: true, comment: '' }, (...results: readonly unknown[]) => {
    length = results[0];
  });
  if (typeof length !== 'number' || length < 0) throw new Error('the length of a ZIP file is not known');
  return { length, content: out };
}
