import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type ShownPoint, wheeledZoom } from './view-size.ts';

/** Pixels of a line, where a wheel counts lines. */
const LINE = 16;

interface ZoomWheel {
  /** What scrolls, and the picture in it. */
  readonly view: RefObject<HTMLElement | null>;
  readonly frame: RefObject<HTMLElement | null>;
  /** Pixels of the page for one of the film; null while that is not known. */
  readonly factor: number | null;
  /** Null where the size of the picture is nothing that is chosen. */
  readonly onZoom: ((zoom: number) => void) | null;
}

/** Ctrl and the wheel, or a pinch, zoom about the pointer: what of the picture is under it stays there. */
export function useZoomWheel({ view, frame, factor, onZoom }: ZoomWheel): void {
  const held = useRef<ShownPoint | null>(null);
  // A pinch turns it several times before the picture is shown anew.
  const now = useRef(factor);
  useLayoutEffect(() => {
    now.current = factor;
    const point = held.current;
    held.current = null;
    const box = frame.current?.getBoundingClientRect();
    if (point === null || box === undefined) return;
    view.current?.scrollBy(
      box.left + point.across * box.width - point.clientX,
      box.top + point.down * box.height - point.clientY,
    );
  }, [view, frame, factor]);
  useEffect(() => {
    const element = view.current;
    if (element === null || onZoom === null) return;
    const onWheel = (event: WheelEvent) => {
      const box = frame.current?.getBoundingClientRect();
      if (!(event.ctrlKey || event.metaKey) || box === undefined || now.current === null) return;
      event.preventDefault();
      const next = wheeledZoom(now.current, event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1));
      if (next === now.current) return;
      const { clientX, clientY } = event;
      held.current ??= {
        clientX,
        clientY,
        across: (clientX - box.left) / box.width,
        down: (clientY - box.top) / box.height,
      };
      now.current = next;
      onZoom(next);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [view, frame, onZoom]);
}
