/**
 * What is drawn once and then composed in many frames, as data: equal data is the same picture, wherever it is drawn.
 * Lengths are pixels of the movie. `scale` says how many pixels of the picture are made of one of them.
 */
export type Drawing = TextDrawing | ShapeDrawing | ImageDrawing;

/** The SHA-256 of a font's or an image's bytes, in lower-case hex. */
export type Digest = string;

/** An sRGB colour, each channel 0 to 255, with its opacity, 0 to 1. */
export interface Ink {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export interface TextDrawing {
  readonly kind: 'text';
  readonly scale: number;
  /** Line feeds end paragraphs. */
  readonly content: string;
  /** One face of each family, in the order in which a character is looked for; never none. */
  readonly fonts: readonly Digest[];
  /** What variable fonts are set to, 1 to 1000. */
  readonly weight: number;
  readonly size: number;
  readonly color: Ink;
  /** The box, padding included; null for what the text takes. */
  readonly width: number | null;
  readonly height: number | null;
  readonly padding: Sides;
  readonly xAlign: 'left' | 'center' | 'right' | 'start' | 'end' | 'justify';
  readonly yAlign: 'top' | 'middle' | 'bottom';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  /** Distance between baselines as a factor of the size. */
  readonly lineHeight: number;
  readonly letterSpacing: number;
  readonly autosize: 'none' | 'shrink' | 'fill';
  readonly minSize: number;
  readonly maxLines: number | null;
  readonly outline: { readonly width: number; readonly color: Ink } | null;
  /** Of glyphs and outline; the deviation of its blur is half of `blur`. */
  readonly shadow: {
    readonly across: number;
    readonly down: number;
    readonly blur: number;
    readonly color: Ink;
  } | null;
  readonly background: Ink | null;
  readonly radius: number;
  /** Beneath the letters, or through them, in their colour; a text without them does not say so. */
  readonly lines?: readonly ('underline' | 'strike')[];
  /** What is made of faces that are not so: letters are slanted. Faces that are so stay as they are. */
  readonly made?: readonly ('bold' | 'italic')[];
  /** Stretches that look otherwise, in the order of the content, none over another; a text without them does not say so. */
  readonly runs?: readonly TextRun[];
  /** What of it is drawn, all of it laid out; a text that is drawn whole does not say so. */
  readonly part?: TextDrawingPart;
}

/** The box behind a text; or of a stretch of its content, in UTF-16 units, the letters, or outline and shadow beneath them. */
export type TextDrawingPart =
  | { readonly kind: 'box' }
  | { readonly kind: 'letters' | 'beneath'; readonly start: number; readonly end: number };

/** A stretch of a text with a look of its own. What it does not say is as the text has it. */
export interface TextRun {
  /** Its part of the content, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly color?: Ink;
  /** Beside the text's `size`: where `autosize` finds another, this becomes as many times as large. */
  readonly size?: number;
  /** The faces for its families, weight and style, as of a text. */
  readonly fonts?: readonly Digest[];
  /** What variable fonts are set to. */
  readonly weight?: number;
  /** In place of those of the text; none where the list is empty. */
  readonly lines?: readonly ('underline' | 'strike')[];
  /** What is made of a face that is not so: letters are thickened, or slanted. A face that is so stays as it is. */
  readonly made?: readonly ('bold' | 'italic')[];
  /** Nothing of it is seen, and it keeps its place. */
  readonly isHidden?: true;
}

export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface ShapeDrawing {
  readonly kind: 'shape';
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly outline: ShapeOutline;
  readonly fill: Ink | null;
  /** Centred on the outline, joins round. */
  readonly stroke: { readonly width: number; readonly color: Ink } | null;
}

export type ShapeOutline =
  /** `radius` is at most half the shorter side; what is more is cut. */
  | { readonly kind: 'rectangle'; readonly radius: number }
  | { readonly kind: 'ellipse' }
  /** SVG path data in pixels from the box's upper left corner, filled by the nonzero rule. */
  | { readonly kind: 'path'; readonly data: string };

/** A picture of an image, which is cut, and then fitted to its box. */
export interface ImageDrawing {
  readonly kind: 'image';
  readonly scale: number;
  readonly image: Digest;
  /** Which frame of an image that moves; the first one does not say so. */
  readonly frame?: number;
  /** What is cut off before it is fitted, as parts of the image's sides or in its pixels. */
  readonly crop: Crop;
  /** Of one side alone the other follows from the shape of what is left; of neither the box is what is left. */
  readonly width: number | null;
  readonly height: number | null;
  readonly fit: 'contain' | 'cover' | 'stretch' | 'none';
  /** Which part stays when `cover` cuts, each 0 to 1: 0 is the left or upper edge. */
  readonly focus: { readonly across: number; readonly down: number };
}

export interface Crop {
  readonly top: CropLength;
  readonly right: CropLength;
  readonly bottom: CropLength;
  readonly left: CropLength;
}

export interface CropLength {
  readonly amount: number;
  /** `%` is of the image's side. */
  readonly unit: 'px' | '%';
}

/** Where things lie in a drawing, in pixels of the movie from the upper left corner of its box; it does not depend on `scale`. */
export interface DrawingLayout {
  /** The box: of a text what it takes or was given, of an image its picture after it was fitted. */
  readonly width: number;
  readonly height: number;
  /** Of a text, from the topmost; else none. */
  readonly lines: readonly DrawnLine[];
  /** The size that `autosize` found; null where there is no text. */
  readonly size: number | null;
  /** Whether lines were left out or reach beyond the box. */
  readonly overflows: boolean;
  /** The first characters that no font has, ten at most. */
  readonly missing: readonly string[];
  /** Fonts that a text names first and that have none of its characters; not there where there are none. */
  readonly unused?: readonly UnusedFont[];
  /** The parts of an image that are not shown; absent if all of it is. */
  readonly notShown?: NotShown;
}

/** The parts of an image that the picture leaves out. */
export type NotShown =
  /** Features of an SVG by name, such as `<animate>` or `var()`, in the order of the file. */
  | { readonly of: 'svg'; readonly features: readonly string[] }
  /** All frames of an animated PNG after the first. */
  | { readonly of: 'animation' };

export interface UnusedFont {
  readonly digest: Digest;
  /** The code point at which a font of symbols has the text's first character (OpenType, cmap, 3.0); null of other fonts. */
  readonly symbol: number | null;
}

export interface DrawnLine {
  /** Its part of the content, in UTF-16 units; `end` is exclusive and leaves out a line feed. */
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly width: number;
  readonly baseline: number;
}

/** A drawing's pixels. What shadows, outlines and strokes reach beyond the box is among them. */
export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  /** The pixel whose upper left corner is the box's. */
  readonly originX: number;
  readonly originY: number;
  /** Pixels of the picture for one of the movie: the drawing's scale, but for images, which have whole pixels and no more than their source. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** What laying it out says. */
  readonly layout: DrawingLayout;
  /** Red, green, blue, opacity of each pixel, weighted by opacity, row by row. */
  readonly rgba: Uint8Array;
}

