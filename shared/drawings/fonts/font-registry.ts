import type { CanvasKit, FontCollection, Typeface, TypefaceFontProvider } from 'canvaskit-wasm';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Digest, type DrawingFault, drawingLimits } from '../drawing/drawing.ts';
import { isBundled } from './bundled-fonts.ts';
import { fontFacts, isDrawableFont } from './font-facts.ts';

/** Fonts that CanvasKit has read, by digest; no other font is ever looked for. */
export interface FontRegistry {
  /** Reads those that are not there yet. A font's name for CanvasKit is its digest. */
  take(fonts: readonly Digest[], bytesOf: (digest: Digest) => Uint8Array): Result<TakenFonts, DrawingFault>;
  delete(): void;
}

export interface TakenFonts {
  /** Whether one of them can be set to a weight. */
  readonly isVariable: boolean;
  /** Whether a font has a glyph for a character; null of a bundled font, and of characters beyond U+FFFF. */
  readonly covers: (digest: Digest, codePoint: number) => boolean | null;
  /** Finds just these; it remembers what it shaped, so each drawing has its own. To be deleted. */
  readonly collection: FontCollection;
}

/** Bytes of fonts that are kept in CanvasKit's memory; with more it begins anew. */
const MAX_CACHED_BYTES = 160 * 2 ** 20;
/** Glyphs that are looked at to see whether a font has any outline. */
const GLYPHS_TRIED = 256;

export function createFontRegistry(kit: CanvasKit): FontRegistry {
  let provider: TypefaceFontProvider = kit.TypefaceFontProvider.Make();
  let read = new Map<Digest, { readonly isVariable: boolean; readonly covered: Uint8Array | null }>();
  let keptBytes = 0;

  const add = (digest: Digest, bytes: Uint8Array): DrawingFault | null => {
    if (bytes.length > drawingLimits.fontBytes) return { code: 'source/too-large', digest };
    const facts = fontFacts(bytes);
    if (facts === null) return { code: 'font/unreadable', digest };
    const covered = isBundled(digest) || !isDrawableFont(bytes) ? null : coverage(kit, bytes, facts.hasOnlySvgColors);
    if (covered === null && !isBundled(digest)) return { code: 'font/unreadable', digest };
    provider.registerFont(bytes, digest);
    read.set(digest, { isVariable: facts.isVariable, covered });
    keptBytes += bytes.length;
    return null;
  };
  return {
    take: (fonts, bytesOf) => {
      if (keptBytes > MAX_CACHED_BYTES) {
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
      const covers: TakenFonts['covers'] = (digest, codePoint) => {
        const bits = read.get(digest)?.covered ?? null;
        return bits === null || codePoint >= PLANE
          ? null
          : ((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
      };
      return ok({ isVariable: fonts.some((digest) => read.get(digest)?.isVariable === true), covers, collection });
    },
    delete: () => provider.delete(),
  };
}

/** Characters of the first plane: a font of symbols has its own in it. */
const PLANE = 0x1_0000;
const FIRST_SURROGATE = 0xd800;
const BEHIND_SURROGATES = 0xe000;

/** A bit for each character of the first plane that a font has; null where CanvasKit cannot read or draw the font. */
function coverage(kit: CanvasKit, bytes: Uint8Array, needsOutlines: boolean): Uint8Array | null {
  const copy = new Uint8Array(bytes);
  const typeface = kit.Typeface.MakeTypefaceFromData(copy.buffer);
  if (typeface === null) return null;
  try {
    if (needsOutlines && !hasOutlines(kit, typeface)) return null;
    const bits = new Uint8Array(PLANE / 8);
    for (const [from, to] of [
      [1, FIRST_SURROGATE],
      [BEHIND_SURROGATES, PLANE],
    ] as const) {
      const text = Array.from({ length: to - from }, (_, index) => String.fromCharCode(from + index)).join('');
      for (const [index, glyph] of typeface.getGlyphIDs(text, to - from).entries()) {
        const code = from + index;
        if (glyph !== 0) bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7));
      }
    }
    return bits;
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
