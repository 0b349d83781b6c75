import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { archiveAddress, fetchArchive } from './fetch-archive.ts';
import type { FontArchive, FontPackage } from './font-packages.ts';
import { FONT_LIST, fontsOfPackage, type ListedFont } from './installed-fonts.ts';
import { ArchiveExcessError, unpackArchive } from './unpack-archive.ts';

const LICENCE = 'package/LICENSE_FONT';
/** The prefix of the folders in which fonts are being collected. */
const UNFINISHED_PREFIX = '.adding-';
/**
 * The age at which an unfinished folder is abandoned. Collecting takes much less time, so a killed process left
 * the folder behind.
 */
const LEFT_OVER_MILLISECONDS = 24 * 3_600_000;

export interface AddFontsOptions {
  /** The folder of added fonts. It has a subfolder for each package. */
  readonly folder: string;
  /** The folders with the archives, named as `npm pack` names them; null to fetch the archives. */
  readonly from: readonly string[] | null;
  /** The registry from which archives are fetched. */
  readonly registry: string;
  readonly signal: AbortSignal;
  /** Reports the number of received bytes and the total. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Adds all fonts of a package to the program, or none. Checks the checksum of each archive before unpacking it, and the
 * digest of each font. Returns false if the fonts were already there. Throws `fonts/failed`, file system errors of the
 * folder, and the signal's reason.
 */
export async function addFonts(fonts: FontPackage, options: AddFontsOptions): Promise<boolean> {
  const { folder, signal } = options;
  await mkdir(folder, { recursive: true });
  if ((await fontsOfPackage(folder, fonts.name)).length > 0) return false;
  await removeLeftOver(folder);
  const unfinished = await mkdtemp(join(folder, UNFINISHED_PREFIX));
  try {
    const target = join(unfinished, 'fonts');
    await mkdir(target);
    await collect(fonts, target, unfinished, options);
    signal.throwIfAborted();
    // Remove the existing folder of this package, which is incomplete.
    await rm(join(folder, fonts.name), { recursive: true, force: true });
    await rename(target, join(folder, fonts.name));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return true;
}

/** Removes the fonts of a package. Returns false if it has no fonts. */
export async function removeFonts({ name }: FontPackage, folder: string): Promise<boolean> {
  const wasThere = (await fontsOfPackage(folder, name)).length > 0;
  await rm(join(folder, name), { recursive: true, force: true });
  return wasThere;
}

async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    const path = join(folder, name);
    const changed = await stat(path).then(({ mtimeMs }) => mtimeMs, always(Number.POSITIVE_INFINITY));
    if (Date.now() - changed > LEFT_OVER_MILLISECONDS) await rm(path, { recursive: true, force: true });
  }
}

async function collect(fonts: FontPackage, target: string, scratch: string, options: AddFontsOptions): Promise<void> {
  const { signal, onProgress } = options;
  const total = fonts.archives.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const onBytes = (more: number): void => {
    done += more;
    onProgress(done, total);
  };
  const list: ListedFont[] = [];
  const licences = new Set<string>();
  for (const archive of fonts.archives) {
    signal.throwIfAborted();
    const path = await archiveAt(archive, fonts.version, scratch, options, onBytes);
    await requireIntegrity(archive, path, signal);
    const requested = new Set([LICENCE, ...archive.fonts.map(({ entry }) => entry)]);
    const entries = await unpackArchive(path, requested, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw failed(archive, error instanceof ArchiveExcessError ? error.message : 'can’t be unpacked', error);
    });
    for (const { entry, font } of archive.fonts) {
      const bytes = entries.get(entry) ?? Buffer.alloc(0);
      if (createHash('sha256').update(bytes).digest('hex') !== font.digest)
        throw failed(archive, `contains an unexpected version of ${font.file}`);
      await writeFile(join(target, font.file), bytes);
      const { family, digest, weights, file } = font;
      list.push({ family, digest, weights, style: 'normal', file });
    }
    licences.add(String(entries.get(LICENCE)));
  }
  await writeFile(join(target, 'LICENSE-OFL.txt'), [...licences].join(`\n\n${'-'.repeat(80)}\n\n`));
  await writeFile(join(target, FONT_LIST), JSON.stringify(list, null, 2));
}

/** Returns the path of an archive in one of the given folders, or the path of the fetched file. */
async function archiveAt(
  archive: FontArchive,
  version: string,
  scratch: string,
  { from, registry, signal }: AddFontsOptions,
  onBytes: (more: number) => void,
): Promise<string> {
  if (from === null) {
    const path = join(scratch, `${archive.name}.tgz`);
    await fetchArchive(archiveAddress(archive, { registry, version }), path, archive.bytes, { signal, onBytes });
    return path;
  }
  const name = `expo-google-fonts-${archive.name}-${version}.tgz`;
  for (const folder of from) {
    await access(folder).catch((cause: unknown) => {
      throw new ServiceError('fonts/failed', `The folder ${folder} can’t be read (${systemCode(cause)}).`, { cause });
    });
    const path = join(folder, name);
    if (await access(path).then(always(true), always(false))) {
      onBytes(archive.bytes);
      return path;
    }
  }
  throw new ServiceError('fonts/failed', `${name} is missing in ${from.join(', ')}. Create it with \`npm pack\`.`);
}

function always<Value>(value: Value): () => Value {
  return () => value;
}

/** Checks the recorded checksum of an archive (W3C Subresource Integrity, as in npm's lock files). */
async function requireIntegrity(archive: FontArchive, path: string, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash, { signal });
  if (`sha512-${hash.digest('base64')}` !== archive.integrity) throw failed(archive, 'has the wrong checksum');
}

function failed({ name }: FontArchive, problem: string, cause?: unknown): ServiceError {
  return new ServiceError('fonts/failed', `The archive of ${name} ${problem}.`, { cause });
}