/** Why an SVG file cannot be drawn. */
export type SvgRefusal =
  /** Its encoding as declared; null for bytes that are not UTF-8. */
  | { readonly of: 'encoding'; readonly encoding: string | null }
  /** It is not well-formed XML. `line` counts from 1; null if unknown. */
  | { readonly of: 'xml'; readonly line: number | null }
  /** An entity holds markup, another entity, or more than a value. */
  | { readonly of: 'entities' }
  | { readonly of: 'depth'; readonly most: number }
  | { readonly of: 'elements' }
  | { readonly of: 'size' }
  /** The drawer ended with a trap. */
  | { readonly of: 'stopped' };

/** Why something cannot be drawn. Which source has the digest, the asker knows. */
export type DrawingFault =
  | { readonly code: 'font/unreadable'; readonly digest: Digest }
  | { readonly code: 'source/kind'; readonly digest: Digest }
  | { readonly code: 'source/unreadable'; readonly digest: Digest; readonly svg?: SvgRefusal }
  /** `work`: it is not too large, and drawing it would take too long, as far as that can be counted beforehand. */
  | { readonly code: 'source/too-large'; readonly digest: Digest; readonly of?: 'work' }
  /** A text of which nothing comes from outside but its words, so large or so blurred that drawing it has no end. */
  | { readonly code: 'text/too-slow' }
  /** `at` counts UTF-16 units of the path data. */
  | { readonly code: 'template/path'; readonly at: number };

/** What a drawing may be made of and become; what is larger is refused or drawn smaller. */
export const drawingLimits = {
  /** Pixels of a drawing's side, and of an image's. */
  side: 8192,
  /** Pixels of an image. */
  imagePixels: 50_000_000,
  imageBytes: 64 * 2 ** 20,
  /**
   * Frames of an image that moves, and pixels of all of them together: a late frame is made of all before it. Large frames
   * take more time for each pixel, and so does WebP.
   */
  imageFrames: 10_000,
  movingPixels: 1_000_000_000,
  largeFrame: 17_000_000,
  largeMovingPixels: 250_000_000,
  webpMovingPixels: 500_000_000,
  /** Pixels that all scans of a JPEG go over: photographs have ten, each of which goes over all of it. */
  scannedPixels: 600_000_000,
  /** What of a PNG is no picture: words, and what nobody knows. */
  besidePng: 65_536,
  fontBytes: 32 * 2 ** 20,
  /** Of all fonts of a film together. */
  allFontBytes: 128 * 2 ** 20,
  /** Pixels from one em to the next. */
  textSize: 2000,
} as const;
