import type { ScenePosition } from '#shared/editing/commands.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** Whether there is a scene beyond the chosen ones on that side. */
export function canMove(order: readonly NodeId[], chosen: readonly NodeId[], direction: -1 | 1): boolean {
  if (chosen.length === 0) return false;
  const places = chosen.map((id) => order.indexOf(id));
  return direction < 0 ? Math.min(...places) > 0 : Math.max(...places) < order.length - 1;
}

/** Where the chosen scenes, as one block, stand after a move by one; see {@link ScenePosition}. */
export function moveTarget(order: readonly NodeId[], chosen: readonly NodeId[], direction: -1 | 1): ScenePosition {
  const places = chosen.map((id) => order.indexOf(id));
  return direction < 0 ? Math.max(0, Math.min(...places) - 1) : Math.min(order.length, Math.max(...places) + 2);
}
