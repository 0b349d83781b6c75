import { type PointerEvent as ReactPointerEvent, useCallback, useMemo, useRef } from 'react';
import { useKeyState } from '#renderer/common/keys/use-keys.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { sameKey } from '#renderer/state/key-store.ts';
import type { PropertyKey } from '#shared/editing/keys/animated.ts';
import { PaintedCanvas } from '../clips/painted-canvas.tsx';
import { frameAt } from '../layout/view.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import { type CurveHandle, curveOf, easingDragged, isNear, rangeOf, valueOfY, yOfValue } from './curve-graph.ts';
import { draggedValue, stepOf } from './key-values.ts';
import styles from './keys.module.css';
import { keyNumber, laneX, paintGraph, shownHandles } from './paint-keys.ts';
import type { PropertyLaneProps } from './property-lane-props.ts';
import { useKeyTip } from './use-key-tip.ts';
import { follow, useLanePointer } from './use-lane-pointer.ts';

/** The curve of a property; the points of the selected segments bend it. */
export function PropertyGraph({ property, clock, height }: PropertyLaneProps) {
  const timeline = useTimelineStore();
  const tell = useKeyTip();
  const editor = useEditorStore();
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const scroll = useTimelineView((view) => view.scroll);
  const width = useTimelineView((view) => view.width);
  const selected = useKeyState((state) => state.selected);
  const line = useKeyState(({ lines }) => lines.get(`${property.node} ${property.name}`) ?? 0);
  const isSelected = useCallback((key: PropertyKey) => selected.some((ref) => sameKey(ref, key.ref)), [selected]);
  // The range holds while a point is dragged, or the curve would run away from the hand.
  const held = useRef<ReturnType<typeof rangeOf> | null>(null);
  const ranged = useMemo(
    () => rangeOf(curveOf(property, clock.whole, { from: 0, to: property.length, most: 240 })),
    [property, clock],
  );
  const range = held.current ?? ranged;
  const view = useMemo(() => ({ pixelsPerFrame, scroll, width }), [pixelsPerFrame, scroll, width]);
  const painted = useMemo(
    () => ({ property, clock, view, height, isSelected }),
    [property, clock, view, height, isSelected],
  );
  const handles = useMemo(() => shownHandles(painted, line), [painted, line]);
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
      view: () => timeline.getState(),
      tell,
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
        valueText: (key: PropertyKey, down: number) => {
          const perPixel = (range.most - range.least) / height;
          return draggedValue(property, key, {
            part: line,
            by: -down * perPixel,
            step: stepOf(perPixel),
            whole: clock.whole,
          });
        },
        hold: (isHeld: boolean) => {
          held.current = isHeld ? range : null;
        },
      },
    };
  }, [property, clock, view, range, height, line, timeline, tell]);
  const { box, onPointerDown, ...pointer } = useLanePointer(lane);

  const bend = (event: ReactPointerEvent<HTMLElement>, handle: CurveHandle) => {
    event.stopPropagation();
    const area = event.currentTarget.getBoundingClientRect();
    held.current = range;
    const over = () => {
      held.current = null;
    };
    follow(event, {
      move: (_, now) => {
        const easing = easingDragged(property, handle, line, clock.whole, {
          frame: frameAt(now.clientX - area.left, view) - clock.begin,
          value: valueOfY(now.clientY - area.top, range, height),
          isLevel: now.shiftKey,
          isBoth: now.altKey,
        });
        if (easing === null) return;
        editor.actions.preview(
          { type: 'key/ease', keys: [handle.key.ref], length: property.length, easing },
          { isHasty: true },
        );
      },
      end: () => {
        over();
        editor.actions.commit();
      },
      cancel: () => {
        over();
        editor.actions.cancel();
      },
    });
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
