import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of a ZIP: its bytes, or a stream of that many bytes, which is read when its turn comes. */
export type ZipEntry = {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
} & (
  | { readonly bytes: Uint8Array }
  | { readonly size: number; readonly read: (signal: AbortSignal) => AsyncIterable<Uint8Array> }
);

/** Regular files that everybody may read. */
const MODE = 0o100_644;

/**
 * Streams a ZIP file of entries that are stored uncompressed, so that its length is known beforehand. A source that
 * fails destroys the content with the error; content that is destroyed aborts the source.
 */
export function streamZip(entries: readonly ZipEntry[]): { readonly length: number; readonly content: Readable } {
  const zip = new ZipFile();
  const out = zip.outputStream;
  if (!(out instanceof PassThrough)) throw new Error('the zip is written to something unknown');
  let source: Readable | null = null;
  const over = new AbortController();
  zip.on('error', (error: Error) => out.destroy(error));
  out.on('close', () => {
    source?.destroy();
    over.abort();
  });
  for (const entry of entries) {
    const options = { compress: false, mode: MODE, mtime: new Date(entry.time) };
    if ('bytes' in entry) {
      const { bytes } = entry;
      zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), entry.name, options);
      continue;
    }
    zip.addReadStreamLazy(entry.name, { ...options, size: entry.size }, (give) => {
      const stream = Readable.from(entry.read(over.signal), { objectMode: false });
      // What breaks here would pass the zip by: pipes do not hand errors on.
      stream.on('error', (error) => out.destroy(error));
      source = stream;
      give(null, stream);
    });
  }
  let length: unknown;
  // Always in the format for large files: the library foretells a wrong length for lists of entries of more than 64 KiB
  // in the other one.
  zip.end({ forceZip64Format: true, comment: '' }, (...told: readonly unknown[]) => {
    length = told[0];
  });
  if (typeof length !== 'number' || length < 0) throw new Error('the length of a ZIP file is not known');
  return { length, content: out };
}
