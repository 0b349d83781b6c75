/** The focusable element that was last pressed with the pointer. */
let pointed: Element | null = null;
/** The cause of the next focus change: the pointer, a key that moves the focus, or any other key. */
let last: 'pointer' | 'moving key' | 'key' = 'key';
/** The elements that received the focus by the pointer. A dialog that closes returns the focus to its element. */
const pointedBefore = new WeakSet<Element>();

/**
 * Whether an element received its focus by the pointer. `:focus-visible` does not show this, because browsers set it
 * when a key is pressed on the element, before the key event.
 */
export function isPointed(element: Element): boolean {
  return element === pointed;
}

if (typeof document !== 'undefined') {
  const early = { capture: true, passive: true } as const;
  document.addEventListener(
    'pointerdown',
    () => {
      last = 'pointer';
    },
    early,
  );
  // A press on the element that already has the focus causes no focus event, so presses are observed too.
  document.addEventListener(
    'pointerup',
    () => {
      pointed = document.activeElement;
      if (pointed !== null) pointedBefore.add(pointed);
    },
    early,
  );
  document.addEventListener(
    'keydown',
    ({ key }) => {
      last = /^(Tab|Arrow|Home|End|Page|F6)/.test(key) ? 'moving key' : 'key';
    },
    early,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      if (last === 'pointer') pointedBefore.add(target);
      else if (last === 'moving key') pointedBefore.delete(target);
      pointed = pointedBefore.has(target) ? target : null;
    },
    early,
  );
}
