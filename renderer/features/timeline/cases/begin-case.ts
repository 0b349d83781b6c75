import { say } from '#renderer/strings/say.ts';
import { clickElement } from '#shared/editing/selected-nodes.ts';
import { selectMode } from '#shared/editing/selection.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { heightAt } from '../gestures/begin-row.ts';
import { beginTrim } from '../gestures/begin-trim.ts';
import { endDrag, type GestureContext } from '../gestures/gesture-context.ts';
import type { Gesture, PointerPosition } from '../gestures/run-gesture.ts';
import { caseGap } from '../grid/case-rows.ts';
import type { CaseRow } from '../grid/row.ts';
import { rowTops } from '../grid/row-places.ts';
import { rowsShown } from '../model/shown-rows.ts';

/** Less is a click. */
const DRAG_PIXELS = 4;

/** A press on the lane of a case: selects it, trims it by an edge, or puts it elsewhere among the others. */
export function beginCase(
  context: GestureContext,
  row: CaseRow,
  edge: 'start' | 'end' | null,
  from: PointerPosition,
): Gesture {
  const { editor, view, words } = context;
  editor.actions.select(clickElement(editor.getState(), row.id, selectMode(from)));
  const place = edge === null ? null : placeOf(row);
  if (edge !== null && place !== null) return beginTrim(context, place, edge, from);
  let isDragged = false;
  let gap: ReturnType<typeof caseGap> = null;
  const move = (at: PointerPosition) => {
    isDragged ||= Math.abs(at.y - from.y) > DRAG_PIXELS;
    if (!isDragged) return;
    const rows = rowsShown(editor.getState().movie, view.getState());
    gap = caseGap(rows, rowTops(rows), row, heightAt(context, at));
    view.setState({ drag: { kind: 'rows', parts: new Set([row.id]), top: gap?.top ?? null, indent: 0 } });
  };
  return {
    autoscroll: false,
    move,
    end(at) {
      move(at);
      if (gap !== null) {
        const done = editor.actions.dispatch({ type: 'scene/move', scenes: [row.id], to: gap.to });
        view.say(done.ok ? words.layerMoved : say(done.error));
      }
      endDrag(context);
    },
    cancel() {
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Where it would be in the film if it were played; null for a case of several scenes. */
function placeOf({ id, scenes, start, end }: CaseRow): SceneOnTimeline | null {
  const [scene] = scenes;
  if (scene?.id !== id) return null;
  return { scene, index: 0, start: frames(start), end: frames(end) };
}
