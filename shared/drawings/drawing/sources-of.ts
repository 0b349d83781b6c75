import { assertNever } from '../../lib/assert.ts';
import type { Digest, Drawing } from './drawing.ts';

/** The fonts and the image whose bytes a drawing needs. */
export function sourcesOf(drawing: Drawing): { readonly fonts: readonly Digest[]; readonly image: Digest | null } {
  switch (drawing.kind) {
    case 'text':
      return { fonts: drawing.fonts, image: null };
    case 'image':
      return { fonts: [], image: drawing.image };
    case 'shape':
      return { fonts: [], image: null };
    default:
      return assertNever(drawing);
  }
}
