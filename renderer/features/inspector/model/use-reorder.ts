import { type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { gapAt, targetIndex } from './reorder.ts';

/** The distance in pixels below which a drag counts as a click. */
const DRAG_PIXELS = 4;

export interface Reordering {
  /** The index of the dragged box. */
  readonly from: number;
  /** The gap where the box would be dropped. Gap 0 is before the first box. */
  readonly gap: number;
}

/**
 * Makes stacked boxes reorderable by dragging. The boxes are the children of `list` that match `selector`. The handler
 * of an index stays the same function, so that it does not make its box render.
 */
export function useReorder<List extends HTMLElement = HTMLDivElement>(
  selector: string,
  onMove: (from: number, to: number) => void,
) {
  const list = useRef<List>(null);
  const start = useRef<{ readonly from: number; readonly y: number; readonly pointer: number } | null>(null);
  const [reordering, setReordering] = useState<Reordering | null>(null);
  const isActive = reordering !== null;

  const stop = useCallback(() => {
    start.current = null;
    setReordering(null);
  }, []);
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      stop();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isActive, stop]);

  const latest = useRef({ reordering, onMove });
  useLayoutEffect(() => {
    latest.current = { reordering, onMove };
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
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { from, y: event.clientY, pointer: event.pointerId };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const begun = start.current;
      if (begun === null || begun.pointer !== event.pointerId) return;
      const { reordering: now } = latest.current;
      if (now === null && Math.abs(event.clientY - begun.y) < DRAG_PIXELS) return;
      const gap = gapUnder(event.clientY);
      if (now?.gap !== gap) setReordering({ from: begun.from, gap });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const begun = start.current;
      if (begun === null || begun.pointer !== event.pointerId) return;
      const { reordering: now, onMove: move } = latest.current;
      const to = now === null ? null : targetIndex(begun.from, gapUnder(event.clientY));
      stop();
      if (to !== null) move(begun.from, to);
    },
    onPointerCancel: stop,
  });
  const handle = (from: number) => {
    const known = handles.current.get(from) ?? handleOf(from);
    handles.current.set(from, known);
    return known;
  };
  return { list, reordering, handle };
}
