import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DESIGN_DATA_FILE,
  DESIGN_FILE,
  type DesignData,
  type DesignFile,
  type DesignLanguage,
  type DesignSize,
  posterFile,
  previewFile,
  readDesignData,
  readDesignFile,
  type SizedTemplate,
  sizesOf,
} from '#shared/designs/design-file.ts';
import type { Result } from '#shared/lib/result.ts';

/** A design that comes with the program, as files on disk. */
export interface ShippedDesign {
  readonly name: string;
  readonly file: DesignFile;
  readonly data: DesignData;
  /** The sizes of the design; at least one. */
  readonly sizes: readonly ShippedSize[];
  /** The paths of the files to which its templates and data sets refer, by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** The digest of the design. Every change of the design changes it. */
  readonly version: string;
}

export interface ShippedSize extends SizedTemplate {
  readonly size: DesignSize;
  readonly bytes: Uint8Array;
  /**
   * The poster in each language. The English poster replaces a missing one; null if the English poster is also missing.
   */
  readonly posters: Readonly<Record<DesignLanguage, PictureFile | null>>;
  /** The preview film in each language; null if the file does not exist. */
  readonly previews: Readonly<Record<DesignLanguage, PictureFile | null>>;
}

/** A small file for the gallery. */
export interface PictureFile {
  readonly path: string;
  readonly size: number;
  /** The time of its last change in milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly etag: string;
}

/** The folders of the files that designs share. The files in a design's own folder take precedence. */
const SHARED_FOLDERS = ['fonts', 'music'];

/**
 * Reads the designs of a folder one after another. Omits a design that cannot be read and reports it to `onFailure`,
 * because the other designs are still useful.
 */
export async function readShippedDesigns(
  folder: string,
  onFailure: (error: unknown) => void,
): Promise<readonly ShippedDesign[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const shared = await sharedFiles(folder);
  const designs: ShippedDesign[] = [];
  for (const name of names.toSorted()) {
    // Ignore folders without a description of a design.
    if (!(await readdir(join(folder, name))).includes(DESIGN_FILE)) continue;
    try {
      designs.push(await readDesign(name, join(folder, name), shared));
    } catch (cause) {
      onFailure(new Error(`the design ${name} cannot be read`, { cause }));
    }
  }
  return designs;
}

/** Returns the shared files by name. If several files have the same name, returns the first one. */
async function sharedFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const pathsByName = new Map<string, string>();
  for (const sharedFolder of SHARED_FOLDERS)
    for (const name of await readdir(join(folder, sharedFolder)))
      if (!pathsByName.has(name)) pathsByName.set(name, join(folder, sharedFolder, name));
  return pathsByName;
}

async function readDesign(name: string, folder: string, shared: ReadonlyMap<string, string>): Promise<ShippedDesign> {
  const ownFiles = new Map((await readdir(folder)).map((fileName) => [fileName, join(folder, fileName)]));
  const hash = createHash('sha256');
  const read = async (file: string): Promise<Buffer> => {
    const bytes = await readFile(join(folder, file));
    hash.update(`\n${file} ${bytes.length}\n`).update(bytes);
    return bytes;
  };
  const picture = async (fileName: string): Promise<PictureFile | null> =>
    ownFiles.has(fileName) ? pictureIn(join(folder, fileName), await read(fileName)) : null;
  const file = checked(DESIGN_FILE, readDesignFile((await read(DESIGN_FILE)).toString()));
  const dataText = (await read(DESIGN_DATA_FILE)).toString();
  const data = checked(DESIGN_DATA_FILE, readDesignData(dataText));
  const sizes: ShippedSize[] = [];
  for (const sized of sizesOf(file)) {
    const bytes = await read(sized.template);
    const posters = await inLanguages((language) => picture(posterFile(sized.size, language)));
    const previews = await inLanguages((language) => picture(previewFile(sized.size, language)));
    sizes.push({ ...sized, bytes, posters, previews });
  }
  const texts = [dataText, ...sizes.map(({ bytes }) => bytes.toString())];
  const described = new Set([DESIGN_FILE, DESIGN_DATA_FILE, ...sizes.map(({ template }) => template)]);
  const files = new Map(
    [...new Map([...shared, ...ownFiles])].filter(
      ([fileName]) => !described.has(fileName) && texts.some((text) => text.includes(fileName)),
    ),
  );
  for (const [fileName, path] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (ownFiles.has(fileName)) await read(fileName);
    else hash.update(`\n${fileName} ${(await stat(path)).size}\n`);
  return { name, file, data, sizes, files, version: hash.digest('hex').slice(0, 32) };
}

/** Reads a picture in each language. Uses the English picture for languages without one. */
async function inLanguages(
  read: (language: DesignLanguage) => Promise<PictureFile | null>,
): Promise<Readonly<Record<DesignLanguage, PictureFile | null>>> {
  const en = await read('en');
  return { en, de: (await read('de')) ?? en };
}

async function pictureIn(path: string, bytes: Uint8Array): Promise<PictureFile> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const { mtimeMs } = await stat(path);
  return { path, size: bytes.length, modifiedAt: Math.floor(mtimeMs), etag: `"${digest.slice(0, 32)}"` };
}

function checked<Value>(file: string, result: Result<Value, readonly string[]>): Value {
  if (!result.ok) throw new Error(`${file} is wrong at ${result.error.join(', ')}`);
  return result.value;
}
