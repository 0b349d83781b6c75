import { hasTextAt } from '../lib/byte-match.ts';
import type { SvgRefusal } from './drawing/drawing.ts';
import { bundledFonts } from './fonts/bundled-fonts.ts';
import { readTables } from './fonts/font-tables.ts';
import type { SvgRasterizer } from './images/draw-svg.ts';
import type { Raster } from './images/resample.ts';
import { colorConversion } from './images/svg-colors.ts';
import { svgLimits } from './images/svg-elements.ts';
import { readingFontUse } from './images/svg-root.ts';

/**
 * The WebAssembly module that draws SVG: compiled resvg (`build/svg-drawer`). Its name is part of the cache keys of
 * pictures.
 */
export const SVG_RENDERER = {
  name: 'resvg 0.48.1',
  sha256: '82e230094b30b012bfdc3c9db5b434bd3d77abc4a77823a0feb97dc03a539782',
} as const;

/**
 * Suffixes of the name for pictures with colors that `readableColors` changes, by the result of `colorConversion`. Add
 * a version with each change of the conversion, so that the keys of all other pictures stay the same.
 */
const WITH_COLORS = ['', ', colors 1', ', colors 2', ', colors 3'] as const;

/**
 * Suffixes of the name for files that are drawn with another default font size: files that set no font, and files that
 * set a font for only some texts.
 */
const WITH_TEXT = { first: ', text 1', second: ', text 2' } as const;

/** The names of all SVG renderers, joined. Workers with the same joined name draw every file identically. */
export const SVG_TOOLCHAIN = `${SVG_RENDERER.name}${WITH_COLORS[3]}${WITH_TEXT.second}`;

/**
 * Returns the name of the SVG renderer for a file, which is a part of cache keys. Calls `pause` between steps, so that
 * other tasks can run.
 */
export async function svgRendererName(svg: Uint8Array, pause: () => Promise<void>): Promise<string> {
  const name = `${SVG_RENDERER.name}${WITH_COLORS[await colorConversion(svg, pause)]}`;
  const reading = readingFontUse(svg);
  let step = reading.next();
  for (; step.done !== true; step = reading.next()) await pause();
  const { lacksFontSize, setsFont, hasOnlyNestedText } = step.value;
  if (hasOnlyNestedText || (lacksFontSize && !setsFont)) return `${name}${WITH_TEXT.first}`;
  return lacksFontSize ? `${name}${WITH_TEXT.second}` : name;
}

/**
 * The exports of a module instance. `build/svg-drawer/src/lib.rs` documents them. JavaScript receives addresses as
 * signed numbers.
 */
export interface SvgRendererExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  alloc(length: number): number;
  add_font(at: number, length: number): number;
  set_family(generic: number, at: number, length: number): void;
  read(at: number, length: number, mostNodes: number, mostDepth: number): number;
  error_line(): number;
  draw(width: number, height: number): number;
  release(): void;
}

/** The family in which all text is drawn. SVG has no other bundled fonts. */
const FAMILY = 'Noto Sans';
/** The number of generic families: text without a family, serif, sans-serif, cursive, fantasy, monospace. */
const GENERIC_FAMILIES = 6;

/**
 * Creates a rasterizer that draws SVG with instances of the module. The rasterizer ignores scripts and references to
 * anything outside the file. After a trap (a panic, a stack overflow, or the end of its memory of 1 GiB), discards the
 * instance and returns an error for the file.
 * @param instantiate Creates an instance of the compiled module.
 * @param bytesOf Reads a bundled font by its digest.
 */
