import { readFile } from 'node:fs/promises';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { systemCode } from '../errors/system-code.ts';

/** The possible folders of the fonts, relative to the sources, the compiled files, and the bundle. */
const FONT_FOLDERS = ['../../../out/fonts/', '../../../fonts/', '../fonts/'];

const files = new Map(bundledFonts.map(({ digest, file }) => [digest, file]));

/** Returns the bytes of a bundled font; null for any other font. Rejects if the build has not copied the font. */
export async function bundledBytes(digest: Digest): Promise<Uint8Array | null> {
  const file = files.get(digest);
  if (file === undefined) return null;
  for (const place of FONT_FOLDERS) {
    try {
      return await readFile(new URL(`${place}${file}`, import.meta.url));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new Error(`the font ${file} is missing; \`npm run build\` puts it there`);
}
