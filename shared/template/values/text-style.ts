import type { Edges } from './lengths.ts';
import type { Paint } from './paint.ts';

/** How a text is set; sizes are in pixels of the movie. */
export interface TextStyle {
  /** Families or file names, in the order in which a character is looked for; the bundled ones follow by themselves. */
  readonly families: readonly string[];
  /** Pixels from one em to the next. */
  readonly size: number;
  /** 1 to 1000. */
  readonly weight: number;
  readonly slant: 'normal' | 'italic';
  readonly color: Paint;
  readonly xAlign: 'left' | 'center' | 'right' | 'start' | 'end' | 'justify';
  readonly yAlign: 'top' | 'middle' | 'bottom';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  /** From baseline to baseline, as a factor of the size. */
  readonly lineHeight: number;
  /** Added behind each cluster. */
  readonly letterSpacing: number;
  readonly autosize: 'none' | 'shrink' | 'fill';
  /** Where shrinking ends. */
  readonly minSize: number;
  readonly maxLines: number | null;
  /** Beneath the glyphs, so wide outside of them. */
  readonly outline: { readonly width: number; readonly color: Paint } | null;
  readonly shadow: TextShadow | null;
  /** A box behind the text. */
  readonly background: Paint | null;
  /** Between box and text; percentages are of the frame. */
  readonly padding: Edges;
  /** Of the box's corners. */
  readonly radius: number;
  /** Lines along the letters; a text without them does not say so. */
  readonly lines?: readonly TextLine[];
}

/** A line along letters: beneath them, or through them. */
export type TextLine = 'underline' | 'strike';

/** Of glyphs and outline; the deviation of its blur is half of `blur`. */
export interface TextShadow {
  readonly across: number;
  readonly down: number;
  readonly blur: number;
  readonly color: Paint;
}