export async function createSvgRenderer(
  instantiate: () => SvgRendererExports,
  bytesOf: (digest: string) => Promise<Uint8Array | null>,
): Promise<SvgRasterizer> {
  const fonts: Uint8Array[] = [];
  for (const { digest } of bundledFonts) {
    const font = await bytesOf(digest);
    if (font !== null) fonts.push(font);
  }
  // Use separate instances for files with text, because reading the fonts is slow and most files have no text.
  const open = new Map<'plain' | 'text', SvgRendererExports>();

  const guarded = <Value>(svg: Uint8Array, work: (renderer: SvgRendererExports) => Value): Value | SvgRefusal => {
    const kind = mayHaveText(svg) ? 'text' : 'plain';
    try {
      const renderer = open.get(kind) ?? openRenderer(instantiate(), kind === 'text' ? fonts : []);
      open.set(kind, renderer);
      const value = work(renderer);
      renderer.release();
      return value;
    } catch {
      open.delete(kind);
      return { of: 'stopped' };
    }
  };

  const glyphs = { bits: null as Uint8Array | null };
  return {
    hasGlyph: (codePoint) => {
      glyphs.bits ??= charactersOf(fonts);
      // A renderer without fonts draws only shapes.
      return fonts.length === 0 || ((glyphs.bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
    },
    refusalOf: (svg) => guarded(svg, (renderer): SvgRefusal | null => read(renderer, svg)),
    rasterize: (svg, { width, height }) =>
      guarded(svg, (renderer): Raster | SvgRefusal => {
        const refusal = read(renderer, svg);
        if (refusal !== null) return refusal;
        const at = renderer.draw(width, height) >>> 0;
        if (at === 0) return { of: 'size' };
        return { width, height, rgba: new Uint8Array(renderer.memory.buffer, at, width * height * 4).slice() };
      }),
  };
}

function openRenderer(renderer: SvgRendererExports, fonts: readonly Uint8Array[]): SvgRendererExports {
  for (const font of fonts) renderer.add_font(copyIn(renderer, font), font.length);
  const name = Uint8Array.from(FAMILY, (character) => character.charCodeAt(0));
  for (let generic = 0; generic < GENERIC_FAMILIES; generic++)
    renderer.set_family(generic, copyIn(renderer, name), name.length);
  return renderer;
}

/** Parses a file. Returns the reason why it cannot be drawn; null if it can. */
function read(renderer: SvgRendererExports, svg: Uint8Array): SvgRefusal | null {
  const code = renderer.read(copyIn(renderer, svg), svg.length, svgLimits.elements, svgLimits.depth);
  switch (code) {
    case 0:
      return null;
    case 1:
      return { of: 'encoding', encoding: null };
    case 3:
      return { of: 'elements' };
    case 4:
      return { of: 'size' };
    case 5:
      return { of: 'depth', most: svgLimits.depth };
    default:
      return { of: 'xml', line: renderer.error_line() || null };
  }
}

/**
 * Copies bytes into the memory of an instance. Returns their address. The module function that receives this address
 * frees the memory.
 */
function copyIn(renderer: SvgRendererExports, bytes: Uint8Array): number {
  const at = renderer.alloc(bytes.length) >>> 0;
  new Uint8Array(renderer.memory.buffer, at, bytes.length).set(bytes);
  return at;
}

/** Returns whether a file may contain text, also in an embedded SVG image, which may be in base64. */
function mayHaveText(svg: Uint8Array): boolean {
  return includesText(svg, 'text') || includesText(svg, 'image/svg');
}

function includesText(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (hasTextAt(bytes, at, text)) return true;
  return false;
}

/** Returns a bit set of the characters in any of the fonts. */
function charactersOf(fonts: readonly Uint8Array[]): Uint8Array {
  const bits = new Uint8Array(0x11_0000 / 8);
  const add = (codePoint: number): void => {
    const at = codePoint >> 3;
    bits[at] = (bits[at] ?? 0) | (1 << (codePoint & 7));
  };
  for (const font of fonts) {
    const at = readTables(font)?.offsets?.get('cmap');
    if (at === undefined) continue;
    const cmap = new DataView(font.buffer, font.byteOffset + at);
    for (let index = 0; index < cmap.getUint16(2); index++) addCharacters(cmap, cmap.getUint32(8 + 8 * index), add);
  }
  return bits;
}

/** Reads a subtable of `cmap` in format 4 or 12 (OpenType, “cmap”). */
function addCharacters(cmap: DataView, at: number, add: (codePoint: number) => void): void {
  const format = cmap.getUint16(at);
  if (format === 12)
    for (let group = 0; group < cmap.getUint32(at + 12); group++) {
      const begin = at + 16 + 12 * group;
      for (let code = cmap.getUint32(begin); code <= cmap.getUint32(begin + 4); code++) add(code);
    }
  if (format !== 4) return;
  const size = cmap.getUint16(at + 6);
  for (let offset = 0; offset < size; offset += 2) {
    const end = cmap.getUint16(at + 14 + offset);
    const delta = cmap.getUint16(at + 16 + 2 * size + offset);
    const rangeAt = at + 16 + 3 * size + offset;
    const range = cmap.getUint16(rangeAt);
    const start = cmap.getUint16(at + 16 + size + offset);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code + delta : cmap.getUint16(rangeAt + range + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) add(code);
    }
  }
}
