import type { AttributeRange, TextRange } from '../ranges/ranges.ts';

export interface SeenAttribute {
  readonly name: string;
  readonly value: string;
  readonly place: AttributeRange;
}

/** What the gate tells of a text, in document order. What it is told of a faulty text is not to be relied on. */
export interface ParserSink {
  declaration(): void;
  startTag(name: string, attributes: readonly SeenAttribute[], tag: TextRange): void;
  /** The range is null when the start tag was self-closing. */
  endTag(tag: TextRange | null): void;
  /** Never blank, unless it is a CDATA section or in an element that keeps white space. */
  text(text: string, cdata: boolean, place: TextRange): void;
  comment(text: string, place: TextRange): void;
}
