import { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';

export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** What is dragged out of the gallery of transitions: a type. */
export const transitionDragType = 'application/x-scenewright-transition';

export function fillTransitionDrag(transfer: DataTransfer, type: TransitionType): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(transitionDragType, type);
}

/** The type that a drag of this window carries; null where it carries none. */
export function draggedTransition(transfer: DataTransfer): TransitionType | null {
  const dragged = transfer.getData(transitionDragType);
  return TRANSITION_TYPES.find((type) => type === dragged) ?? null;
}
