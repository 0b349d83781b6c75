/**
 * A picture as data. It is drawn once and composed into many frames. Equal data gives the same pixels on every machine.
 * Lengths are in pixels of the movie. `scale` is the number of picture pixels per pixel of the movie.
 */
export type Drawing = TextDrawing | ShapeDrawing | ImageDrawing;

/** The SHA-256 of the bytes of a font or an image, in lower-case hex. */
export type Digest = string;

/** An sRGB color. Channels are 0 to 255, and the opacity is 0 to 1. */
export interface Ink {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export interface TextDrawing {
  readonly kind: 'text';
  readonly scale: number;
  /** The text. Line feeds, carriage returns, and other paragraph separators end paragraphs. */
  readonly content: string;
  /** The fonts in lookup order, one face of each family; at least one. */
  readonly fonts: readonly Digest[];
  /** The weight of variable fonts, 1 to 1000. */
  readonly weight: number;
  readonly size: number;
  readonly color: Ink;
  /** The size of the box, including padding; null for the size of the text. */
  readonly width: number | null;
  readonly height: number | null;
  readonly padding: Sides;
  readonly xAlign: 'left' | 'center' | 'right' | 'start' | 'end' | 'justify';
  readonly yAlign: 'top' | 'middle' | 'bottom';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  /** The distance between baselines as a factor of the size. */
  readonly lineHeight: number;
  readonly letterSpacing: number;
  readonly autosize: 'none' | 'shrink' | 'fill';
  readonly minSize: number;
  readonly maxLines: number | null;
  readonly outline: { readonly width: number; readonly color: Ink } | null;
  /** The shadow of glyphs and outline. The standard deviation of the blur is half of `blur`. */
  readonly shadow: {
    readonly across: number;
    readonly down: number;
    readonly blur: number;
    readonly color: Ink;
  } | null;
  readonly background: Ink | null;
  readonly radius: number;
  /** Lines below or through the letters, in the color of the letters; absent if there are none. */
  readonly lines?: readonly ('underline' | 'strike')[];
  /** The kind of digits (OpenType `tnum` and `pnum`); absent for the default of the font. */
  readonly figures?: 'tabular' | 'proportional';
  /**
   * The styles to synthesize if the face lacks them. A layer sets only `italic`, which slants the letters. Runs can
   * also set `bold`.
   */
  readonly made?: readonly ('bold' | 'italic')[];
  /** Segments with a different style, in the order of the content, without overlaps; absent if there are none. */
  readonly runs?: readonly TextRun[];
  /**
   * The words with their own style, in the order of the content, without overlaps; absent if all letters have the style
   * of the text. Styling words does not move other letters.
   */
  readonly words?: readonly DrawnWord[];
  /**
   * The part of a text with words to draw: the boxes and pills, the shadow, or the outlines and letters; absent for
   * all. The shadow is separate because it takes longer to draw than letters and changes less often.
   */
  readonly wordPart?: 'back' | 'shadow' | 'front';
  /** The index of the word that must be visible if the words do not all fit into the box; absent for other texts. */
  readonly phrase?: number;
  /** Whether the background is a box behind each line; absent for one box. */
  readonly boxes?: 'line';
  /** The part of the text to draw; absent for the whole text. The whole text is always laid out. */
  readonly part?: TextDrawingPart;
}

/**
 * A part of a text: the box behind it, or a segment of its content in UTF-16 units. The drawing of a segment contains
 * either the letters, or the outline and the shadow below them.
 */
export type TextDrawingPart =
  | { readonly kind: 'box' }
  | { readonly kind: 'letters' | 'beneath'; readonly start: number; readonly end: number };

/** A word with its own style. Absent fields are inherited from the text. */
export interface DrawnWord {
  /** The word's range in the content, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly color?: Ink;
  /** The opacity of the word with its pill, outline, and shadow; absent for 1. */
  readonly opacity?: number;
  /** The outline; null for none. */
  readonly outline?: TextDrawing['outline'];
  readonly lines?: readonly ('underline' | 'strike')[];
  readonly pill?: WordPill;
  /** The transformation around the middle of the word's box; absent if the word does not move. */
  readonly move?: WordMove;
  /** The color of the first `part` of the word in reading direction, from 0 to 1. */
  readonly sweep?: { readonly color: Ink; readonly part: number };
  /** Whether the word is drawn over the other words. */
  readonly isActive?: true;
}

/** A rounded box behind a word. */
export interface WordPill {
  readonly color: Ink;
  readonly padding: Sides;
  readonly radius: number;
  /**
   * The word from which the pill slides if both words are on one line, and the progress from 0 to 1; absent if the pill
   * does not move.
   */
  readonly slide?: { readonly word: number; readonly part: number };
}

export interface WordMove {
  readonly scaleX: number;
  readonly scaleY: number;
  /** The rotation in degrees, clockwise. */
  readonly rotation: number;
  readonly across: number;
  readonly down: number;
}

/** A segment of a text with its own style. Absent fields are inherited from the text. */
export interface TextRun {
  /** The segment's range in the content, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly color?: Ink;
  /** The size relative to the `size` of the text. If `autosize` scales the text, this size scales with it. */
  readonly size?: number;
  /** The fonts for the run's families, weight, and style, in the order of `TextDrawing.fonts`. */
  readonly fonts?: readonly Digest[];
  /** The weight of variable fonts. */
  readonly weight?: number;
  /** The decoration of the run: underline, strikethrough, or both; empty for none. It replaces the text's decoration. */
  readonly lines?: readonly ('underline' | 'strike')[];
  /** The styles to synthesize if the face lacks them: `bold` emboldens the letters, and `italic` slants them. */
  readonly made?: readonly ('bold' | 'italic')[];
  /** Whether the run is invisible. An invisible run still takes up its space. */
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
  /** The stroke, centered on the outline, with round joins. */
  readonly stroke: { readonly width: number; readonly color: Ink } | null;
}

export type ShapeOutline =
  /** `radius` is clamped to half of the shorter side. */
  | { readonly kind: 'rectangle'; readonly radius: number }
  | { readonly kind: 'ellipse' }
  /** SVG path data in pixels from the upper left corner of the box, filled by the nonzero rule. */
  | { readonly kind: 'path'; readonly data: string };

/** An image that is first cropped and then fitted to its box. */
export interface ImageDrawing {
  readonly kind: 'image';
  readonly scale: number;
  readonly image: Digest;
  /** The frame of an animated image; absent for the first frame. */
  readonly frame?: number;
  /** The lengths to cut off at each side before fitting, in percent of the image's sides or in its pixels. */
  readonly crop: Crop;
  /**
   * The size of the box. If one side is null, the aspect ratio of the cropped image determines it; if both are null,
   * the box has the size of the cropped image.
   */
  readonly width: number | null;
  readonly height: number | null;
  readonly fit: 'contain' | 'cover' | 'stretch' | 'none';
  /** The point that stays visible when `cover` crops. Both numbers are 0 to 1, from the left and upper edges. */
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
  /** `%`: a percentage of the side of the image. */
  readonly unit: 'px' | '%';
}

/**
 * The layout of a drawing, in pixels of the movie from the upper left corner of its box. It is independent of `scale`.
 */
export interface DrawingLayout {
  /** The size of the box. A text has its given or measured size. An image has its size after fitting. */
  readonly width: number;
  readonly height: number;
  /** The lines of a text from top to bottom; empty for other drawings. */
  readonly lines: readonly DrawnLine[];
  /** The range of the visible words of a phrase, by index; absent for other drawings. */
  readonly words?: { readonly from: number; readonly to: number };
  /** The font size after `autosize`; null if the drawing is not a text. */
  readonly size: number | null;
  /** Whether lines of the text were omitted or extend beyond the box. */
  readonly overflows: boolean;
  /** The first word that must break because it is wider than the box; absent if there is none. */
  readonly brokenWord?: string;
  /** The characters that are in no font, at most ten. */
  readonly missing: readonly string[];
  /** The fonts at the start of the font list that contain no character of the text; absent if there are none. */
  readonly unused?: readonly UnusedFont[];
  /** The features of the image file that the renderer ignores; absent if there are none. */
  readonly notShown?: NotShown;
}

/** The features of an image file that the renderer ignores. */
export type NotShown =
  /** The names of SVG features, such as `<animate>` or `var()`, in the order of the file. */
  | { readonly of: 'svg'; readonly features: readonly string[] }
  /** The file is an animated PNG, whose frames after the first are ignored. */
  | { readonly of: 'animation' }
  /** The file is a truncated GIF. `frames` is the number of complete frames. */
  | { readonly of: 'cut'; readonly frames: number };

export interface UnusedFont {
  readonly digest: Digest;
  /** The code point of the text's first character in a symbol font (OpenType, cmap, 3.0); null for other fonts. */
  readonly symbol: number | null;
}

export interface DrawnLine {
  /** The line's range in the content, in UTF-16 units; `end` is exclusive. Excludes trailing white space. */
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly width: number;
  readonly baseline: number;
}

/** The pixels of a drawing, including shadows, outlines, and strokes beyond its box. */
export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  /** The position of the upper left corner of the box in the picture, in picture pixels. */
  readonly originX: number;
  readonly originY: number;
  /**
   * The number of picture pixels per pixel of the movie on each axis. Equals the scale of the drawing, except for
   * images. The picture of an image has whole sides and at most the pixels of its source.
   */
  readonly scaleX: number;
  readonly scaleY: number;
  /** The layout, equal to the result of `Painter.layOut`. */
  readonly layout: DrawingLayout;
  /** Red, green, blue, and alpha of each pixel, premultiplied, in row-major order. */
  readonly rgba: Uint8Array;
}

