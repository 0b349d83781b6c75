import { indexOf } from '../../../../shared/editing/document-index.ts';
import type { Selection } from '../../../../shared/editing/selection.ts';
import type { ElementNode, NodeId } from '../../../../shared/template/document.ts';
import type { ElementPlace, TemplateSource, TextRange } from '../../../../shared/template-xml/places.ts';
import { selectionOfElement } from '../../../common/edits/selection-of-element.ts';

/** Where what is selected stands in the text, in order; nothing for the movie. */
export function rangesOf({ places }: TemplateSource, selection: Selection): readonly TextRange[] {
  const ids = selection.kind === 'movie' ? [] : selection.kind === 'scenes' ? selection.ids : [selection.id];
  return ids
    .flatMap((id) => places.get(id) ?? [])
    .map(({ start, end }) => ({ start, end }))
    .toSorted((left, right) => left.start - right.start);
}

/** What a cursor at an offset selects: the innermost effect, layer or scene around it, or the movie in its own tags. */
export function selectionAtOffset(source: TemplateSource, offset: number): Selection | null {
  const { root } = source.document;
  const place = elementPlace(source, root.id);
  if (place === null || offset <= place.start || offset >= place.end) return null;
  if (offset < place.startTag.end || offset > (place.endTag?.start ?? place.end)) return { kind: 'movie' };
  const scene = childAt(source, indexOf(source.document).scenes, offset);
  if (scene === null) return null;
  return selectionOfElement(source.document, innermostAt(source, scene, offset).id);
}

/** The innermost element around an offset that lies in `outer`. */
function innermostAt(source: TemplateSource, outer: ElementNode, offset: number): ElementNode {
  const children = outer.children.filter((child) => child.kind === 'element');
  const inner = childAt(source, children, offset);
  return inner === null ? outer : innermostAt(source, inner, offset);
}

/** The one of some siblings, in order, that an offset touches. */
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
  const found = siblings[low];
  const place = found === undefined ? null : elementPlace(source, found.id);
  return found !== undefined && place !== null && place.start <= offset ? found : null;
}

function elementPlace({ places }: TemplateSource, id: NodeId): ElementPlace | null {
  const place = places.get(id);
  return place?.kind === 'element' ? place : null;
}
