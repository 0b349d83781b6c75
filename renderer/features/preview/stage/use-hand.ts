import { type RefObject, useEffect } from 'react';
import { keyContextOf } from '#renderer/actions/keys/key-context.ts';

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
      if (hand === null && !event.repeat && isFree(event) && element.matches(':hover') && isLarger(element)) {
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
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { inText, inDialog, takesKey } = keyContextOf(event);
  return !inText && !inDialog && !takesKey;
}

function isLarger({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
