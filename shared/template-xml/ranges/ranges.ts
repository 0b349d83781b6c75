import type { NodeId, TemplateDocument } from '../../template/document/document.ts';

/** A range of a text in UTF-16 units from 0; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type NodeRange = ElementRange | LeafRange;

export interface ElementRange extends TextRange {
  readonly kind: 'element';
  /** The range from `<` to `>`. A self-closing element consists only of this range. */
  readonly startTag: TextRange;
  readonly name: TextRange;
  /** The ranges of the attributes, in the order of the document. */
  readonly attributes: readonly AttributeRange[];
  /** The range from `</` to `>`; null for a self-closing element. */
  readonly endTag: TextRange | null;
}

/** The range from the attribute name to the closing quote. */
export interface AttributeRange extends TextRange {
  readonly name: TextRange;
  /** The range of the value between the quotes. */
  readonly value: TextRange;
  readonly quote: '"' | "'";
}

/**
 * The range of a comment or a CDATA section including its delimiters, or of a text including the white space around it.
 */
export interface LeafRange extends TextRange {
  readonly kind: 'comment' | 'text';
}

/** A parsed document with its text. Edits are spliced into the text. */
export interface TemplateSource {
  readonly text: string;
  readonly document: TemplateDocument;
  /** The range of every node of the document. */
  readonly ranges: ReadonlyMap<NodeId, NodeRange>;
}

/**
 * Converts all offsets of a range. Uses separate functions for starts and ends, because a start and an end at the same
 * offset can move differently.
 */
export function movedRange(
  place: NodeRange,
  start: (offset: number) => number,
  end: (offset: number) => number,
): NodeRange {
  const range = (textRange: TextRange): TextRange => ({ start: start(textRange.start), end: end(textRange.end) });
  if (place.kind !== 'element') return { kind: place.kind, ...range(place) };
  return {
    kind: 'element',
    ...range(place),
    startTag: range(place.startTag),
    name: range(place.name),
    attributes: place.attributes.map((attribute) => ({
      ...range(attribute),
      name: range(attribute.name),
      value: range(attribute.value),
      quote: attribute.quote,
    })),
    endTag: place.endTag === null ? null : range(place.endTag),
  };
}
