import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { DesignFile } from '../../../shared/designs/design-file.ts';
import { bundleFileName } from '../../../shared/names/bundle-name.ts';
import type { BlobStore, Clock, Database, ProjectUid } from '../storage/ports.ts';
import { requireAmounts, requireManifestSize } from './bundle-limits.ts';
import { type BundleContent, type BundledAsset, readBundleContent } from './content.ts';
import { bundleParts, entryName, MANIFEST_ENTRY, printManifest } from './manifest.ts';

/** A bundle on its way out. */
export interface OutgoingBundle {
  readonly fileName: string;
  /** Of the whole file. */
  readonly length: number;
  /** The file, once. It ends with an error, and never as if it were whole, when an asset cannot be read as it was. */
  readonly content: Readable;
  /** Keeps the bytes of the assets, which may be replaced or deleted meanwhile. */
  readonly hold: Disposable;
}

export interface ExportDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly version: string;
}

/**
 * A project as it is at this moment; with a design's description where it is one. Everything is stored as it is: media does not get smaller, and the length is known
 * beforehand. Throws `bundle/limit`.
 */
export function exportBundle(
  { database, blobs, clock, version }: ExportDependencies,
  project: ProjectUid,
  design: DesignFile | null = null,
): OutgoingBundle {
  const content = readBundleContent(database, project);
  const manifest = Buffer.from(manifestOf(content, version, clock(), design));
  requireManifestSize(manifest.length);
  using undo = new DisposableStack();
  for (const { sha256 } of content.assets) undo.use(blobs.hold(sha256));
  const { length, stream } = zipOf(content, manifest, clock(), (asset, signal) => readAsset(asset, blobs, signal));
  requireAmounts({ entries: 0, bytes: length, textBytes: 0 });
  return { fileName: bundleFileName(content.name), length, content: stream, hold: undo.move() };
}

function manifestOf(
  { name, brand, ...content }: BundleContent,
  version: string,
  now: number,
  design: DesignFile | null,
): string {
  const textOf = ({ name, bytes, sha256 }: BundleContent['movies'][number]) => ({ name, size: bytes.length, sha256 });
  return printManifest({
    generator: `Scenewright ${version}`,
    exportedAt: new Date(now).toISOString(),
    project: { name },
    ...(Object.keys(brand).length > 0 && { brand }),
    templates: content.templates.map((template) => ({
      ...textOf(template),
      ...(template.errors > 0 && { errors: template.errors }),
    })),
    editing: content.editing.map(textOf),
    movies: content.movies.map(textOf),
    assets: content.assets.map(({ name, contentType, tags, size, sha256 }) => ({
      name,
      contentType,
      ...(tags.length > 0 && { tags: [...tags] }),
      size,
      sha256,
    })),
    ...(design !== null && { design }),
  });
}

/** Regular files that everybody may read. */
const MODE = 0o100_644;

function zipOf(
  content: BundleContent,
  manifest: Buffer,
  now: number,
  read: (asset: BundledAsset, signal: AbortSignal) => AsyncIterable<Uint8Array>,
): { readonly length: number; readonly stream: Readable } {
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
  const optionsOf = (time: number) => ({ compress: false, mode: MODE, mtime: new Date(time) });

  zip.addBuffer(manifest, MANIFEST_ENTRY, optionsOf(now));
  for (const part of bundleParts) {
    if (part === 'assets') continue;
    for (const { name, bytes, updatedAt } of content[part])
      zip.addBuffer(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
        entryName(part, name),
        optionsOf(updatedAt),
      );
  }
  for (const asset of content.assets) {
    const options = { ...optionsOf(asset.updatedAt), size: asset.size };
    zip.addReadStreamLazy(entryName('assets', asset.name), options, (give) => {
      const stream = Readable.from(read(asset, over.signal), { objectMode: false });
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
  if (typeof length !== 'number' || length < 0) throw new Error('the length of a bundle is not known');
  return { length, stream: out };
}

/** The bytes of an asset, which must still be those: a copy of something else would be none. */
async function* readAsset(
  { name, size, sha256 }: BundledAsset,
  blobs: Pick<BlobStore, 'read'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let left = size;
  for await (const piece of await blobs.read(sha256, { start: 0, end: size }, signal)) {
    left -= piece.length;
    hash.update(piece);
    yield piece;
  }
  if (left !== 0 || hash.digest('hex') !== sha256)
    throw new Error(`the bytes of ${name} are not those that were stored`);
}
