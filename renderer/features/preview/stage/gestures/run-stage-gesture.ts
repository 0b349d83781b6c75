import { isTyped } from '#shared/editing/stage/typed-value.ts';
import type { StageGesture, StagePointer } from './stage-gesture.ts';

/** How far a hand trembles, in pixels of the page. */
const STILL = 3;

type Held = Pick<PointerEvent, 'clientX' | 'clientY' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Where a pointer is in the frame of the film; `scale` is pixels of the page for one of the film. */
export function pointerAt(surface: Element, scale: number, held: Held, typed = ''): StagePointer {
  const box = surface.getBoundingClientRect();
  return {
    place: { x: (held.clientX - box.left) / scale, y: (held.clientY - box.top) / scale },
    alt: held.altKey,
    shift: held.shiftKey,
    mod: held.ctrlKey || held.metaKey,
    typed,
  };
}

/** Runs a gesture until the button is let go, or Enter takes what was typed. Escape ends it without a trace. */
export function runStageGesture(surface: HTMLElement, scale: number, event: PointerEvent, gesture: StageGesture): void {
  const { pointerId } = event;
  let held: Held = event;
  let typed = '';
  let isStarted = false;
  let scheduled = 0;
  const over = new AbortController();
  const { signal } = over;
  surface.setPointerCapture(pointerId);

  const moveNow = () => {
    scheduled = 0;
    gesture.move(pointerAt(surface, scale, held, typed));
  };
  const changed = (next: Held) => {
    held = next;
    isStarted ||= Math.abs(next.clientX - event.clientX) + Math.abs(next.clientY - event.clientY) > STILL;
    if (isStarted && scheduled === 0) scheduled = requestAnimationFrame(moveNow);
  };
  const finish = (last: 'end' | 'cancel') => {
    if (signal.aborted) return;
    over.abort();
    cancelAnimationFrame(scheduled);
    if (surface.hasPointerCapture(pointerId)) surface.releasePointerCapture(pointerId);
    if (last === 'cancel') gesture.cancel();
    else if (!isStarted) (gesture.press ?? gesture.cancel)();
    else {
      moveNow();
      gesture.end();
    }
  };
  const onKey = (key: KeyboardEvent) => {
    const taken = () => {
      key.preventDefault();
      key.stopPropagation();
    };
    if (key.key === 'Escape') {
      taken();
      finish('cancel');
    } else if (['Alt', 'Shift', 'Control', 'Meta'].includes(key.key)) {
      // Alt alone would open the window's menu.
      key.preventDefault();
      const { altKey, shiftKey, ctrlKey, metaKey } = key;
      changed({ clientX: held.clientX, clientY: held.clientY, altKey, shiftKey, ctrlKey, metaKey });
    } else if (key.type === 'keydown' && isStarted) {
      taken();
      if (key.key === 'Enter') finish('end');
      else if (key.key === 'Backspace') typed = typed.slice(0, -1);
      else if (isTyped(key.key)) typed += key.key;
      changed(held);
    }
  };

  surface.addEventListener('pointermove', (next) => next.pointerId === pointerId && changed(next), { signal });
  surface.addEventListener(
    'pointerup',
    (last) => {
      if (last.pointerId !== pointerId) return;
      held = last;
      finish('end');
    },
    { signal },
  );
  for (const type of ['pointercancel', 'lostpointercapture'] as const)
    surface.addEventListener(type, () => finish('cancel'), { signal });
  window.addEventListener('blur', () => finish('cancel'), { signal });
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, onKey, { signal, capture: true });
}
