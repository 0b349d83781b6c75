import { autoscrollSpeed } from '../moves/autoscroll.ts';

/** Where the pointer is, from the upper left corner of the ruler and lanes, and what is held. */
export interface PointerPosition {
  readonly x: number;
  readonly y: number;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly mod: boolean;
}

/** Something that goes on while a button of the pointer is held. Exactly one of `end` and `cancel` is called. */
export interface Gesture {
  /** At most once a frame. */
  readonly move: (place: PointerPosition) => void;
  readonly end: (place: PointerPosition) => void;
  readonly cancel: () => void;
  /** Whether the film scrolls at the edges. */
  readonly autoscroll: boolean;
}

interface Surface {
  readonly element: HTMLElement;
  readonly scrollBy: (pixels: number) => void;
}

interface Held {
  readonly clientX: number;
  readonly clientY: number;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export function pointerPosition(element: HTMLElement, event: Held): PointerPosition {
  const box = element.getBoundingClientRect();
  return {
    x: event.clientX - box.left,
    y: event.clientY - box.top,
    alt: event.altKey,
    shift: event.shiftKey,
    mod: event.ctrlKey || event.metaKey,
  };
}

/** Runs a gesture until the button is let go. Escape ends it without a trace. */
export function runGesture({ element, scrollBy }: Surface, event: PointerEvent, gesture: Gesture): void {
  const { pointerId } = event;
  let held: Held = event;
  let isMoved = false;
  let scheduled = 0;
  let lastFrame = 0;
  const over = new AbortController();
  const { signal } = over;
  element.setPointerCapture(pointerId);

  const onFrame = (now: number) => {
    const place = pointerPosition(element, held);
    const speed = gesture.autoscroll && isStarted ? autoscrollSpeed(place.x, element.clientWidth) : 0;
    // After a pause the first step is as long as one frame, not as the pause.
    const elapsed = lastFrame === 0 ? 16 : Math.min(50, now - lastFrame);
    if (speed !== 0) scrollBy((speed * elapsed) / 1000);
    if (isMoved || speed !== 0) gesture.move(place);
    isMoved = false;
    lastFrame = speed === 0 ? 0 : now;
    scheduled = speed === 0 ? 0 : requestAnimationFrame(onFrame);
  };
  let isStarted = false;
  const changed = (next: Held) => {
    held = next;
    isMoved = true;
    if (scheduled === 0) scheduled = requestAnimationFrame(onFrame);
  };
  const finish = (last: (() => void) | null) => {
    if (signal.aborted) return;
    over.abort();
    cancelAnimationFrame(scheduled);
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId);
    if (last === null) gesture.cancel();
    else last();
  };

  element.addEventListener(
    'pointermove',
    (next) => {
      if (next.pointerId !== pointerId) return;
      isStarted ||= Math.abs(next.clientX - event.clientX) + Math.abs(next.clientY - event.clientY) > 3;
      changed(next);
    },
    { signal },
  );
  element.addEventListener(
    'pointerup',
    (last) => {
      if (last.pointerId === pointerId) finish(() => gesture.end(pointerPosition(element, last)));
    },
    { signal },
  );
  for (const type of ['pointercancel', 'lostpointercapture'] as const)
    element.addEventListener(type, () => finish(null), { signal });
  window.addEventListener('blur', () => finish(null), { signal });
  for (const type of ['keydown', 'keyup'] as const)
    window.addEventListener(
      type,
      (key) => {
        if (key.key === 'Escape') {
          key.preventDefault();
          key.stopPropagation();
          finish(null);
        } else if (['Alt', 'Shift', 'Control', 'Meta'].includes(key.key)) {
          // Alt alone would open the window's menu.
          key.preventDefault();
          const { clientX, clientY } = held;
          changed({ clientX, clientY, ...modifiersOf(key) });
        }
      },
      { signal, capture: true },
    );
}

function modifiersOf({ altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
  return { altKey, shiftKey, ctrlKey, metaKey };
}
