import { type MouseEvent, type PointerEvent as ReactPointerEvent, useMemo, useState } from 'react';
import { editGesture } from '#renderer/editor/edit-gesture.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { shiftCommand } from '#renderer/editor/keyframe-edits.ts';
import { sameKey } from '#renderer/editor/keyframe-selection.ts';
import { keysInFrames, type SelectedKey, selectedKeys } from '#renderer/editor/keyframes.ts';
import { keyDisplayValue } from '#renderer/editor/shown-unit.ts';
import { frameAt, type View } from '#renderer/editor/timeline-view.ts';
import { DRAG_PIXELS, type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { type AnimatedProperty, type Clock, type Keyframe, textAt } from '#shared/editing/keyframes/animated.ts';
import type { KeyCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import { message } from '#shared/messages/message.ts';
import type { Length, Pair, Point } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { markAt, marksBetween, marksOf, segmentAt } from './keyframe-marks.ts';
import { clickedKeys } from './move-keys.ts';
import { laneX } from './paint-keyframes.ts';

const SNAP_PIXELS = 8;
/** The vertical distance in pixels from the line within which a click selects a segment. */
const LINE_REACH = 4;

export interface LanePointer {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly view: () => View;
  /** Returns the y coordinate of the line at `x`, measured from the top of the lane. */
  readonly lineAt: (x: number) => number;
  /** Returns the keyframes under the pointer. The default hit-tests the marks of the lane. */
  readonly keysAt?: (x: number, y: number) => readonly Keyframe[];
  /** Receives the tooltip while keyframes are being dragged, and null afterward. */
  readonly showTip: (tip: KeyTip | null) => void;
  /** Set if the lane is a graph. In a graph, the height of a keyframe shows its value. */
  readonly graph?: {
    /** Returns the text of a keyframe's value after a drag by `down` pixels; null if the value stays the same. */
    readonly valueText: (key: Keyframe, down: number) => string | null;
    /** Freezes or releases the scale of the graph. It is frozen while a keyframe is being dragged. */
    readonly hold: (isHeld: boolean) => void;
  };
}

/** The new position of a keyframe during a drag. */
export interface KeyTip {
  /** The frame on the timeline. */
  readonly frame: number;
  readonly difference: number;
  /** The new value; null if it stays the same. */
  readonly value: string | null;
  readonly atPlayhead: boolean;
  /** The vertical position of the pointer on the page. */
  readonly clientY: number;
}

/** A selection box in a lane, as two x coordinates in pixels of the lane. */
export interface LaneBox {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the pointer handlers for the keyframes of a lane. A click selects, and a drag moves keyframes. A drag on the
 * background draws a selection box, and a double-click adds a keyframe.
 */
export function useLanePointer(lane: LanePointer) {
  const editor = useEditor();
  const [box, setBox] = useState<LaneBox | null>(null);
  return useMemo(() => ({ box, ...pointerOf(editor, lane, setBox) }), [editor, lane, box]);
}

function pointerOf(editor: Editor, lane: LanePointer, setBox: (box: LaneBox | null) => void) {
  const { property, clock } = lane;
  const store = editor.keyframes;
  const marks = () => marksOf(property.keys, laneX(clock, lane.view()));
  const placeOf = (event: { clientX: number; clientY: number; currentTarget: EventTarget }) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  };
  const keysAt = (x: number, y: number) => lane.keysAt?.(x, y) ?? markAt(marks(), x)?.keys ?? [];

  const drag = (event: ReactPointerEvent<HTMLElement>, keys: readonly Keyframe[]) => {
    const selectedKeyframes = selectedKeys(editor.document.state, store.state.selected);
    const pressedKeyframe = selectedKeyframes.find(({ key }) => keys.some(({ ref }) => sameKey(ref, key.ref)));
    if (pressedKeyframe === undefined) return;
    const { playhead } = editor.document.state;
    const startFrame = pressedKeyframe.key.frame + pressedKeyframe.clock.begin;
    let places: ReturnType<typeof shiftCommand>['places'] = [];
    const plan = ({ dx, dy, alt, shift }: DragPoint) => {
      const { pixelsPerFrame } = lane.view();
      const pointerShift = Math.round(dx / pixelsPerFrame);
      const isNear = !alt && Math.abs(startFrame + pointerShift - playhead) * pixelsPerFrame < SNAP_PIXELS;
      const by = isNear ? playhead - startFrame : pointerShift;
      const shifted = shiftCommand(selectedKeyframes, { pressed: pressedKeyframe, by, scales: shift, copies: alt });
      const valueCommands =
        lane.graph === undefined ? [] : valueCommandsOf(lane.graph, selectedKeyframes, shifted.places, dy);
      return {
        command: withValues(shifted.command, valueCommands, selectedKeyframes.length),
        raised: valueCommands,
        isNear,
        places: shifted.places,
      };
    };
    const gesture = editGesture(editor, {
      plan,
      keepsLast: true,
      show: ({ y }, { raised: valueCommands, isNear, places: planned }, refusal) => {
        if (refusal !== null) return;
        places = planned;
        const place = places[selectedKeyframes.indexOf(pressedKeyframe)];
        const frame = (place?.frame ?? pressedKeyframe.key.frame) + pressedKeyframe.clock.begin;
        const value = valueCommands.find((command) => command.type === 'key/set' && command.frame === place?.frame);
        lane.showTip({
          frame,
          difference: frame - startFrame,
          value: value?.type === 'key/set' ? keyDisplayValue(lane.property, value.value) : null,
          atPlayhead: isNear && frame === playhead,
          clientY: y,
        });
      },
      done: () => store.set({ selected: keysInFrames(editor.document.state, places) }),
      over: () => {
        lane.showTip(null);
        lane.graph?.hold(false);
      },
    });
    startDrag(event, { ...gesture, start: () => lane.graph?.hold(true) });
  };

  /** Returns the commands that set the dragged values of this lane's keyframes at their new frames. */
  const valueCommandsOf = (
    { valueText }: NonNullable<LanePointer['graph']>,
    selectedKeyframes: readonly SelectedKey[],
    places: ReturnType<typeof shiftCommand>['places'],
    down: number,
  ): readonly KeyCommand[] =>
    selectedKeyframes.flatMap(({ key, property: { name, length } }, at): readonly KeyCommand[] => {
      const place = places[at];
      const isHere = key.ref.node === property.node && name === property.name;
      const value = isHere && Math.abs(down) >= DRAG_PIXELS ? valueText(key, down) : null;
      if (place === undefined || value === null) return [];
      return [{ type: 'key/set', node: place.node, property: name, frame: place.frame, length, value }];
    });

  const drawBox = (event: ReactPointerEvent<HTMLElement>, x: number) => {
    const atPress = store.state.selected;
    const before = event.shiftKey || event.ctrlKey || event.metaKey ? atPress : [];
    store.set({ selected: before });
    startDrag(event, {
      move: ({ dx }) => {
        setBox({ from: x, to: x + dx });
        const boxedRefs = marksBetween(marks(), x, x + dx).map(({ ref }) => ref);
        const others = before.filter((ref) => !boxedRefs.some((each) => sameKey(each, ref)));
        store.set({ selected: [...others, ...boxedRefs] });
      },
      end: () => setBox(null),
      cancel: () => {
        setBox(null);
        store.set({ selected: atPress });
      },
      click: () => undefined,
    });
  };

  return {
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      const { x, y } = placeOf(event);
      event.currentTarget.closest<HTMLElement>('[role=row]')?.focus({ preventScroll: true });
      const keys = keysAt(x, y);
      if (keys.length > 0) {
        const modes = { shift: event.shiftKey, mod: event.ctrlKey || event.metaKey };
        store.set(({ selected }) => ({ selected: clickedKeys(selected, keys, property, modes) }));
        selectOwner(editor, property);
        drag(event, keys);
        return;
      }
      const segment = segmentAt(property.keys, frameAt(x, lane.view()) - clock.begin);
      if (segment !== null && Math.abs(y - lane.lineAt(x)) <= LINE_REACH) {
        store.set({ selected: [segment.ref], easingAt: { x: event.clientX, y: event.clientY } });
        selectOwner(editor, property);
        return;
      }
      drawBox(event, x);
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      // Prevent the default action, because it would move the focus back to the row. The press has opened the easing
      // picker, which has the focus.
      if (store.state.easingAt !== null) event.preventDefault();
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      event.stopPropagation();
      const { x, y } = placeOf(event);
      if (keysAt(x, y).length > 0) return;
      const frame = Math.round(frameAt(x, lane.view()) - clock.begin);
      if (frame < 0) return;
      const value = textAt(property, frame, clock.whole) ?? property.keys[0]?.written ?? '';
      const { node, name } = property;
      const done = editor.document.dispatch({
        type: 'key/set',
        node,
        property: name,
        frame,
        length: property.length,
        value,
      });
      if (done.ok) store.set({ selected: keysInFrames(editor.document.state, [{ node, property: name, frame }]) });
    },
  };
}

/** Combines the shift of keyframes and new values for some of them into one command. */
function withValues(shift: PlannableCommand, values: readonly KeyCommand[], count: number): PlannableCommand {
  if (values.length === 0) return shift;
  return { type: 'batch', label: message('step/move-keys', { count }), commands: [shift, ...values] };
}

/** Selects the owner of a property, so that the inspector shows its fields. */
function selectOwner(editor: Editor, { node }: Pick<AnimatedProperty, 'node'>): void {
  if (!editor.document.state.selection.ids.includes(originalId(node))) editor.selection.select([node]);
}

/**
 * Returns a value with one component shifted by an amount. Points and lengths are shifted in pixels. Null for a value
 * without numbers.
 */
function shifted(value: unknown, part: number, by: number, whole: Size): unknown {
  if (typeof value === 'number') return value + by;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const name = part === 0 ? 'across' : 'down';
  if ('across' in value && typeof value.across === 'number') {
    const pair = value as Pair;
    return { ...pair, [name]: pair[name] + by };
  }
  if ('across' in value) {
    const point = value as Point;
    const side = part === 0 ? whole.width : whole.height;
    return { ...point, [name]: shiftedLength(point[name], by, side) };
  }
  return 'amount' in value ? shiftedLength(value as Length, by, whole.width) : null;
}

function shiftedLength({ amount, unit }: Length, by: number, whole: number): Length {
  return { unit, amount: amount + (unit === 'px' ? by : (by / whole) * 100) };
}

/**
 * Returns the step of a dragged value: the smallest power of ten that is not below the value of one pixel, but at most
 * 1.
 */
export function stepOf(perPixel: number): number {
  return Math.min(1, 10 ** Math.ceil(Math.log10(Math.max(perPixel, 1e-6))));
}

/**
 * Returns the text of a dragged keyframe's value, rounded to a step. A single number is also clamped to the range of
 * the property. Null for a variable and for a value without numbers.
 */
export function draggedValue(
  { spec }: Pick<AnimatedProperty, 'spec'>,
  { value, written }: Pick<Keyframe, 'value' | 'written'>,
  {
    part,
    by,
    step,
    whole,
  }: { readonly part: number; readonly by: number; readonly step: number; readonly whole: Size },
): string | null {
  if (written.includes('${')) return null;
  const moved = shifted(value, part, by, whole);
  if (moved === null) return null;
  const { type } = spec;
  const round = (number: number) => Number((Math.round(number / step) * step).toFixed(6));
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = type;
  if (typeof moved === 'number') return type.format(Math.min(maximum, Math.max(minimum, round(moved))));
  return type.format(mapNumbers(moved, round));
}

/** Returns the value with a function applied to each of its numbers. */
function mapNumbers(value: unknown, change: (number: number) => number): unknown {
  if (typeof value === 'number') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapNumbers(part, change)]));
}
