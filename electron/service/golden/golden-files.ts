import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Golden, goldenText, parseGolden } from '#shared/golden/golden-file.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { systemCode } from '../errors/system-code.ts';
import { type GoldenSheet, isWholeSheet } from './contact-sheet.ts';

/** The name of the folder of golden files in a folder of templates. */
const GOLDEN_FOLDER = 'golden';

/** A case of a template: the name of the template without `.xml`, and the name of the case. */
export interface CaseName {
  readonly template: string;
  readonly name: string;
}

/** The template and the values from which a golden film was made. */
export interface StoredTemplate {
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The three files of a golden film. */
interface GoldenContent {
  readonly golden: Golden;
  readonly stored: StoredTemplate;
  readonly sheet: GoldenSheet;
}

const TEMPLATE = '.xml';
/** The maximum sizes of a golden file and of an unpacked template, in bytes. */
const MAX_FILE = 16 * 2 ** 20;
const MAX_TEMPLATE = 64 * 2 ** 20;

/** Returns the names of the templates in a folder, sorted. Throws the system's error. */
export async function templatesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(TEMPLATE))
    .map(({ name }) => name.slice(0, -TEMPLATE.length))
    .toSorted();
}

/** Returns a case name for use in file names, with lower-case letters, digits, and hyphens. */
export function caseSlug(name: string): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'case' : slug.slice(0, 60);
}

/** Returns the paths of the files of a golden film. */
function pathsOf(folder: string, { template, name }: CaseName) {
  const stem = join(folder, GOLDEN_FOLDER, `${template}.${name}`);
  return { golden: `${stem}.json`, stored: `${stem}.template.gz`, webp: `${stem}.webp`, png: `${stem}.png` };
}

/** A golden film as its files have it. The template or the sheet is null if its file is missing. */
export interface GoldenFilm {
  readonly golden: Golden;
  readonly stored: StoredTemplate | null;
  readonly sheet: Uint8Array | null;
}

/**
 * Reads the files of a golden film; null without a golden file. The error is a sentence that names the damaged
 * file.
 */
export async function readGoldenFilm(folder: string, name: CaseName): Promise<Result<GoldenFilm | null, string>> {
  const paths = pathsOf(folder, name);
  const refuse = (path: string, fault: string) =>
    err(`${relative(folder, path)} ${fault}. It wasn’t changed. Restore it, or delete it and run with --update.`);
  const text = await readOrNull(paths.golden);
  if (text === null) return ok(null);
  if (text.length > MAX_FILE) return refuse(paths.golden, 'is larger than 16 MiB');
  const golden = parseGolden(text.toString('utf8'));
  if (!golden.ok) return refuse(paths.golden, golden.error);
  const packed = await readOrNull(paths.stored);
  const stored = packed && unpackTemplate(packed);
  if (packed !== null && stored === null) return refuse(paths.stored, 'is damaged');
  const webp = await readOrNull(paths.webp);
  const sheet = webp ?? (await readOrNull(paths.png));
  if (sheet !== null && !isWholeSheet(sheet)) return refuse(webp === null ? paths.png : paths.webp, 'is damaged');
  return ok({ golden: golden.value, stored, sheet });
}

/** Returns the template and values in a packed file; null if it is damaged. */
function unpackTemplate(packed: Buffer): StoredTemplate | null {
  try {
    const read: unknown = JSON.parse(gunzipSync(packed, { maxOutputLength: MAX_TEMPLATE }).toString('utf8'));
    return isStoredTemplate(read) ? read : null;
  } catch {
    return null;
  }
}

function isStoredTemplate(read: unknown): read is StoredTemplate {
  if (typeof read !== 'object' || read === null || !('template' in read) || !('values' in read)) return false;
  const { template, values } = read;
  const isValues =
    typeof values === 'object' && values !== null && Object.values(values).every((value) => typeof value === 'string');
  return typeof template === 'string' && isValues;
}

/** The files of a golden film by their paths; null for a file to delete. */
export type GoldenFiles = ReadonlyMap<string, Uint8Array | null>;

/** Returns the files of a golden film. Equal films give equal bytes. */
export function goldenFiles(folder: string, name: CaseName, content: GoldenContent): GoldenFiles {
  const { golden, stored, webp, png } = pathsOf(folder, name);
  const { bytes, end } = content.sheet;
  const packed = gzipSync(JSON.stringify(content.stored), { level: 9 });
  // The gzip header names the operating system (RFC 1952, 2.3.1); 255 means unknown.
  packed[9] = 255;
  return new Map([
    [golden, Buffer.from(goldenText(content.golden))],
    [stored, packed],
    [webp, end === 'webp' ? bytes : null],
    [png, end === 'png' ? bytes : null],
  ]);
}

/** Returns whether all files exist with these bytes, and no file to delete exists. */
export async function haveBytes(files: GoldenFiles): Promise<boolean> {
  for (const [path, bytes] of files) {
    const found = await readOrNull(path);
    if (bytes === null ? found !== null : found?.equals(bytes) !== true) return false;
  }
  return true;
}

/** Returns the cases that have a golden file, sorted by file name. */
export async function goldenCases(folder: string): Promise<readonly CaseName[]> {
  const entries = await readdir(join(folder, GOLDEN_FOLDER)).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.toSorted().flatMap((entry): readonly CaseName[] => {
    const [, template, name] = /^(.+)\.([^.]+)\.json$/.exec(entry) ?? [];
    return template === undefined || name === undefined ? [] : [{ template, name }];
  });
}

/** Deletes the files of a golden film. */
export async function removeGolden(folder: string, name: CaseName): Promise<void> {
  for (const path of Object.values(pathsOf(folder, name))) await rm(path, { force: true });
}

/** Returns the name of a golden file for users, relative to the folder. */
export function shownName({ template, name }: CaseName): string {
  return join(GOLDEN_FOLDER, `${template}.${name}.json`);
}

async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
