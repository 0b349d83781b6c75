import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../files/file-system.ts';

/** The file name of a package's list of fonts. */
export const FONT_LIST = 'fonts.json';

/** A font that was added to the program, and its path. */
export interface InstalledFont {
  readonly family: string;
  /** Lower-case hex SHA-256 of its bytes. */
  readonly digest: string;
  readonly weights: { readonly least: number; readonly most: number };
  readonly style: 'normal' | 'italic';
  /** An absolute path. */
  readonly path: string;
}

/** The entry of a font in its package's list. */
export interface ListedFont extends Omit<InstalledFont, 'path'> {
  readonly file: string;
}

/**
 * Returns the fonts of all added packages. Leaves out a package with an unreadable list or a missing file; it can be
 * added again.
 */
export async function readInstalledFonts(folder: string): Promise<readonly InstalledFont[]> {
  const packages = await orNothing(readdir(folder), []);
  const fonts = await Promise.all(packages.toSorted().map((name) => fontsOfPackage(folder, name)));
  return fonts.flat();
}

/** Returns the fonts of one package, under the same conditions as {@link readInstalledFonts}. */
export function fontsOfPackage(folder: string, name: string): Promise<readonly InstalledFont[]> {
  return orNothing(readPackage(join(folder, name)), []);
}

async function readPackage(folder: string): Promise<readonly InstalledFont[]> {
  const fonts: unknown = JSON.parse(await readFile(join(folder, FONT_LIST), 'utf8'));
  if (!Array.isArray(fonts) || !fonts.every(isListed)) return [];
  await Promise.all(fonts.map(({ file }) => access(join(folder, file))));
  return fonts.map(({ file, ...font }) => ({ ...font, path: join(folder, file) }));
}

function isListed(font: Partial<ListedFont>): font is ListedFont {
  return (
    typeof font.family === 'string' &&
    /^[0-9a-f]{64}$/.test(String(font.digest)) &&
    Number.isFinite(font.weights?.least) &&
    Number.isFinite(font.weights?.most) &&
    (font.style === 'normal' || font.style === 'italic') &&
    /^[\w-]+\.ttf$/.test(String(font.file))
  );
}

async function orNothing<Value>(work: Promise<Value>, nothing: Value): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (systemCode(error) !== null || error instanceof SyntaxError) return nothing;
    throw error;
  }
}
