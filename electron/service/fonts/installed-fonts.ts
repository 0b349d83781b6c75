import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../files/sync-folder.ts';

/** The list of a package's fonts, beside them. */
export const FONT_LIST = 'fonts.json';

/** A font that was added to the program, and where it lies. */
export interface InstalledFont {
  readonly family: string;
  /** Lower-case hex sha256 of its bytes. */
  readonly digest: string;
  readonly weights: { readonly least: number; readonly most: number };
  readonly style: 'normal' | 'italic';
  /** Absolute. */
  readonly path: string;
}

/** What a package's list says of each of its fonts. */
export interface ListedFont extends Omit<InstalledFont, 'path'> {
  readonly file: string;
}

/**
 * The fonts of all packages that were added; none of a package whose list cannot be read, or of which a file is gone: it
 * can be added again.
 */
export async function readInstalledFonts(folder: string): Promise<readonly InstalledFont[]> {
  const packages = await orNothing(readdir(folder), []);
  const fonts = await Promise.all(packages.toSorted().map((name) => fontsOfPackage(folder, name)));
  return fonts.flat();
}

/** The fonts of one package, as {@link readInstalledFonts}. */
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
    if (codeOf(error) !== null || error instanceof SyntaxError) return nothing;
    throw error;
  }
}
