import { variableLabel } from '#renderer/strings/design-strings.ts';
import type { WhyNoCopies } from '#shared/resolve/copies.ts';
import { attributeValue, type ElementNode, type TemplateDocument } from '#shared/template/document/document.ts';
import { isScene } from '#shared/template/tables/roles.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { listNameOf } from '#shared/template/variables/repeats.ts';
import type { EditorState } from './editor-state.ts';
import { elementOf } from './selectors.ts';

/** A list that repeats an element for no item. */
export interface EmptyList {
  /** The label of the list, or else its name. */
  readonly list: string;
  /** The reason; `range` if `from`, `to`, and `step` choose no item. */
  readonly why: WhyNoCopies | 'range';
}

/** Returns the label of the list that repeats an element, or else its name. */
export function listTitle(document: TemplateDocument, element: ElementNode): string {
  const list = listNameOf(element);
  const label = declarationsIn(document.root).get(list)?.label;
  return label ? variableLabel(list, label) : list;
}

/** Returns the list that repeats an element for no item; null for an element with copies or without a list. */
export function emptyListOf(
  { document, withoutCopies }: Pick<EditorState, 'document'> & Partial<Pick<EditorState, 'withoutCopies'>>,
  element: ElementNode,
): EmptyList | null {
  const why = withoutCopies?.get(element.id);
  if (why === undefined) return null;
  const isRange = why === 'excluded' && attributeValue(element, 'where') === undefined;
  return { list: listTitle(document, element), why: isRange ? 'range' : why };
}

/** Selects the first list that leaves out scenes of a movie without a played scene; null for other movies. */
export function selectUnplayedList(state: Pick<EditorState, 'document' | 'movie' | 'withoutCopies'>): EmptyList | null {
  const { document, movie, withoutCopies } = state;
  if (movie === null || withoutCopies.size === 0 || movie.scenes.some(({ enabled }) => enabled)) return null;
  for (const id of withoutCopies.keys()) {
    const element = elementOf(document, id);
    if (element !== null && isScene(element)) return emptyListOf(state, element);
  }
  return null;
}
