/** The time in milliseconds after which keys go to the page again if the overlay has not opened. */
const LIMIT_MILLISECONDS = 3000;

/** The keys that the user pressed since an overlay was requested; null if no overlay is opening. */
let pressed: { readonly keys: string[]; readonly stop: AbortController } | null = null;

/**
 * Collects the keys that the user presses until the text field of an overlay has the focus. A busy page mounts the
 * overlay only some tasks after the request, and until then, typed letters would run shortcuts of the page behind.
 */
export function collectKeys(): void {
  pressed?.stop.abort();
  const keys: string[] = [];
  const stop = new AbortController();
  pressed = { keys, stop };
  const { signal } = stop;
  const end = () => takeKeys();
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (event.isComposing || ctrlKey || metaKey || altKey) return;
      if (key === 'Escape') return end();
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key.length === 1 || (key === 'Enter' && !event.repeat)) keys.push(key);
      else if (key === 'Backspace') keys.pop();
    },
    { capture: true, signal },
  );
  window.addEventListener('pointerdown', end, { capture: true, signal });
  const timer = setTimeout(end, LIMIT_MILLISECONDS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Stops collecting keys. Returns the typed text, and whether the user pressed Enter after it. */
export function takeKeys(): { readonly text: string; readonly isEntered: boolean } {
  const { keys = [], stop } = pressed ?? {};
  pressed = null;
  stop?.abort();
  const end = keys.indexOf('Enter');
  return { text: keys.slice(0, end < 0 ? keys.length : end).join(''), isEntered: end >= 0 };
}
