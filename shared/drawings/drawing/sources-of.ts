import { assertNever } from '../../lib/assert.ts';
import { reachedFonts } from '../fonts/reached-fonts.ts';
import type { Digest, Drawing, TextDrawing } from './drawing.ts';

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
  return [...new Set(lists.flatMap((list) => reachedFonts(list, content)))];
}
