import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keyContextOf } from '#renderer/actions/keys.ts';
import { startDrag } from '#renderer/interaction/drag.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** The zoom of the picture: `fit`, or the page pixels per movie pixel. */
export type Zoom = 'fit' | number;

/** The zooms in the menu. With the wheel, the user can set any zoom between them. */
export const ZOOMS: readonly Zoom[] = ['fit', 0.5, 1, 2];

/** The margin around a fitted picture in page pixels. */
const FIT_MARGIN = { across: 32, down: 24 };

const MIN_ZOOM = 0.1;
const MAX_ZOOM = 8;
/** The maximum number of pixels of a wheel event that count for the zoom. A pinch sends many smaller events. */
const MAX_WHEEL_PIXELS = 60;
const ZOOM_PER_PIXEL = 0.0065;

/**
 * The fixed point of a zoom: its page position in pixels, and its position in the picture as fractions of the picture's
 * size.
 */
interface AnchorPoint {
  readonly clientX: number;
  readonly clientY: number;
  readonly across: number;
  readonly down: number;
}

/** Returns the zoom after a wheel event, in page pixels per movie pixel. Scrolling down zooms out. */
export function wheeledZoom(factor: number, pixels: number): number {
  const by = Math.min(MAX_WHEEL_PIXELS, Math.max(-MAX_WHEEL_PIXELS, pixels));
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, factor * Math.exp(-by * ZOOM_PER_PIXEL)));
}

/** Returns the size of the picture in page pixels. */
export function zoomedSize(movieSize: Size, stage: Size, zoom: Zoom): Size {
  const factor = zoom === 'fit' ? fittingFactor(movieSize, stage) : zoom;
  return {
    width: Math.max(1, Math.round(movieSize.width * factor)),
    height: Math.max(1, Math.round(movieSize.height * factor)),
  };
}

/**
 * Returns the size of the canvas in pixels: the smaller of the picture's size in device pixels and the movie's size.
 */
export function drawnSize(movieSize: Size, shown: Size, pixelRatio: number): Size {
  const factor = Math.min(1, (shown.width * pixelRatio) / movieSize.width);
  return {
    width: Math.max(1, Math.round(movieSize.width * factor)),
    height: Math.max(1, Math.round(movieSize.height * factor)),
  };
}

export function readZoom(stored: unknown): Zoom {
  return typeof stored === 'number' && stored >= MIN_ZOOM && stored <= MAX_ZOOM ? stored : 'fit';
}

function fittingFactor(movieSize: Size, stage: Size): number {
  const factor = Math.min(
    (stage.width - FIT_MARGIN.across) / movieSize.width,
    (stage.height - FIT_MARGIN.down) / movieSize.height,
  );
  return Math.max(factor, 0);
}

/** The height of a line in pixels, used for wheel events that count lines. */
const LINE_PIXELS = 16;

interface ZoomWheel {
  /** The scroll container; `frame` is the picture in it. */
  readonly view: RefObject<HTMLElement | null>;
  readonly frame: RefObject<HTMLElement | null>;
  /** The page pixels per movie pixel; null while unknown. */
  readonly factor: number | null;
  /** Called with the new zoom; null if the zoom is fixed. */
  readonly onZoom: ((zoom: number) => void) | null;
}

/** Zooms with a pinch, or with Ctrl and the wheel. The point under the pointer stays in place. */
export function useZoomWheel({ view, frame, factor, onZoom }: ZoomWheel): void {
  const anchor = useRef<AnchorPoint | null>(null);
  // Keep the zoom in a ref, because a pinch sends several events before the next render.
  const currentZoom = useRef(factor);
  useLayoutEffect(() => {
    currentZoom.current = factor;
    const point = anchor.current;
    anchor.current = null;
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
      if (!(event.ctrlKey || event.metaKey) || box === undefined || currentZoom.current === null) return;
      event.preventDefault();
      const next = wheeledZoom(
        currentZoom.current,
        event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1),
      );
      if (next === currentZoom.current) return;
      const { clientX, clientY } = event;
      anchor.current ??= {
        clientX,
        clientY,
        across: (clientX - box.left) / box.width,
        down: (clientY - box.top) / box.height,
      };
      currentZoom.current = next;
      onZoom(next);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [view, frame, onZoom]);
}

/**
 * Scrolls a picture that is larger than its view while the user holds Space and drags. If Space is released without a
 * drag, its usual function runs.
 */
export function useHand(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = view.current;
    if (element === null) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    /** The state while Space is held; null otherwise. */
    let hand: { isUsed: boolean; readonly target: EventTarget } | null = null;
    let isForwarding = false;
    const showHand = (state: 'open' | 'closed' | null) => {
      if (state === null) element.removeAttribute('data-hand');
      else element.setAttribute('data-hand', state);
    };
    const releaseHand = () => {
      hand = null;
      showHand(null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForwarding || event.key !== ' ') return;
      if (hand === null && !event.repeat && isForEditor(event) && element.matches(':hover') && overflows(element)) {
        hand = { isUsed: false, target: event.target ?? window };
        showHand('open');
      }
      if (hand === null) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (hand === null || event.key !== ' ') return;
      event.preventDefault();
      const { isUsed, target } = hand;
      releaseHand();
      if (isUsed) return;
      isForwarding = true;
      target.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true, cancelable: true }));
      isForwarding = false;
    };
    const onPointerDown = (event: PointerEvent) => {
      if (hand === null || event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      hand.isUsed = true;
      showHand('closed');
      const { scrollLeft, scrollTop } = element;
      const end = () => showHand(hand === null ? null : 'open');
      startDrag(
        event,
        {
          // Scroll relative to the start of the drag, because the rounding errors of relative steps would add up.
          move: ({ dx, dy }) => element.scrollTo(scrollLeft - dx, scrollTop - dy),
          end,
          cancel: () => {
            element.scrollTo(scrollLeft, scrollTop);
            end();
          },
        },
        { threshold: 0, signal },
      );
    };
    window.addEventListener('keydown', onKeyDown, { signal, capture: true });
    window.addEventListener('keyup', onKeyUp, { signal, capture: true });
    window.addEventListener('blur', releaseHand, { signal });
    // The capture phase precedes the stage, which would otherwise drag a layer.
    element.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    return () => {
      listeners.abort();
      showHand(null);
    };
  }, [view]);
}

/**
 * Returns whether the editor handles a key event. The event must have no modifier key, its target must be outside texts
 * and dialogs, and the focused control must not use the key.
 */
function isForEditor(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { inText, inDialog, takesKey } = keyContextOf(event);
  return !inText && !inDialog && !takesKey;
}

function overflows({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
