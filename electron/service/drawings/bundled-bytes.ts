import { readFile } from 'node:fs/promises';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';

/** Where the build puts the fonts: from the sources, from what is compiled of them, and from what is bundled. */
const PLACES = ['../../../out/fonts/', '../../../fonts/', '../fonts/'];

const files = new Map(bundledFonts.map(({ digest, file }) => [digest, file]));

/** The bytes of a bundled font; null of any other. Rejects where the build has not put them there. */
export async function bundledBytes(digest: Digest): Promise<Uint8Array | null> {
  const file = files.get(digest);
  if (file === undefined) return null;
  for (const place of PLACES) {
    try {
      return await readFile(new URL(`${place}${file}`, import.meta.url));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  throw new Error(`the font ${file} is missing; \`npm run build\` puts it there`);
}
