import { type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { gapAt, targetIndex } from './reorder.ts';

export interface Reordering {
  /** The index of the dragged box. */
  readonly from: number;
  /** The index of the target gap. Gap 0 is before the first box. */
  readonly gap: number;
}

/**
 * Makes stacked boxes reorderable by dragging. The boxes are the descendants of `list` that match `selector`. The
 * handler of an index is a stable function, so that a new handler does not cause a render of the box.
 */
export function useReorder<List extends HTMLElement = HTMLDivElement>(
  selector: string,
  onMove: (from: number, to: number) => void,
) {
  const list = useRef<List>(null);
  const [reordering, setReordering] = useState<Reordering | null>(null);
  const latest = useRef(onMove);
  useLayoutEffect(() => {
    latest.current = onMove;
  });
  const gapUnder = useCallback(
    (y: number): number =>
      gapAt(
        [...(list.current?.querySelectorAll(selector) ?? [])].map((box) => box.getBoundingClientRect()),
        y,
      ),
    [selector],
  );
  const handles = useRef(new Map<number, ReturnType<typeof handleOf>>());
  const handleOf = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const move = ({ y }: DragPoint) => {
        const gap = gapUnder(y);
        setReordering((now) => (now?.gap === gap ? now : { from, gap }));
      };
      const stop = () => setReordering(null);
      const end = ({ y }: DragPoint) => {
        stop();
        const to = targetIndex(from, gapUnder(y));
        if (to !== null) latest.current(from, to);
      };
      startDrag(event, { move, end, cancel: stop }, { axis: 'y' });
    },
  });
  const handle = (from: number) => {
    const cached = handles.current.get(from) ?? handleOf(from);
    handles.current.set(from, cached);
    return cached;
  };
  return { list, reordering, handle };
}
