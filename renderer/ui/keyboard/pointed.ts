/** What the pointer was last on, of what can have the focus. */
let pointed: Element | null = null;
let wasPointer = false;

/**
 * Whether the pointer, not a key, brought the focus to an element. `:focus-visible` does not tell: browsers let it hold
 * as soon as a key is pressed on the element, before anybody hears of that key.
 */
export function isPointed(element: Element): boolean {
  return element === pointed;
}

if (typeof document !== 'undefined') {
  const early = { capture: true, passive: true } as const;
  document.addEventListener(
    'pointerdown',
    () => {
      wasPointer = true;
    },
    early,
  );
  // What had the focus already is pointed at without getting it.
  document.addEventListener(
    'pointerup',
    () => {
      pointed = document.activeElement;
    },
    early,
  );
  document.addEventListener(
    'keydown',
    () => {
      wasPointer = false;
    },
    early,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      pointed = wasPointer && target instanceof Element ? target : null;
    },
    early,
  );
}
