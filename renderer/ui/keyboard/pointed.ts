/** What the pointer was last on, of what can have the focus. */
let pointed: Element | null = null;
/** How the focus may be moved next: by the pointer, by a key that moves it, or by any other key. */
let last: 'pointer' | 'moving key' | 'key' = 'key';
/** Elements that the pointer was on when they had the focus last. A dialog that closes gives the focus back to them. */
const pointedBefore = new WeakSet<Element>();

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
      last = 'pointer';
    },
    early,
  );
  // What had the focus already is pointed at without getting it.
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
