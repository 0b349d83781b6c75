import type { CanvasKit, FontCollection, Typeface, TypefaceFontProvider } from 'canvaskit-wasm';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Digest, type DrawingFault, drawingLimits } from '../drawing/drawing.ts';
import { isBundled } from './bundled-fonts.ts';
import { fontFacts, isDrawableFont } from './font-facts.ts';

/** Fonts that CanvasKit has read, by digest. System fonts are never included. */
export interface FontRegistry {
  /** Reads the fonts that are not in the registry yet. In CanvasKit, the family name of each font is its digest. */
  take(fonts: readonly Digest[], bytesOf: (digest: Digest) => Uint8Array): Result<RegisteredFonts, DrawingFault>;
  delete(): void;
}

export interface RegisteredFonts {
  /** Whether at least one of the fonts is variable. */
  readonly isVariable: boolean;
  /** Returns whether a font contains a character; null for bundled fonts and for characters beyond U+FFFF. */
  readonly covers: (digest: Digest, codePoint: number) => boolean | null;
  /**
   * A collection of only the requested fonts, which the caller deletes. Each drawing gets a new collection, because a
   * collection caches shaped text.
   */
  readonly collection: FontCollection;
}

/**
 * The maximum size of fonts in CanvasKit's memory, in bytes. If it is exceeded, the registry is emptied before the next
 * drawing.
 */
const MAX_CACHED_BYTES = 160 * 2 ** 20;
/** The number of glyphs that are checked for an outline. */
const CHECKED_GLYPHS = 256;

export function createFontRegistry(kit: CanvasKit): FontRegistry {
  let provider: TypefaceFontProvider = kit.TypefaceFontProvider.Make();
  let registered = new Map<Digest, { readonly isVariable: boolean; readonly covered: Uint8Array | null }>();
  let cachedBytes = 0;

  const add = (digest: Digest, bytes: Uint8Array): DrawingFault | null => {
    if (bytes.length > drawingLimits.fontBytes) return { code: 'source/too-large', digest };
    const facts = fontFacts(bytes);
    if (facts === null) return { code: 'font/unreadable', digest };
    const covered = isBundled(digest) || !isDrawableFont(bytes) ? null : coverage(kit, bytes, facts.hasOnlySvgColors);
    if (covered === null && !isBundled(digest)) return { code: 'font/unreadable', digest };
    provider.registerFont(bytes, digest);
    registered.set(digest, { isVariable: facts.isVariable, covered });
    cachedBytes += bytes.length;
    return null;
  };
  return {
    take: (fonts, bytesOf) => {
      if (cachedBytes > MAX_CACHED_BYTES) {
        provider.delete();
        provider = kit.TypefaceFontProvider.Make();
        registered = new Map();
        cachedBytes = 0;
      }
      for (const digest of fonts) {
        if (registered.has(digest)) continue;
        const fault = add(digest, bytesOf(digest));
        if (fault !== null) return err(fault);
      }
      const collection = kit.FontCollection.Make();
      collection.setDefaultFontManager(provider);
      const covers: RegisteredFonts['covers'] = (digest, codePoint) => {
        const bits = registered.get(digest)?.covered ?? null;
        return bits === null || codePoint >= PLANE_SIZE
          ? null
          : ((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
      };
      return ok({
        isVariable: fonts.some((digest) => registered.get(digest)?.isVariable === true),
        covers,
        collection,
      });
    },
    delete: () => provider.delete(),
  };
}

/** The size of the Basic Multilingual Plane. Symbol fonts use its private use area. */
const PLANE_SIZE = 0x1_0000;
const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;

/** Returns a bit set of the characters up to U+FFFF in a font; null if CanvasKit cannot read or draw the font. */
function coverage(kit: CanvasKit, bytes: Uint8Array, needsOutlines: boolean): Uint8Array | null {
  const copy = new Uint8Array(bytes);
  const typeface = kit.Typeface.MakeTypefaceFromData(copy.buffer);
  if (typeface === null) return null;
  try {
    if (needsOutlines && !hasOutlines(kit, typeface)) return null;
    const bits = new Uint8Array(PLANE_SIZE / 8);
    for (const [from, to] of [
      [1, FIRST_SURROGATE],
      [AFTER_SURROGATES, PLANE_SIZE],
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
    // Skip glyph 0, the box for missing characters.
    const glyphs = Uint16Array.from({ length: CHECKED_GLYPHS }, (_, index) => index + 1);
    return font.getGlyphBounds(glyphs).some((side) => side !== 0);
  } finally {
    font.delete();
  }
}
