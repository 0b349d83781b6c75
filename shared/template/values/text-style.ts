import type { NodeId } from '../document/document.ts';
import type { Paint } from './color.ts';
import type { Edges } from './lengths.ts';

/** The style of a text; sizes are in pixels of the movie. */
export interface TextStyle {
  /** Families or file names, in lookup order. The bundled families follow them. */
  readonly families: readonly string[];
  /** The font size: the height of one em in pixels. */
  readonly size: number;
  /** The font weight, 1 to 1000. */
  readonly weight: number;
  readonly slant: 'normal' | 'italic';
  readonly color: Paint;
  readonly xAlign: 'left' | 'center' | 'right' | 'start' | 'end' | 'justify';
  readonly yAlign: 'top' | 'middle' | 'bottom';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  /** The distance between baselines as a factor of the font size. */
  readonly lineHeight: number;
  /** The space after each cluster, in pixels. */
  readonly letterSpacing: number;
  readonly autosize: 'none' | 'shrink' | 'fill';
  /** The minimum font size of a shrunk text. */
  readonly minSize: number;
  readonly maxLines: number | null;
  /** The outline below the glyphs. `width` is the visible width outside of the glyphs. */
  readonly outline: { readonly width: number; readonly color: Paint } | null;
  readonly shadow: TextShadow | null;
  /** The color of a box behind the text. */
  readonly background: Paint | null;
  /** The space between the edges of the box and the text. Percentages refer to the frame. */
  readonly padding: Edges;
  /** The corner radius of the box. */
  readonly radius: number;
  /** The width of digits; absent if the font determines it. */
  readonly figures?: 'tabular' | 'proportional';
  /** Underline and strikethrough; absent if the text has neither. */
  readonly lines?: readonly TextLine[];
}

/** A range of a text with a different style. */
export interface TextSpan extends SpanFormat {
  /** The range in the content, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The style of a span. Absent properties are inherited from the text. */
export interface SpanFormat {
  readonly color?: Paint;
  /** The font size of the span; absent for the font size of the text. */
  readonly size?: number;
  readonly weight?: number;
  readonly slant?: 'normal' | 'italic';
  readonly families?: readonly string[];
  /** The element with the attribute that names the families. */
  readonly namedBy?: NodeId;
  readonly underline?: boolean;
  readonly strike?: boolean;
}

/** A line below the letters or through them. */
export type TextLine = 'underline' | 'strike';

/** The shadow of the glyphs and the outline. The standard deviation of the blur is half of `blur`. */
export interface TextShadow {
  readonly across: number;
  readonly down: number;
  readonly blur: number;
  readonly color: Paint;
}
