import { assertNever } from '../../lib/assert.ts';
import type { Digest, Drawing, TextDrawing } from '../drawing/drawing.ts';
import { bundledFonts, isBundled } from './bundled-fonts.ts';

/** What a drawing needs the bytes of. */
export interface DrawingSources {
  /** What many drawings are made of: fonts, and an image that moves. Whoever draws keeps them. */
  readonly kept: readonly Digest[];
  /** An image that is drawn once. */
  readonly image: Digest | null;
}

export function sourcesOf(drawing: Drawing): DrawingSources {
  switch (drawing.kind) {
    case 'text':
      return { kept: fontsOf(drawing), image: null };
    case 'image':
      return drawing.frame === undefined ? { kept: [], image: drawing.image } : { kept: [drawing.image], image: null };
    case 'shape':
      return { kept: [], image: null };
    default:
      return assertNever(drawing);
  }
}

/** Every font that a character of a text may be found in, each once. */
export function fontsOf({ content, fonts, runs = [] }: TextDrawing): readonly Digest[] {
  const lists = [fonts, ...runs.flatMap((run) => (run.fonts === undefined ? [] : [run.fonts]))];
  return [...new Set(lists.flatMap(reachedFonts(content)))];
}

/**
 * Characters that every face of Noto Sans has, or that no other bundled font has either: Latin, Greek, Cyrillic and what
 * is written with them. What joins or turns letters is not among them, and nothing that asks for a coloured picture.
 */
export const WRITTEN_IN_NOTO_SANS =
  /^[\n\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u02af\u0370-\u0373\u0376\u0377\u037a-\u03ff\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

const notoSans = new Set(bundledFonts.filter(({ family }) => family === 'Noto Sans').map(({ digest }) => digest));

/**
 * Which of a list of fonts the characters of a text can be found in. The bundled ones are at the end of every list, 7 MB
 * in all, and behind Noto Sans nobody looks for a character that Noto Sans has. The text is looked through once, however
 * many lists its runs have; a list is in the order in which a character is looked for.
 */
export function reachedFonts(content: string): (fonts: readonly Digest[]) => readonly Digest[] {
  if (!WRITTEN_IN_NOTO_SANS.test(content)) return (fonts) => fonts;
  return (fonts) => {
    const last = fonts.findIndex((font) => notoSans.has(font));
    return last === -1 ? fonts : fonts.filter((font, index) => index <= last || !isBundled(font));
  };
}
