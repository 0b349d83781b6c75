import type { NodeId } from '../document/document.ts';
import type { Paint } from './color.ts';
import type { Edges } from './lengths.ts';

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
  /** Distance between baselines as a factor of the size. */
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

/** A stretch of a text that looks otherwise. */
export interface TextSpan extends SpanLook {
  /** Its part of the content, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** What a span says of its letters; what it does not say is as the text has it. */
export interface SpanLook {
  readonly color?: Paint;
  /** Beside the text's size. */
  readonly size?: number;
  readonly weight?: number;
  readonly slant?: 'normal' | 'italic';
  readonly families?: readonly string[];
  /** The element that names the families. */
  readonly namedBy?: NodeId;
  readonly underline?: boolean;
  readonly strike?: boolean;
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
