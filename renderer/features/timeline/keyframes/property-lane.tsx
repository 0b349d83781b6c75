import { type PointerEvent as ReactPointerEvent, useCallback, useMemo, useRef } from 'react';
import { editGesture } from '#renderer/editor/edit-gesture.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { sameKey } from '#renderer/editor/keyframe-selection.ts';
import { frameAt } from '#renderer/editor/timeline-view.ts';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { AnimatedProperty, Clock, Keyframe } from '#shared/editing/keyframes/animated.ts';
import type { Drag } from '../model/gesture-state.ts';
import { ROW_HEIGHT } from '../model/row.ts';
import { useTimelineContext, useTimelineView } from '../model/timeline-context.tsx';
import { PaintedCanvas } from '../scenes/clip-painting.tsx';
import { type CurveHandle, curveOf, easingAfterHandleDrag, rangeOf, valueOfY, yOfValue } from './curves.ts';
import styles from './keys.module.css';
import { draggedValue, type KeyTip, stepOf, useLanePointer } from './lane-pointer.ts';
import { handlesOfSelection, isNear, keyNumber, laneX, paintGraph, paintLane } from './paint-keyframes.ts';

export interface PropertyLaneProps {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly height: number;
}

/** The lane of a property. It shows keyframes on a line, or the curve if the row is expanded. */
export function PropertyLane(props: PropertyLaneProps) {
  return props.height > ROW_HEIGHT ? <PropertyGraph {...props} /> : <KeyLine {...props} />;
}

function KeyLine({ property, clock, height }: PropertyLaneProps) {
  const { timeline } = useEditor();
  const showTip = useKeyTip();
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const scroll = useTimelineView((view) => view.scroll);
  const width = useTimelineView((view) => view.width);
  const selected = useEditorValue(({ keyframes: { state } }) => state.selected);
  const isSelected = useCallback((key: Keyframe) => selected.some((ref) => sameKey(ref, key.ref)), [selected]);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) =>
      paintLane(context, { property, clock, view: { pixelsPerFrame, scroll, width }, height, isSelected }),
    [property, clock, pixelsPerFrame, scroll, width, height, isSelected],
  );
  const lane = useMemo(
    () => ({ property, clock, view: () => timeline.state, lineAt: () => height / 2, showTip }),
    [property, clock, timeline, height, showTip],
  );
  const { box, ...pointer } = useLanePointer(lane);
  return (
    <div className={styles.lane} data-key-lane={property.name} {...pointer}>
      <PaintedCanvas width={width} height={height} paint={paint} className={styles.canvas} />
      {box !== null && (
        <span className={styles.box} style={{ left: Math.min(box.from, box.to), width: Math.abs(box.to - box.from) }} />
      )}
    </div>
  );
}

