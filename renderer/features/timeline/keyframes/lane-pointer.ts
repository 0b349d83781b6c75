import { type MouseEvent, type PointerEvent as ReactPointerEvent, useMemo, useState } from 'react';
import type { EditorStore } from '#renderer/editor/document-store.ts';
import { useEditorStore } from '#renderer/editor/editor-context.tsx';
import { keyframesOf, keysInFrames, type SelectedKey, sameKey, selectedKeys } from '#renderer/editor/keyframes.ts';
import { shownKeyValue } from '#renderer/editor/shown-unit.ts';
import { type AnimatedProperty, type Clock, type Keyframe, textAt } from '#shared/editing/keyframes/animated.ts';
import type { KeyCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { message } from '#shared/messages/message.ts';
import type { Length, Pair, Point } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { frameAt, type View } from '../model/timeline-view.ts';
import { clickedKeys, shiftCommand } from './move-keys.ts';
import { laneX, markAt, marksBetween, marksOf, segmentAt } from './paint-keys.ts';

/** How far the pointer goes before a press is a drag. */
const DRAG = 3;
const SNAP = 8;
/** How near to the line between keys a click means the way between them. */
const LINE = 4;

export interface LanePointer {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly view: () => View;
  /** Where the line of the lane is at a place, from its upper edge. */
  readonly lineAt: (x: number) => number;
  /** The keys under the pointer; those of the lane's marks without it. */
  readonly keysAt?: (x: number, y: number) => readonly Keyframe[];
  /** What is said beside the pointer while keys are dragged; null when that is over. */
  readonly tell: (tip: KeyTip | null) => void;
  /** Of a graph, in which a key has a height too. */
  readonly graph?: {
    /** The value of a key that was dragged down by so many pixels; null where it stays as it is. */
    readonly valueText: (key: Keyframe, down: number) => string | null;
    /** The scale stays while a key is dragged. */
    readonly hold: (isHeld: boolean) => void;
  };
}

/** Where a key that is dragged comes to stand. */
export interface KeyTip {
  /** Of the film. */
  readonly frame: number;
  readonly difference: number;
  /** Where it gets another one. */
  readonly value: string | null;
  readonly atPlayhead: boolean;
  /** On the page. */
  readonly clientY: number;
}

/** A box that is drawn in a lane, in its pixels. */
export interface LaneBox {
  readonly from: number;
  readonly to: number;
}

/** What the pointer does with the keys of a lane: selects, drags, draws a box, adds one by a double-click. */
export function useLanePointer(lane: LanePointer) {
  const editor = useEditorStore();
  const [box, setBox] = useState<LaneBox | null>(null);
  return useMemo(() => ({ box, ...pointerOf(editor, lane, setBox) }), [editor, lane, box]);
}

function pointerOf(editor: EditorStore, lane: LanePointer, setBox: (box: LaneBox | null) => void) {
  const { property, clock } = lane;
  const store = keyframesOf(editor);
  const marks = () => marksOf(property.keys, laneX(clock, lane.view()));
  const placeOf = (event: { clientX: number; clientY: number; currentTarget: EventTarget }) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  };
  const keysAt = (x: number, y: number) => lane.keysAt?.(x, y) ?? markAt(marks(), x)?.keys ?? [];

  const drag = (event: ReactPointerEvent<HTMLElement>, keys: readonly Keyframe[]) => {
    const chosen = selectedKeys(editor.getState(), store.getState().selected);
    const held = chosen.find(({ key }) => keys.some(({ ref }) => sameKey(ref, key.ref)));
    if (held === undefined) return;
    const { playhead } = editor.getState();
    let places: ReturnType<typeof shiftCommand>['places'] | null = null;
    follow(event, {
      move: (dx, now, dy) => {
        lane.graph?.hold(true);
        const { pixelsPerFrame } = lane.view();
        const at = held.key.frame + held.clock.begin;
        const free = Math.round(dx / pixelsPerFrame);
        const isNear = !now.altKey && Math.abs(at + free - playhead) * pixelsPerFrame < SNAP;
        const by = isNear ? playhead - at : free;
        const shifted = shiftCommand(chosen, { held, by, scales: now.shiftKey, copies: now.altKey });
        const raised = lane.graph === undefined ? [] : raisedKeys(lane.graph, chosen, shifted.places, dy);
        const command = withValues(shifted.command, raised, chosen.length);
        if (!editor.actions.preview(command, { isInteractive: true }).ok) return;
        places = shifted.places;
        const place = places[chosen.indexOf(held)];
        const frame = (place?.frame ?? held.key.frame) + held.clock.begin;
        const value = raised.find((each) => each.type === 'key/set' && each.frame === place?.frame);
        lane.tell({
          frame,
          difference: frame - at,
          value: value?.type === 'key/set' ? shownKeyValue(lane.property, value.value) : null,
          atPlayhead: isNear && frame === playhead,
          clientY: now.clientY,
        });
      },
      end: () => {
        lane.tell(null);
        lane.graph?.hold(false);
        editor.actions.commit();
        if (places !== null) store.setState({ selected: keysInFrames(editor.getState(), places) });
      },
      cancel: () => {
        lane.tell(null);
        lane.graph?.hold(false);
        editor.actions.cancel();
      },
    });
  };

  /** The values of those keys of this lane that a drag has raised or lowered, where they come to stand. */
  const raisedKeys = (
    { valueText }: NonNullable<LanePointer['graph']>,
    chosen: readonly SelectedKey[],
    places: ReturnType<typeof shiftCommand>['places'],
    down: number,
  ): readonly KeyCommand[] =>
    chosen.flatMap(({ key, property: { name, length } }, at): readonly KeyCommand[] => {
      const place = places[at];
      const isHere = key.ref.node === property.node && name === property.name;
      const value = isHere && Math.abs(down) > DRAG ? valueText(key, down) : null;
      if (place === undefined || value === null) return [];
      return [{ type: 'key/set', node: place.node, property: name, frame: place.frame, length, value }];
    });

  const drawBox = (event: ReactPointerEvent<HTMLElement>, x: number) => {
    const before = event.shiftKey || event.ctrlKey || event.metaKey ? store.getState().selected : [];
    store.setState({ selected: before });
    follow(event, {
      move: (dx) => {
        setBox({ from: x, to: x + dx });
        const taken = marksBetween(marks(), x, x + dx).map(({ ref }) => ref);
        const others = before.filter((ref) => !taken.some((each) => sameKey(each, ref)));
        store.setState({ selected: [...others, ...taken] });
      },
      end: () => setBox(null),
      cancel: () => {
        setBox(null);
        store.setState({ selected: before });
      },
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
        store.setState(({ selected }) => ({ selected: clickedKeys(selected, keys, property, modes) }));
        selectOwner(editor, property);
        drag(event, keys);
        return;
      }
      const segment = segmentAt(property.keys, frameAt(x, lane.view()) - clock.begin);
      if (segment !== null && Math.abs(y - lane.lineAt(x)) <= LINE) {
        store.setState({ selected: [segment.ref], easingAt: { x: event.clientX, y: event.clientY } });
        selectOwner(editor, property);
        return;
      }
      drawBox(event, x);
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      // The press has opened the easing, which has the focus: the browser would give it back to the row.
      if (store.getState().easingAt !== null) event.preventDefault();
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      event.stopPropagation();
      const { x, y } = placeOf(event);
      if (keysAt(x, y).length > 0) return;
      const frame = Math.round(frameAt(x, lane.view()) - clock.begin);
      if (frame < 0) return;
      const value = textAt(property, frame, clock.whole) ?? property.keys[0]?.written ?? '';
      const { node, name } = property;
      const done = editor.actions.dispatch({
        type: 'key/set',
        node,
        property: name,
        frame,
        length: property.length,
        value,
      });
      if (done.ok) store.setState({ selected: keysInFrames(editor.getState(), [{ node, property: name, frame }]) });
    },
  };
}

