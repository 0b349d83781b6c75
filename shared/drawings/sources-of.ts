import { assertNever } from '../lib/assert.ts';
import type { Digest, Drawing } from './drawing/drawing.ts';
import { fontsOf } from './fonts/fonts-of.ts';

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
