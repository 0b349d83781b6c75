import { selectSceneIds } from '#renderer/state/selectors.ts';
import { clickNode, sceneIds, selectMode } from '#shared/editing/selection.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import type { Gap } from '../moves/reorder.ts';
import { beginMove } from './begin-move.ts';
import { beginSlip } from './begin-slip.ts';
import type { GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Less is a click. */
const DRAG_PIXELS = 4;

/**
 * A press on a scene's body: selects it, and becomes a move or, with Alt, a slip as soon as the pointer goes. A skipped
 * scene has nothing to slip under it; `gapAt` says where it is held that time does not tell.
 */
export function beginPress(
  context: GestureContext,
  place: SceneOnTimeline,
  from: PointerPosition,
  gapAt?: (at: PointerPosition) => Gap | null,
): Gesture {
  const { editor } = context;
  const { id } = place.scene;
  const mode = selectMode(from);
  const isSelected = () => selectSceneIds(editor.getState()).includes(id);
  const select = () => {
    const { selection, document } = editor.getState();
    editor.actions.select(clickNode(selection, id, { mode, order: sceneIds(document) }));
  };
  // All that are selected move together, so that a press on one of them changes nothing until it proves to be a click.
  const waits = mode === 'only' && isSelected();
  if (!waits) select();
  let drag: Gesture | null = null;

  return {
    autoscroll: true,
    move(at) {
      const isFar = Math.abs(at.x - from.x) > DRAG_PIXELS || Math.abs(at.y - from.y) > DRAG_PIXELS * 3;
      if (drag === null && isFar && isSelected())
        drag = from.alt && gapAt === undefined ? beginSlip(context, place, from) : beginMove(context, from, gapAt);
      drag?.move(at);
    },
    end(at) {
      if (drag !== null) drag.end(at);
      else if (waits) select();
    },
    cancel: () => drag?.cancel(),
  };
}