/** A shift of keys together with new values of some of them, as one step. */
function withValues(shift: PlannableCommand, values: readonly KeyCommand[], count: number): PlannableCommand {
  if (values.length === 0) return shift;
  return { type: 'batch', label: message('step/move-keys', { count }), commands: [shift, ...values] };
}

/** What the key is of is what the inspector shows. */
function selectOwner(editor: EditorStore, { node }: Pick<AnimatedProperty, 'node'>): void {
  if (!editor.getState().selection.ids.includes(node)) editor.actions.select(selectNodes([node]));
}

export interface Following {
  readonly move: (dx: number, event: PointerEvent, dy: number) => void;
  readonly end: () => void;
  readonly cancel: () => void;
}

/** Follows the pointer until its button is let go; Escape gives up. What does not move far is no drag. */
export function follow(event: ReactPointerEvent<HTMLElement>, { move, end, cancel }: Following): void {
  const element: HTMLElement = event.currentTarget;
  const { pointerId, clientX, clientY } = event;
  const over = new AbortController();
  let isDragged = false;
  const finish = (isKept: boolean) => {
    if (over.signal.aborted) return;
    over.abort();
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId);
    if (!isKept) cancel();
    else if (isDragged) end();
  };
  element.setPointerCapture(pointerId);
  element.addEventListener(
    'pointermove',
    (next) => {
      const [dx, dy] = [next.clientX - clientX, next.clientY - clientY];
      isDragged ||= Math.abs(dx) > DRAG || Math.abs(dy) > DRAG;
      if (isDragged) move(dx, next, dy);
    },
    { signal: over.signal },
  );
  element.addEventListener('pointerup', () => finish(true), { signal: over.signal });
  element.addEventListener('pointercancel', () => finish(false), { signal: over.signal });
  element.addEventListener('lostpointercapture', () => finish(false), { signal: over.signal });
  window.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      finish(false);
    },
    { signal: over.signal, capture: true },
  );
}

/** A number that a value has for one of its lines, shifted by so much. Lengths are shifted by pixels. */
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

/** How fine a drag sets a value of which a pixel is so much: a power of ten that is no smaller, and at most 1. */
export function stepOf(perPixel: number): number {
  return Math.min(1, 10 ** Math.ceil(Math.log10(Math.max(perPixel, 1e-6))));
}

/**
 * The value of a key that was dragged up by so much in its graph, as it is written: rounded to a step, and within what the
 * property takes. Null for one that cannot be dragged: a variable's, or one that is no number.
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
  return type.format(eachNumber(moved, round));
}

/** The same with each of its numbers changed. */
function eachNumber(value: unknown, change: (number: number) => number): unknown {
  if (typeof value === 'number') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, eachNumber(part, change)]));
}
