import type { AttributeRange, TextRange } from '../ranges/ranges.ts';

export interface ParsedAttribute {
  readonly name: string;
  readonly value: string;
  readonly place: AttributeRange;
}

/** A receiver of the content of a text, in document order. The content of an invalid text is unreliable. */
export interface ParserSink {
  declaration(): void;
  startTag(name: string, attributes: readonly ParsedAttribute[], tag: TextRange): void;
  /** Receives an end tag. The range is null for a self-closing start tag. */
  endTag(tag: TextRange | null): void;
  /** Receives a text. It is blank only in a CDATA section, or in an element that preserves white space. */
  text(text: string, cdata: boolean, place: TextRange): void;
  comment(text: string, place: TextRange): void;
}
