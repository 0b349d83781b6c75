import type { EditorState } from '#renderer/state/editor-state.ts';
import { variablesIn } from '#shared/editing/planning/planning.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type ContentPlace, contentPlace } from './content-place.ts';
import { type WrittenPiece, writtenPieces } from './written-text.ts';

/** A text that is being written in the picture, as it was when that began. */
export interface Writing {
  readonly layer: NodeId;
  readonly place: ContentPlace;
  readonly pieces: readonly WrittenPiece[];
  /** A variable that is put in at once. */
  readonly variable: string | null;
  /** It was just added: what is typed takes the place of all that it says. */
  readonly isNew: boolean;
}

/** What writing in a text begins with; null where it is edited in the XML alone. */
export function beginWriting(
  { source, values }: Pick<EditorState, 'source' | 'values'>,
  layer: NodeId,
  { variable = null, isNew = false }: Partial<Pick<Writing, 'variable' | 'isNew'>> = {},
): Writing | null {
  const place = contentPlace(source.document, layer);
  if (place === null || place === 'spans') return null;
  const { defaults } = variablesIn(source.document);
  const pieces = writtenPieces(place.value, { values: new Map(Object.entries(values)), defaults });
  return pieces === null ? null : { layer, place, pieces, variable, isNew };
}
