import type { AttributeRange, TextRange } from '../ranges/ranges.ts';

export interface ParsedAttribute {
  readonly name: string;
  readonly value: string;
  readonly place: AttributeRange;
}

/** Receives the content of a text in document order. For invalid texts, the content is unreliable. */
export interface ParserSink {
  declaration(): void;
  startTag(name: string, attributes: readonly ParsedAttribute[], tag: TextRange): void;
  /** The range is null for a self-closing start tag. */
  endTag(tag: TextRange | null): void;
  /** The text is blank only for a CDATA section or in an element that preserves white space. */
  text(text: string, cdata: boolean, place: TextRange): void;
  comment(text: string, place: TextRange): void;
}
