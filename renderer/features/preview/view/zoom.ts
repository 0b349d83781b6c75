import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keyContextOf } from '#renderer/actions/keys.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** How large the picture is shown: to fit, or so many pixels of the page for one of the film. */
export type Zoom = 'fit' | number;

/** What the menu offers; the wheel goes through all between. */
export const ZOOMS: readonly Zoom[] = ['fit', 0.5, 1, 2];

/** Kept free around a picture that fits. */
const FIT_MARGIN = { across: 32, down: 24 };

const SMALLEST_ZOOM = 0.1;
const LARGEST_ZOOM = 8;
/** One step of a wheel zooms at most by this exponent; a pinch makes many small ones. */
const MOST_WHEEL_PIXELS = 60;
const ZOOM_PER_PIXEL = 0.0065;

/** A place in the picture, in parts of it, and where on the page it lies. */
interface ShownPoint {
  readonly clientX: number;
  readonly clientY: number;
  readonly across: number;
  readonly down: number;
}

/** The zoom after a turn of the wheel, from pixels of the page for one of the film; down makes it smaller. */
export function wheeledZoom(factor: number, pixels: number): number {
  const by = Math.min(MOST_WHEEL_PIXELS, Math.max(-MOST_WHEEL_PIXELS, pixels));
  return Math.min(LARGEST_ZOOM, Math.max(SMALLEST_ZOOM, factor * Math.exp(-by * ZOOM_PER_PIXEL)));
}

/** The size of the picture on the page. */
export function displaySize(film: Size, stage: Size, zoom: Zoom): Size {
  const factor = zoom === 'fit' ? fitting(film, stage) : zoom;
  return { width: Math.max(1, Math.round(film.width * factor)), height: Math.max(1, Math.round(film.height * factor)) };
}

/** Pixels to be drawn: those of the screen, but no more than the film has. */
export function drawnSize(film: Size, shown: Size, pixelRatio: number): Size {
  const factor = Math.min(1, (shown.width * pixelRatio) / film.width);
  return { width: Math.max(1, Math.round(film.width * factor)), height: Math.max(1, Math.round(film.height * factor)) };
}

export function readZoom(stored: unknown): Zoom {
  return typeof stored === 'number' && stored >= SMALLEST_ZOOM && stored <= LARGEST_ZOOM ? stored : 'fit';
}

function fitting(film: Size, stage: Size): number {
  const factor = Math.min(
    (stage.width - FIT_MARGIN.across) / film.width,
    (stage.height - FIT_MARGIN.down) / film.height,
  );
  return Math.max(factor, 0);
}

/** Pixels of a line, where a wheel counts lines. */
const LINE_PIXELS = 16;

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
      const next = wheeledZoom(
        now.current,
        event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1),
      );
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

/**
 * While Space is held over a picture that is larger than its view, the pointer is a hand that moves it. Space without a
 * drag means what it means everywhere, once it is let go: only then is it known that no drag follows.
 */
export function useHand(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = view.current;
    if (element === null) return;
    const over = new AbortController();
    const { signal } = over;
    /** Null while Space is not held. */
    let hand: { isUsed: boolean; readonly target: EventTarget } | null = null;
    let passes = false;
    const show = (state: 'open' | 'closed' | null) => {
      if (state === null) element.removeAttribute('data-hand');
      else element.setAttribute('data-hand', state);
    };
    const letGo = () => {
      hand = null;
      show(null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (passes || event.key !== ' ') return;
      if (hand === null && !event.repeat && isForEditor(event) && element.matches(':hover') && isLarger(element)) {
        hand = { isUsed: false, target: event.target ?? window };
        show('open');
      }
      if (hand === null) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (hand === null || event.key !== ' ') return;
      event.preventDefault();
      const { isUsed, target } = hand;
      letGo();
      if (isUsed) return;
      passes = true;
      target.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true, cancelable: true }));
      passes = false;
    };
    const onPointerDown = (event: PointerEvent) => {
      if (hand === null || event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      hand.isUsed = true;
      show('closed');
      element.setPointerCapture(event.pointerId);
      const { clientX, clientY } = event;
      const { scrollLeft, scrollTop } = element;
      const drag = new AbortController();
      const during = { signal: AbortSignal.any([drag.signal, signal]) };
      const onMove = (next: PointerEvent) => {
        // From where it began: what a page rounds would add up.
        element.scrollTo(scrollLeft + clientX - next.clientX, scrollTop + clientY - next.clientY);
      };
      const onEnd = () => {
        drag.abort();
        show(hand === null ? null : 'open');
      };
      element.addEventListener('pointermove', onMove, during);
      for (const type of ['pointerup', 'lostpointercapture'] as const) element.addEventListener(type, onEnd, during);
    };
    window.addEventListener('keydown', onKeyDown, { signal, capture: true });
    window.addEventListener('keyup', onKeyUp, { signal, capture: true });
    window.addEventListener('blur', letGo, { signal });
    // Before the picture hears of it, which would take hold of a layer.
    element.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    return () => {
      over.abort();
      show(null);
    };
  }, [view]);
}

/** Whether the key is for the editor: not typed into a text, nor pressed on a control that it presses. */
function isForEditor(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { inText, inDialog, takesKey } = keyContextOf(event);
  return !inText && !inDialog && !takesKey;
}

function isLarger({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
