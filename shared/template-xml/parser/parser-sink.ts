import type { AttributeRange, TextRange } from '../ranges/ranges.ts';

export interface ParsedAttribute {
  readonly name: string;
  readonly value: string;
  readonly place: AttributeRange;
}

/** Receives the content of a text in document order. If the text is invalid, the content is unreliable. */
export interface ParserSink {
  declaration(): void;
  startTag(name: string, attributes: readonly ParsedAttribute[], tag: TextRange): void;
  /** Receives an end tag. `tag` is null if the start tag is self-closing. */
  endTag(tag: TextRange | null): void;
  /** Receives a text. A text of only white space is in a CDATA section, or in an element that preserves white space. */
  text(text: string, cdata: boolean, place: TextRange): void;
  comment(text: string, place: TextRange): void;
}
