import type { Drawing, DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import { isBundled } from '#shared/drawings/fonts/bundled-fonts.ts';
import { sourcesOf } from '#shared/drawings/sources-of.ts';
import { assertNever } from '#shared/lib/assert.ts';

/** Whether a text asks for a font that does not come with the program. */
export function hasForeignFont(drawing: Drawing): boolean {
  return sourcesOf(drawing).kept.some((font) => !isBundled(font));
}

/** What of a drawing may have made the thread fail; null where nothing in it can. */
export function blamed(drawing: Drawing): DrawingFault | null {
  switch (drawing.kind) {
    case 'text': {
      const digest = sourcesOf(drawing).kept.find((font) => !isBundled(font));
      return digest === undefined ? { code: 'text/too-slow' } : { code: 'font/unreadable', digest };
    }
    case 'image':
      return { code: 'source/unreadable', digest: drawing.image };
    case 'shape':
      return drawing.outline.kind === 'path' ? { code: 'template/path', at: 0 } : null;
    default:
      return assertNever(drawing);
  }
}
