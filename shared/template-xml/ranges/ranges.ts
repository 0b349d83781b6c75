import type { NodeId, TemplateDocument } from '../../template/document/document.ts';

/** A stretch of text in UTF-16 units from 0; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a node stands in the text. */
export type NodeRange = ElementRange | LeafPlace;

export interface ElementRange extends TextRange {
  readonly kind: 'element';
  /** From `<` to behind `>`. The whole element if it is self-closing. */
  readonly startTag: TextRange;
  readonly name: TextRange;
  /** In the order of the document's attributes. */
  readonly attributes: readonly AttributeRange[];
  /** From `</` to behind `>`; null if it is self-closing. */
  readonly endTag: TextRange | null;
}

/** From the attribute's name to behind its closing quote. */
export interface AttributeRange extends TextRange {
  readonly name: TextRange;
  /** Between the quotes. */
  readonly value: TextRange;
  readonly quote: '"' | "'";
}

/** A comment with its delimiters, a CDATA section with its delimiters, or a text with the white space around it. */
export interface LeafPlace extends TextRange {
  readonly kind: 'comment' | 'text';
}

/** A document together with the text it was read from: what edits are spliced into. */
export interface TemplateSource {
  readonly text: string;
  readonly document: TemplateDocument;
  /** Of every node of the document. */
  readonly places: ReadonlyMap<NodeId, NodeRange>;
}

/** A place with all its offsets at other ones; a beginning and an end at the same offset may part. */
export function movedPlace(
  place: NodeRange,
  start: (offset: number) => number,
  end: (offset: number) => number,
): NodeRange {
  const range = (each: TextRange): TextRange => ({ start: start(each.start), end: end(each.end) });
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
