/** The focusable element that the pointer last used. */
let pointed: Element | null = null;
/** The cause of the next focus change: the pointer, a key that moves the focus, or another key. */
let last: 'pointer' | 'moving key' | 'key' = 'key';
/** Elements that the pointer had focused. A closing dialog returns the focus to them. */
const pointedBefore = new WeakSet<Element>();

/**
 * Whether the pointer focused an element. `:focus-visible` is unsuitable: browsers set it as soon as a key is pressed
 * on the element, before the key event.
 */
export function isPointed(element: Element): boolean {
  return element === pointed;
}

/** Observes whether the pointer or a key moves the focus, for `isPointed`. */
export function watchFocusSource(document: Document): Disposable {
  const over = new AbortController();
  const early = { capture: true, passive: true, signal: over.signal } as const;
  document.addEventListener(
    'pointerdown',
    () => {
      last = 'pointer';
    },
    early,
  );
  // An element that already had the focus can be pressed without a focus event.
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
  return { [Symbol.dispose]: () => over.abort() };
}
