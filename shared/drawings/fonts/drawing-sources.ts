import { assertNever } from '../../lib/assert.ts';
import type { Digest, Drawing, TextDrawing } from '../drawing/drawing.ts';
import { bundledFonts, isBundled } from './bundled-fonts.ts';

/** The sources whose bytes a drawing needs. */
export interface DrawingSources {
  /** Sources that many drawings share: fonts and animated images. The drawing process caches them. */
  readonly shared: readonly Digest[];
  /** An image that is drawn once; null if there is none. */
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

/** Returns every font in which a character of the text can be found, each once. */
export function fontsOf({ content, fonts, runs = [] }: TextDrawing): readonly Digest[] {
  const lists = [fonts, ...runs.flatMap((run) => (run.fonts === undefined ? [] : [run.fonts]))];
  return [...new Set(lists.flatMap(reachedFonts(content)))];
}

/**
 * Matches texts whose characters are in every face of Noto Sans or in no other bundled font: Latin, Greek, Cyrillic,
 * and their punctuation. It excludes characters that join letters or change their direction, and characters that
 * request a color glyph.
 */
export const NOTO_SANS_TEXT =
  /^[\n\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u02af\u0370-\u0373\u0376\u0377\u037a-\u03ff\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

const notoSans = new Set(bundledFonts.filter(({ family }) => family === 'Noto Sans').map(({ digest }) => digest));

/**
 * Returns a function that filters a font list to the fonts in which the text's characters can be found. The bundled
 * fonts, 7 MB in all, end every list. For a character that Noto Sans has, the fonts after it are never used. The text
 * is tested once, however many lists its runs have.
 */
export function reachedFonts(content: string): (fonts: readonly Digest[]) => readonly Digest[] {
  if (!NOTO_SANS_TEXT.test(content)) return (fonts) => fonts;
  return (fonts) => {
    const last = fonts.findIndex((font) => notoSans.has(font));
    return last === -1 ? fonts : fonts.filter((font, index) => index <= last || !isBundled(font));
  };
}
