import type { CanvasKit, FontCollection, Typeface, TypefaceFontProvider } from 'canvaskit-wasm';
import { err, ok, type Result } from '../../lib/result.ts';
import type { Digest, DrawingFault } from '../drawing/drawing.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';
import { isBundled } from './bundled-fonts.ts';
import { fontFacts, isDrawableFont } from './font-facts.ts';

/** Fonts that CanvasKit has read, by digest; no other font is ever looked for. */
export interface FontShelf {
  /** Reads those that are not there yet. A font's name for CanvasKit is its digest. */
  take(fonts: readonly Digest[], bytesOf: (digest: Digest) => Uint8Array): Result<TakenFonts, DrawingFault>;
  delete(): void;
}

export interface TakenFonts {
  /** Whether one of them can be set to a weight. */
  readonly isVariable: boolean;
  /** Finds just these; it remembers what it shaped, so each drawing has its own. To be deleted. */
  readonly collection: FontCollection;
}

/** Bytes of fonts that are kept in CanvasKit's memory; with more it begins anew. */
const MOST_KEPT_BYTES = 160 * 2 ** 20;
/** Glyphs that are looked at to see whether a font has any outline. */
const GLYPHS_TRIED = 256;

export function createFontShelf(kit: CanvasKit): FontShelf {
  let provider: TypefaceFontProvider = kit.TypefaceFontProvider.Make();
  let read = new Map<Digest, { readonly isVariable: boolean }>();
  let keptBytes = 0;

  const add = (digest: Digest, bytes: Uint8Array): DrawingFault | null => {
    if (bytes.length > drawingLimits.fontBytes) return { code: 'source/too-large', digest };
    const facts = fontFacts(bytes);
    if (facts === null) return { code: 'font/unreadable', digest };
    const isSafe = isBundled(digest) || (isDrawableFont(bytes) && isReadable(kit, bytes, facts.hasOnlySvgColors));
    if (!isSafe) return { code: 'font/unreadable', digest };
    provider.registerFont(bytes, digest);
    read.set(digest, facts);
    keptBytes += bytes.length;
    return null;
  };
  return {
    take: (fonts, bytesOf) => {
      if (keptBytes > MOST_KEPT_BYTES) {
        provider.delete();
        provider = kit.TypefaceFontProvider.Make();
        read = new Map();
        keptBytes = 0;
      }
      for (const digest of fonts) {
        if (read.has(digest)) continue;
        const fault = add(digest, bytesOf(digest));
        if (fault !== null) return err(fault);
      }
      const collection = kit.FontCollection.Make();
      collection.setDefaultFontManager(provider);
      return ok({ isVariable: fonts.some((digest) => read.get(digest)?.isVariable === true), collection });
    },
    delete: () => provider.delete(),
  };
}

/** Whether CanvasKit reads a font and has something to draw of it. */
function isReadable(kit: CanvasKit, bytes: Uint8Array, needsOutlines: boolean): boolean {
  const copy = new Uint8Array(bytes);
  const typeface = kit.Typeface.MakeTypefaceFromData(copy.buffer);
  if (typeface === null) return false;
  try {
    return !needsOutlines || hasOutlines(kit, typeface);
  } finally {
    typeface.delete();
  }
}

function hasOutlines(kit: CanvasKit, typeface: Typeface): boolean {
  const font = new kit.Font(typeface, 100);
  try {
    // The first glyph is the empty box.
    const glyphs = Uint16Array.from({ length: GLYPHS_TRIED }, (_, index) => index + 1);
    return font.getGlyphBounds(glyphs).some((side) => side !== 0);
  } finally {
    font.delete();
  }
}
