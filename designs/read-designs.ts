import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  DESIGN_DATA_FILE,
  DESIGN_FILE,
  type DesignData,
  type DesignFaults,
  type DesignFile,
  type DesignLanguage,
  type DesignSize,
  readDesignData,
  readDesignFile,
  type SizedTemplate,
  sizesOf,
} from '#shared/designs/design-file.ts';
import type { Result } from '#shared/lib/result.ts';

const designsFolder = import.meta.dirname;
/** Folders of shared files. The folder of the template itself takes precedence. */
const SHARED = ['fonts', 'music'];
/** The file with the digests of the templates from which the pictures were made. */
export const PICTURES_FILE = 'pictures.json';

/** Returns the key of pictures in the pictures file. */
export function pictureKey(size: DesignSize, language: DesignLanguage): string {
  return language === 'en' ? size : `${size} ${language}`;
}

/** A bundled design on disk. */
export interface Design {
  readonly name: string;
  readonly folder: string;
  readonly file: DesignFile;
  readonly data: DesignData;
  readonly sizes: readonly DesignInSize[];
}

export interface DesignInSize extends SizedTemplate {
  readonly size: DesignSize;
  readonly xml: string;
  /** The paths of all files in the template or in a data set, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Digests of everything that affects the pictures, by language; null for a language without texts. */
  readonly digests: Readonly<Record<DesignLanguage, string | null>>;
}

/** Reads the designs with these names, or all designs. Throws if a design cannot be read. */
export async function readDesigns(names: readonly string[] = []): Promise<readonly Design[]> {
  const entries = await readdir(designsFolder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const there = folders.filter((name) => existsSync(path.join(designsFolder, name, DESIGN_FILE)));
  const unknown = names.find((name) => !there.includes(name));
  if (unknown !== undefined) throw new Error(`There is no design ${unknown}; there are ${there.join(', ')}.`);
  return Promise.all((names.length === 0 ? there.toSorted() : names).map(readDesign));
}

async function readDesign(name: string): Promise<Design> {
  const folder = path.join(designsFolder, name);
  const read = <Value>(file: string, text: string, reader: (text: string) => Result<Value, DesignFaults>): Value => {
    const result = reader(text);
    if (!result.ok) throw new Error(`designs/${name}/${file} is wrong at ${result.error.join(', ')}`);
    return result.value;
  };
  const file = read(DESIGN_FILE, await readFile(path.join(folder, DESIGN_FILE), 'utf8'), readDesignFile);
  const dataText = await readFile(path.join(folder, DESIGN_DATA_FILE), 'utf8');
  const data = read(DESIGN_DATA_FILE, dataText, readDesignData);
  const available = await filesFor(folder);
  const sizes = await Promise.all(
    sizesOf(file).map(async (sized): Promise<DesignInSize> => {
      const xml = await readFile(path.join(folder, sized.template), 'utf8');
      const files = new Map([...available].filter(([each]) => xml.includes(each) || dataText.includes(each)));
      const en = await digestOf(`${sized.posterFrame}\n${pictureXml(xml)}`, files, xml);
      const texts = file.texts?.de;
      const de =
        texts &&
        createHash('sha256')
          .update(`${en}\n${JSON.stringify(texts)}`)
          .digest('hex');
      return { ...sized, xml, files, digests: { en, de: de ?? null } };
    }),
  );
  return { name, folder, file, data, sizes };
}

/**
 * Returns the paths of the files that a template in this folder can name. If several files have the same name, the
 * first one applies.
 */
async function filesFor(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const each of [folder, ...SHARED.map((shared) => path.join(designsFolder, shared))])
    for (const name of await readdir(each)) if (!found.has(name)) found.set(name, path.join(each, name));
  return found;
}

/** Removes the `loudness` attribute from a template, because it affects only the sound. */
function pictureXml(xml: string): string {
  return xml.replace(/(<movie\b[^>]*?) loudness="[^"]*"/, '$1');
}

async function digestOf(head: string, files: ReadonlyMap<string, string>, xml: string): Promise<string> {
  const hash = createHash('sha256').update(head);
  const shown = [...files].filter(([name]) => xml.includes(name)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, file] of shown) hash.update(`\n${name}\n`).update(await readFile(file));
  return hash.digest('hex');
}
