import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';

/** The file name of the list of fonts in a package. */
export const FONT_LIST = 'fonts.json';

/** A font that the user has added to the program, with its path. */
export interface InstalledFont {
  readonly family: string;
  /** The SHA-256 of its bytes in lower-case hex. */
  readonly digest: string;
  readonly weights: { readonly least: number; readonly most: number };
  readonly style: 'normal' | 'italic';
  /** The absolute path of the font file. */
  readonly path: string;
}

/** An entry for a font in the list of its package. */
export interface ListedFont extends Omit<InstalledFont, 'path'> {
  readonly file: string;
}

/**
 * Returns the fonts of all added packages. Omits packages with an unreadable list or a missing file, which the user can
 * add again.
 */
export async function readInstalledFonts(folder: string): Promise<readonly InstalledFont[]> {
  const packages = await orNothing(readdir(folder), []);
  const fonts = await Promise.all(packages.toSorted().map((name) => fontsOfPackage(folder, name)));
  return fonts.flat();
}

/** Returns the fonts of one package; an empty list if its list is unreadable or a file is missing. */
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
