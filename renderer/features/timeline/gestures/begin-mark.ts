import type { PlannableCommand } from '#shared/editing/commands.ts';
import { selectNodes } from '#shared/editing/selection.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { BarRow, SoundRow } from '../grid/row.ts';
import { wedgesOf } from '../model/bar-marks.ts';
import { rowTitle } from '../model/row-words.ts';
import { endDrag, filmX, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** What a drag of a mark sets: an attribute of an element, and what is said of it. */
interface Value {
  readonly command: PlannableCommand;
  readonly frames: number;
  readonly said: string | null;
}

/** Drags the tip of a wedge: the preset becomes so much longer or shorter. */
export function beginWedge(
  context: GestureContext,
  row: Extract<BarRow, { kind: 'layer' }>,
  way: 'in' | 'out',
  from: PointerPosition,
): Gesture | null {
  const rate = context.editor.getState().movie?.frameRate;
  const length = Math.max(1, row.end - row.start);
  const wedge = rate === undefined ? undefined : wedgesOf(row.layer, length, rate).find((each) => each.way === way);
  if (wedge === undefined) return null;
  return beginValue(context, row, from, ({ frames }) => {
    const wanted = wedge.length + (way === 'in' ? frames : -frames) - wedge.offset;
    const duration = Math.max(1, Math.min(length, Math.round(wanted)));
    return attributeValue(wedge.animation, 'duration', duration, duration);
  });
}

/** Drags the corner of a fade. */
export function beginFade(context: GestureContext, row: SoundRow, way: 'in' | 'out', from: PointerPosition): Gesture {
  const length = Math.max(1, Math.min(row.end, row.limit) - row.start);
  const { fadeIn, fadeOut } = row.sound;
  return beginValue(context, row, from, ({ frames }) => {
    const wanted = way === 'in' ? fadeIn + frames : fadeOut - frames;
    const most = length - (way === 'in' ? fadeOut : fadeIn);
    const fade = Math.max(0, Math.min(most, Math.round(wanted)));
    return attributeValue(row.id, way === 'in' ? 'fadein' : 'fadeout', fade === 0 ? null : fade, fade);
  });
}

/** An attribute with a number, or without one. */
export function attributeValue(node: NodeId, name: string, value: number | null, frames: number): Value {
  const written = value === null ? null : String(value);
  return { command: { type: 'attribute/set', node, name, value: written }, frames, said: null };
}

/** Previews a value on every move; one step when it is let go. */
export function beginValue(
  context: GestureContext,
  row: BarRow,
  from: PointerPosition,
  valueAt: (moved: { readonly frames: number; readonly pixels: number; readonly at: PointerPosition }) => Value,
): Gesture {
  const { editor, view, words } = context;
  if (!editor.getState().selection.ids.includes(row.id)) editor.actions.select(selectNodes([row.id]));
  const origin = filmX(context, from);
  const before = valueAt({ frames: 0, pixels: 0, at: from });
  let isChanged = false;
  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const value = valueAt({ frames: (filmX(context, at) - origin) / pixelsPerFrame, pixels: at.y - from.y, at });
    isChanged =
      JSON.stringify(value) !== JSON.stringify(before) && editor.actions.preview(value.command, { isHasty: true }).ok;
    if (!isChanged) editor.actions.cancel();
    const tip = { left: filmX(context, at), frames: value.frames, difference: value.frames - before.frames };
    view.setState({
      drag: {
        ...{ kind: 'bar', parts: new Set([row.id]), top: from.y, line: null },
        tip: { ...tip, note: null, tone: 'plain', ...(value.said !== null && { said: value.said }) },
      },
    });
  };
  return {
    autoscroll: false,
    move,
    end(at) {
      move(at);
      if (!isChanged) editor.actions.cancel();
      else if (editor.actions.commit().ok) {
        const { drag } = view.getState();
        const said = drag?.kind === 'bar' ? (drag.tip.said ?? words.frames(drag.tip.frames)) : '';
        view.say(`${rowTitle(row)}, ${said}`);
      }
      endDrag(context);
    },
    cancel() {
      editor.actions.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}
