import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  DESIGN_DATA_FILE,
  type DesignData,
  type DesignFile,
  type DesignSize,
  designSizes,
  sizesOf,
} from '#shared/designs/design-file.ts';
import { parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import { readTexts, wrongDigest } from '../bundles/bundled-texts.ts';
import { type BundleItem, openBundle } from '../bundles/read-manifest.ts';
import { checkedEntryBytes } from '../bundles/read-whole.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { BlobDigest, ScratchFile } from '../storage/ports.ts';
import { designInBundle } from './coming-design.ts';
import { unknownSizeError } from './design-catalogue.ts';
import type { ShippedDesign } from './shipped-designs.ts';

/** A design as files for a folder, from which its films can be rendered. */
export interface DesignFiles {
  readonly file: DesignFile;
  /** The names of the templates, the widest first. */
  readonly templates: readonly string[];
  readonly files: readonly FolderFile[];
}

export interface FolderFile {
  /** A single segment of a path. */
  readonly name: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** Returns the files of a shipped design, in one size or in all sizes. Throws `design/no-size`. */
export function shippedFiles({ file, sizes, data, files }: ShippedDesign, size: DesignSize | null): DesignFiles {
  const chosen = sizes.filter((candidate) => size === null || candidate.size === size);
  if (chosen.length === 0) throw unknownSizeError(sizes.map((option) => option.size));
  const templates = chosen.map((template) => textFile(templateFile(template.size), template.bytes));
  const others = [...files].flatMap(([name, path]) => [diskFile(name, path), ...licenceOf(name, path)]);
  return {
    file,
    templates: templates.map(({ name }) => name),
    files: distinct([...templates, dataFile(data), ...others]),
  };
}

/**
 * Returns the files of a design's bundle after a complete check. Keep the bundle open while the files are read. Throws
 * `design/…`, `bundle/…`, the system's error, and the signal's reason.
 */
export async function bundleFiles(
  bundle: FileHandle,
  size: DesignSize | null,
  inspector: MovieInspector,
  signal: AbortSignal,
): Promise<DesignFiles> {
  const zip = await scratchOf(bundle);
  const { design, items } = await openBundle(zip, signal);
  const texts = await readTexts(zip, items, inspector, signal);
  const assets = items.filter(({ part }) => part === 'assets');
  const listed = assets.map(({ name, contentType, tags, sha256, entry }) => ({
    ...{ name, contentType, tags },
    blob: { sha256: sha256 as BlobDigest, bytes: entry.size },
  }));
  const content = await designInBundle({ design, texts, assets: listed }, inspector);
  const sizes = sizesOf(content.file);
  const chosen = sizes.filter((candidate) => size === null || candidate.size === size);
  if (chosen.length === 0) throw unknownSizeError(sizes.map((option) => option.size));
  const templates = chosen.flatMap((template) => {
    const text = content.templates.find(
      ({ name }) => `${name}.xml` === template.template || name === template.template,
    );
    return text === undefined ? [] : [textFile(templateFile(template.size), text.bytes)];
  });
  const record = content.templates[0]?.editing ?? null;
  const { dataSets } = parseEditingRecord(record === null ? null : JSON.parse(record));
  const data = Object.fromEntries(dataSets.map(({ name, values }) => [name, values]));
  const others = assets.map((item) => ({ name: item.name, bytes: () => verifiedBytes(zip, item, signal) }));
  const files = distinct([...templates, dataFile(data), ...others]);
  return { file: content.file, templates: templates.map(({ name }) => name), files };
}

function templateFile(size: DesignSize): string {
  return `${designSizes[size].word}.xml`;
}

function textFile(name: string, bytes: Uint8Array): FolderFile {
  return { name, bytes: () => single(bytes) };
}

function dataFile(data: DesignData): FolderFile {
  return textFile(DESIGN_DATA_FILE, new TextEncoder().encode(`${JSON.stringify(data, null, 2)}\n`));
}

function diskFile(name: string, path: string): FolderFile {
  return { name, bytes: () => createReadStream(path) };
}

/** Returns the license file beside a font. Its name contains the font family. */
function licenceOf(name: string, path: string): readonly FolderFile[] {
  const licence = `OFL-${name.replace(/-[^-]*$/, '')}.txt`;
  const file = join(dirname(path), licence);
  return name.endsWith('.ttf') && existsSync(file) ? [diskFile(licence, file)] : [];
}

/** Removes duplicate names. Templates and data take precedence over other files. */
function distinct(files: readonly FolderFile[]): readonly FolderFile[] {
  const first = new Map<string, FolderFile>();
  for (const file of files) if (!first.has(file.name)) first.set(file.name, file);
  return [...first.values()];
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Yields the bytes of an item. At the end, throws `bundle/digest` if they differ from the digest in the manifest. */
async function* verifiedBytes(zip: ScratchFile, item: BundleItem, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of checkedEntryBytes(zip, item.entry, signal)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== item.sha256) throw wrongDigest(item.entry.name);
}

/**
 * Adapts a file handle to the interface of the bundle reader. The reader needs only the bytes and the length, and no
 * digest.
 */
async function scratchOf(bundle: FileHandle): Promise<ScratchFile> {
  const { size } = await bundle.stat();
  const read = async (buffer: Uint8Array, position: number) =>
    (await bundle.read(buffer, 0, buffer.length, position)).bytesRead;
  return { sha256: '' as BlobDigest, bytes: size, read };
}
