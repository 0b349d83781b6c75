import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DesignFile } from '#shared/designs/design-file.ts';
import { bundleFileName } from '#shared/names/bundle-name.ts';
import { streamZip } from '../files/zip-stream.ts';
import type { BlobStore, Clock, Database, ProjectUid } from '../storage/ports.ts';
import { requireAmounts, requireManifestSize } from './bundle-limits.ts';
import { type BundleContent, type BundledAsset, readBundleContent } from './content.ts';
import { bundleParts, entryName, MANIFEST_ENTRY, printManifest } from './manifest.ts';

/** A bundle that is being sent. */
export interface OutgoingBundle {
  readonly fileName: string;
  /** The size of the whole file in bytes. */
  readonly length: number;
  /**
   * The content of the file, which can be read once. It ends with an error if an asset's bytes are missing or changed,
   * so that the bundle never looks complete.
   */
  readonly content: Readable;
  /**
   * The hold on the bytes of the assets. They stay readable even if the assets are replaced or deleted during the
   * download.
   */
  readonly hold: Disposable;
}

export interface ExportDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly version: string;
}

/**
 * Exports a project as it is now. The bundle of a design also contains its description. Entries are not compressed:
 * compression would hardly shrink media, and the length is known in advance. Throws `bundle/limit`.
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
  const zip = zipOf(content, manifest, clock(), (asset, signal) => readAsset(asset, blobs, signal));
  requireAmounts({ entries: 0, bytes: zip.length, textBytes: 0 });
  return { fileName: bundleFileName(content.name), ...zip, hold: undo.move() };
}

function manifestOf(
  { name, brand, liveTables, ...content }: BundleContent,
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
    ...(content.tables.length > 0 && { tables: content.tables.map(textOf) }),
    movies: content.movies.map(textOf),
    assets: content.assets.map(({ name, contentType, tags, size, sha256 }) => ({
      name,
      contentType,
      ...(tags.length > 0 && { tags: [...tags] }),
      size,
      sha256,
    })),
    // A design is for other projects, so it has no live tables.
    ...(design === null && liveTables.length > 0 && { liveTables: [...liveTables] }),
    ...(design !== null && { design }),
  });
}

function zipOf(
  content: BundleContent,
  manifest: Buffer,
  now: number,
  read: (asset: BundledAsset, signal: AbortSignal) => AsyncIterable<Uint8Array>,
): { readonly length: number; readonly content: Readable } {
  const texts = bundleParts.flatMap((part) =>
    part === 'assets'
      ? []
      : content[part].map(({ name, bytes, updatedAt }) => ({ name: entryName(part, name), bytes, time: updatedAt })),
  );
  const assets = content.assets.map((asset) => ({
    name: entryName('assets', asset.name),
    time: asset.updatedAt,
    size: asset.size,
    read: (signal: AbortSignal) => read(asset, signal),
  }));
  return streamZip([{ name: MANIFEST_ENTRY, bytes: manifest, time: now }, ...texts, ...assets]);
}

/** Yields the bytes of an asset. Fails if they do not match the recorded digest. */
async function* readAsset(
  { name, size, sha256 }: BundledAsset,
  blobs: Pick<BlobStore, 'read'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let remaining = size;
  for await (const piece of await blobs.read(sha256, { start: 0, end: size }, signal)) {
    remaining -= piece.length;
    hash.update(piece);
    yield piece;
  }
  if (remaining !== 0 || hash.digest('hex') !== sha256)
    throw new Error(`the bytes of ${name} are not those that were stored`);
}