/** The reason why an SVG file cannot be drawn. */
export type SvgRefusal =
  /** The declared encoding; null for bytes that are not UTF-8. */
  | { readonly of: 'encoding'; readonly encoding: string | null }
  /** The file is not well-formed XML. `line` counts from 1; null if the line is unknown. */
  | { readonly of: 'xml'; readonly line: number | null }
  /** The value of an entity contains markup or another entity, or is too long. */
  | { readonly of: 'entities' }
  /** The file refers to an entity that it does not define, or that is in another file. */
  | { readonly of: 'outside-entity'; readonly entity: string }
  | { readonly of: 'depth'; readonly most: number }
  | { readonly of: 'elements' }
  | { readonly of: 'size' }
  /** The SVG renderer module ended with a trap, such as a stack overflow. */
  | { readonly of: 'stopped' };

/** The reason why a drawing cannot be drawn. The caller maps the digest to a source. */
export type DrawingFault =
  | { readonly code: 'font/unreadable'; readonly digest: Digest }
  | { readonly code: 'source/kind'; readonly digest: Digest }
  /** If `isIncomplete` is set, a part of the image file is missing or damaged. */
  | {
      readonly code: 'source/unreadable';
      readonly digest: Digest;
      readonly svg?: SvgRefusal;
      readonly isIncomplete?: true;
    }
  /** The source is too large. With `work`, its size is within the limits, but drawing it would take too long. */
  | { readonly code: 'source/too-large'; readonly digest: Digest; readonly of?: 'work' }
  /** The text itself is so large or so blurred that drawing it would take too long. */
  | { readonly code: 'text/too-slow' }
  /** `at` is the position in the path data, in UTF-16 units. */
  | { readonly code: 'template/path'; readonly at: number };

/**
 * Limits of sources and drawings. A source that exceeds a limit is an error. A larger drawing is drawn at a smaller
 * scale.
 */
export const drawingLimits = {
  /** The longer side of a drawing or an image, in pixels. */
  side: 8192,
  imagePixels: 50_000_000,
  imageBytes: 64 * 2 ** 20,
  /**
   * Limits of animated images: the number of frames, and the pixels of all frames. Decoding a frame requires decoding
   * all frames before it. Large frames and WebP have lower limits, because they take more time per pixel.
   */
  imageFrames: 10_000,
  movingPixels: 1_000_000_000,
  largeFrame: 17_000_000,
  largeMovingPixels: 250_000_000,
  webpMovingPixels: 500_000_000,
  /**
   * The number of pixels that all scans of a JPEG cover. Photographs have about ten scans, and each scan covers the
   * whole image.
   */
  scannedPixels: 600_000_000,
  /** The size, in bytes, of the PNG chunks that do not affect the picture, such as text and unknown chunks. */
  besidePng: 65_536,
  fontBytes: 32 * 2 ** 20,
  /** The total size of all fonts of a film, in bytes. */
  allFontBytes: 128 * 2 ** 20,
  /** The font size in pixels per em. */
  textSize: 2000,
} as const;
