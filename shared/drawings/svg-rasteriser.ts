import { holds } from '../lib/byte-match.ts';
import { bundledFonts } from './fonts/bundled-fonts.ts';
import type { SvgRasteriser } from './images/draw-svg.ts';

/** What every font that an SVG asks for and that is not there becomes. */
const FAMILY = 'Noto Sans';
/** Its letters are layers of colour, which resvg does not draw: an empty box says more than nothing. */
const NOT_DRAWN = 'Noto Color Emoji';

/** A file that resvg has read. Whoever has it frees it. */
interface ReadSvg {
  render(): DrawnSvg;
  free(): void;
}

interface DrawnSvg {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  free(): void;
}

/** What of resvg is used, as its package has it. */
type ReadsSvg = new (
  svg: Uint8Array,
  options: {
    readonly font: Readonly<Record<Family, string>> & { readonly fontBuffers: Uint8Array[] };
    readonly languages: string[];
  },
) => ReadSvg;

const FAMILIES = [
  'defaultFontFamily',
  'serifFamily',
  'sansSerifFamily',
  'cursiveFamily',
  'fantasyFamily',
  'monospaceFamily',
] as const;
type Family = (typeof FAMILIES)[number];

const LETTER_T = 0x74;
const families = Object.fromEntries(FAMILIES.map((name) => [name, FAMILY])) as Record<Family, string>;

/**
 * Makes pixels of SVG, the same wherever it runs. No scripts run and nothing is opened: pictures that a file names by an
 * address are left out. What it throws is the end of its memory; another one has to be opened.
 * @param Resvg Ready to be used.
 * @param bytesOf The bytes of a font that comes with the program, by its digest.
 */
export async function svgRasteriser(
  Resvg: ReadsSvg,
  bytesOf: (digest: string) => Promise<Uint8Array | null>,
): Promise<SvgRasteriser> {
  const fonts: Uint8Array[] = [];
  for (const { family, digest } of bundledFonts) {
    const font = family === NOT_DRAWN ? null : await bytesOf(digest);
    if (font !== null) fonts.push(font);
  }
  const open = (svg: Uint8Array): ReadSvg | null => {
    try {
      const fontBuffers = mayHaveText(svg) ? fonts : [];
      return new Resvg(svg, { font: { ...families, fontBuffers }, languages: ['en'] });
    } catch (error) {
      // A sentence of its own about what is written; anything else is a failure of the program.
      if (error instanceof Error && error.constructor === Error) return null;
      throw error;
    }
  };
  return {
    canRead: (svg) => {
      const opened = open(svg);
      opened?.free();
      return opened !== null;
    },
    rasterise: (svg) => {
      const opened = open(svg);
      if (opened === null) return null;
      const drawn = opened.render();
      const { width, height, pixels } = drawn;
      drawn.free();
      opened.free();
      return { width, height, rgba: pixels };
    },
  };
}

/** Fonts take a while to be read, and most pictures have no text. */
function mayHaveText(svg: Uint8Array): boolean {
  for (let at = svg.indexOf(LETTER_T); at !== -1; at = svg.indexOf(LETTER_T, at + 1))
    if (holds(svg, at, 'text')) return true;
  return false;
}
