import { assertNever } from '../../lib/assert.ts';
import type { Digest, Drawing, TextDrawing } from '../drawing/drawing.ts';
import { bundledFonts, isBundled } from './bundled-fonts.ts';

/** The sources whose bytes a drawing needs. */
export interface DrawingSources {
  /** Sources that many drawings share: fonts and animated images. The drawing process keeps them in its cache. */
  readonly shared: readonly Digest[];
  /** The image, if it is drawn only once; null if there is none. */
  readonly image: Digest | null;
}

export function sourcesOf(drawing: Drawing): DrawingSources {
  switch (drawing.kind) {
    case 'text':
      return { shared: fontsOf(drawing), image: null };
    case 'image':
      return drawing.frame === undefined
        ? { shared: [], image: drawing.image }
        : { shared: [drawing.image], image: null };
    case 'shape':
      return { shared: [], image: null };
    default:
      return assertNever(drawing);
  }
}

/** Returns the fonts that may contain characters of the text, without duplicates. */
export function fontsOf({ content, fonts, runs = [] }: TextDrawing): readonly Digest[] {
  const lists = [fonts, ...runs.flatMap((run) => (run.fonts === undefined ? [] : [run.fonts]))];
  return [...new Set(lists.flatMap(usableFonts(content)))];
}

/**
 * Matches texts for which no bundled font after Noto Sans is needed: each character is in every face of Noto Sans or in
 * no bundled font. These are Latin, Greek, Cyrillic, and their punctuation. Excludes characters that join letters or
 * change their direction, and characters that request a color glyph.
 */
export const NOTO_SANS_TEXT =
  /^[\n\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u02af\u0370-\u0373\u0376\u0377\u037a-\u03ff\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

const notoSans = new Set(bundledFonts.filter(({ family }) => family === 'Noto Sans').map(({ digest }) => digest));

/**
 * Returns a function that reduces a font list to the fonts that may contain characters of the text. Every list ends
 * with the bundled fonts, 7 MB in total. If Noto Sans has all characters, the fonts after it are omitted. Tests the
 * text only once, even if its runs have many lists.
 */
export function usableFonts(content: string): (fonts: readonly Digest[]) => readonly Digest[] {
  if (!NOTO_SANS_TEXT.test(content)) return (fonts) => fonts;
  return (fonts) => {
    const last = fonts.findIndex((font) => notoSans.has(font));
    return last === -1 ? fonts : fonts.filter((font, index) => index <= last || !isBundled(font));
  };
}