/** The curve of a property, with draggable handles for the selected segments. */
function PropertyGraph({ property, clock, height }: PropertyLaneProps) {
  const showTip = useKeyTip();
  const editor = useEditor();
  const { timeline } = editor;
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const scroll = useTimelineView((view) => view.scroll);
  const width = useTimelineView((view) => view.width);
  const selected = useEditorValue(({ keyframes: { state } }) => state.selected);
  const line = useEditorValue(
    ({
      keyframes: {
        state: { lines },
      },
    }) => lines.get(`${property.node} ${property.name}`) ?? 0,
  );
  const isSelected = useCallback((key: Keyframe) => selected.some((ref) => sameKey(ref, key.ref)), [selected]);
  // Freeze the range of values while a keyframe is being dragged, because otherwise the curve would move away from the
  // pointer.
  const fixedRange = useRef<ReturnType<typeof rangeOf> | null>(null);
  const curveRange = useMemo(
    () => rangeOf(curveOf(property, clock.whole, { from: 0, to: property.length, most: 240 })),
    [property, clock],
  );
  const range = fixedRange.current ?? curveRange;
  const view = useMemo(() => ({ pixelsPerFrame, scroll, width }), [pixelsPerFrame, scroll, width]);
  const painted = useMemo(
    () => ({ property, clock, view, height, isSelected }),
    [property, clock, view, height, isSelected],
  );
  const handles = useMemo(() => handlesOfSelection(painted, line), [painted, line]);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => paintGraph(context, { ...painted, range, part: line, handles }),
    [painted, range, line, handles],
  );
  const lane = useMemo(() => {
    const x = laneX(clock, view);
    const y = (value: number) => yOfValue(value, range, height);
    return {
      property,
      clock,
      view: () => timeline.state,
      showTip,
      lineAt: (at: number) => {
        const frame = frameAt(at, view) - clock.begin;
        const [point] = curveOf(property, clock.whole, { from: frame, to: frame, most: 1 });
        return y(point?.numbers[line] ?? 0);
      },
      keysAt: (at: number, down: number) =>
        property.keys.filter((key) => {
          const value = keyNumber(property, clock, key, line);
          return value !== null && isNear(at, down, x(key.frame), y(value));
        }),
      graph: {
        valueText: (key: Keyframe, down: number) => {
          const perPixel = (range.most - range.least) / height;
          return draggedValue(property, key, {
            part: line,
            by: -down * perPixel,
            step: stepOf(perPixel),
            whole: clock.whole,
          });
        },
        hold: (isHeld: boolean) => {
          fixedRange.current = isHeld ? range : null;
        },
      },
    };
  }, [property, clock, view, range, height, line, timeline, showTip]);
  const { box, onPointerDown, ...pointer } = useLanePointer(lane);

  const bend = (event: ReactPointerEvent<HTMLElement>, handle: CurveHandle) => {
    event.stopPropagation();
    fixedRange.current = range;
    const plan = ({ x: left, y: top, shift, alt }: DragPoint) => {
      const easing = easingAfterHandleDrag(property, handle, line, clock.whole, {
        frame: frameAt(left, view) - clock.begin,
        value: valueOfY(top, range, height),
        isLevel: shift,
        isBoth: alt,
      });
      const command = { type: 'key/ease', keys: [handle.key.ref], length: property.length } as const;
      return { command: easing === null ? null : { ...command, easing } };
    };
    const over = () => {
      fixedRange.current = null;
    };
    startDrag(event, editGesture(editor, { plan, over }), { threshold: 0, relativeTo: event.currentTarget });
  };
  return (
    <div
      className={styles.lane}
      data-key-lane={property.name}
      data-key-graph=""
      {...pointer}
      onPointerDown={(event) => {
        const area = event.currentTarget.getBoundingClientRect();
        const x = laneX(clock, view);
        const handle = handles.find(({ frame, value }) =>
          isNear(event.clientX - area.left, event.clientY - area.top, x(frame), yOfValue(value, range, height)),
        );
        if (event.button === 0 && handle !== undefined) bend(event, handle);
        else onPointerDown(event);
      }}
    >
      <PaintedCanvas width={width} height={height} paint={paint} className={styles.canvas} />
      {box !== null && (
        <span className={styles.box} style={{ left: Math.min(box.from, box.to), width: Math.abs(box.to - box.from) }} />
      )}
    </div>
  );
}

/** Returns a function that shows the new position of a dragged keyframe above the rows, like the tooltip of a bar. */
function useKeyTip(): (tip: KeyTip | null) => void {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const { gesture } = useTimelineContext();
  return useCallback(
    (tip: KeyTip | null) => {
      const top = document.querySelector('[data-lanes]')?.getBoundingClientRect().top ?? 0;
      const { pixelsPerFrame } = view.state;
      gesture.set({
        drag: tip === null ? null : keyDrag(tip, { top, pixelsPerFrame, atPlayhead: strings.atPlayhead }),
      });
    },
    [view, gesture, strings],
  );
}

/** Returns the drag state that draws the tooltip and the snap line of a dragged keyframe. */
export function keyDrag(
  { frame, difference, value, atPlayhead, clientY }: KeyTip,
  lanes: { readonly top: number; readonly pixelsPerFrame: number; readonly atPlayhead: string },
): Drag {
  const notes = [...(value === null ? [] : [value]), ...(atPlayhead ? [lanes.atPlayhead] : [])];
  return {
    kind: 'bar',
    parts: new Set(),
    top: clientY - lanes.top,
    snapFrame: atPlayhead ? frame : null,
    tip: {
      left: frame * lanes.pixelsPerFrame,
      frames: frame,
      difference,
      note: notes.length === 0 ? null : notes.join(' · '),
      tone: atPlayhead ? 'snapped' : 'plain',
    },
  };
}
