import { MOVIE_SELECTION, type Selection, selectionOfElement } from '#shared/editing/model/selection.ts';
import { childElements, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { LANGUAGE } from '#shared/template/tables/language.ts';
import type { ElementRange, TemplateSource, TextRange } from '#shared/template-xml/ranges/ranges.ts';

/** Returns the text ranges of the selected elements, in text order; empty if the movie is selected. */
export function rangesOf({ ranges: places }: TemplateSource, selection: Selection): readonly TextRange[] {
  return selection.ids
    .flatMap((id) => places.get(id) ?? [])
    .map(({ start, end }) => ({ start, end }))
    .toSorted((left, right) => left.start - right.start);
}

/**
 * Returns the selection for a cursor at an offset. It is the innermost selectable element that contains the offset; for
 * one of the movie's own tags, it is the movie. Null between the children of the movie, and in unknown elements.
 */
export function selectionAtOffset(source: TemplateSource, offset: number, language = LANGUAGE): Selection | null {
  const { root } = source.document;
  const place = elementPlace(source, root.id);
  if (place === null || offset <= place.start || offset >= place.end) return null;
  if (offset < place.startTag.end || offset > (place.endTag?.start ?? place.end)) return MOVIE_SELECTION;
  const innermost = innermostAt(source, root, offset);
  const selection = selectionOfElement(source.document, innermost.id, language);
  return selection.primary === null ? null : selection;
}

/** Returns the innermost descendant of `outer` that contains an offset, or `outer` itself. */
function innermostAt(source: TemplateSource, outer: ElementNode, offset: number): ElementNode {
  const inner = childAt(source, childElements(outer), offset);
  return inner === null ? outer : innermostAt(source, inner, offset);
}

/**
 * Returns the sibling that contains an offset, by binary search; null if there is none. The siblings must be in
 * document order.
 */
function childAt(source: TemplateSource, siblings: readonly ElementNode[], offset: number): ElementNode | null {
  let low = 0;
  let high = siblings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const sibling = siblings[middle];
    const place = sibling === undefined ? null : elementPlace(source, sibling.id);
    if (place !== null && place.end < offset) low = middle + 1;
    else high = middle;
  }
  const candidate = siblings[low];
  const place = candidate === undefined ? null : elementPlace(source, candidate.id);
  return candidate !== undefined && place !== null && place.start <= offset ? candidate : null;
}

function elementPlace({ ranges: places }: TemplateSource, id: NodeId): ElementRange | null {
  const place = places.get(id);
  return place?.kind === 'element' ? place : null;
}
