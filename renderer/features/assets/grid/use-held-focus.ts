import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Whether the focus was among the tiles when what had it went, as a tile does that is deleted: `take` is called then, so
 * that it goes to the tile in its place. A menu or a dialog in between gives it back.
 */
export function useHeldFocus(take: () => void) {
  const isHeld = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    if (isHeld.current && (activeElement === null || activeElement === document.body)) take();
  });
  return {
    onFocus: () => {
      isHeld.current = true;
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null)
        // Whoever presses beside it lets go of it; a tile that was taken out is not in the page any more.
        queueMicrotask(() => {
          isHeld.current = !target.isConnected;
        });
      else isHeld.current = relatedTarget.closest('[role=dialog], [role=menu], [role=grid]') !== null;
    },
  };
}
