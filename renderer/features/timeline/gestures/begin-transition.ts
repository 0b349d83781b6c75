import { say } from '#renderer/strings/say.ts';
import { selectNodes } from '#shared/editing/selection.ts';
import type { PlacedTransition } from '#shared/film/scenes/film.ts';
import { settle } from '#shared/film/scenes/settle.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { transitionLabel } from '../model/scene-words.ts';
import { draggedLength, type TransitionEdge } from '../moves/transition-length.ts';
import { endDrag, filmX, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Less is a click. */
const DRAG_PIXELS = 3;
/** Pixels that the tip stands lower than that of a bar: above the chip is no room. */
const BELOW = 64;

/** Drags an edge of a transition: longer or shorter, as one step when it is let go. */
export function beginTransition(
  context: GestureContext,
  id: NodeId,
  edge: TransitionEdge,
  from: PointerPosition,
): Gesture | null {
  const { editor, view, words } = context;
  const { movie } = editor.getState();
  const placed = placedNow(context, id);
  if (movie === null || placed === null) return null;
  editor.actions.select(selectNodes([id]));
  const origin = filmX(context, from);
  let isDragged = false;

  const move = (at: PointerPosition) => {
    isDragged ||= Math.abs(at.x - from.x) >= DRAG_PIXELS;
    if (!isDragged) return;
    const { pixelsPerFrame } = view.getState();
    const duration = draggedLength(movie, placed, edge, (filmX(context, at) - origin) / pixelsPerFrame);
    const done = editor.actions.preview(
      { type: 'transition/set-duration', transition: id, duration },
      { isHasty: true },
    );
    const now = placedNow(context, id) ?? placed;
    const tip = {
      left: (edge === 'start' ? now.start : now.start + now.length) * pixelsPerFrame,
      frames: now.length,
      difference: now.length - placed.length,
      note: done.ok ? null : say(done.error),
      tone: done.ok ? 'plain' : 'refused',
    } as const;
    view.setState({ drag: { kind: 'bar', parts: new Set([id]), top: from.y + BELOW, line: null, tip } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      const now = placedNow(context, id);
      if (now === null || now.length === placed.length) editor.actions.cancel();
      else if (editor.actions.commit().ok) view.say(transitionLabel(now, words));
      endDrag(context);
    },
    cancel() {
      editor.actions.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

function placedNow({ editor }: GestureContext, id: NodeId): PlacedTransition | null {
  const { movie } = editor.getState();
  return movie === null ? null : (settle(movie).transitions.find(({ transition }) => transition.id === id) ?? null);
}
