/** The elements that toasts must not cover. */
const grounds = new Set<Element>();

/**
 * Returns the distance in pixels from the bottom of the window to the highest visible top edge; null if no element is
 * visible.
 */
export function groundHeight(tops: readonly number[], windowHeight: number): number | null {
  const seen = tops.filter((top) => top > 0 && top < windowHeight);
  return seen.length === 0 ? null : windowHeight - Math.min(...seen);
}

/**
 * A `ref` callback for an element that toasts must not cover while it is visible. If one of these elements changes its
 * size, the others move, so all positions are read again.
 */
export function toastInset(element: Element | null): (() => void) | undefined {
  if (element === null) return;
  grounds.add(element);
  const sizes = new ResizeObserver(place);
  sizes.observe(element);
  addEventListener('resize', place);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', place);
    grounds.delete(element);
    place();
  };
}

function place(): void {
  const boxes = [...grounds].map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0);
  const height = groundHeight(
    boxes.map(({ top }) => top),
    innerHeight,
  );
  const { style } = document.documentElement;
  if (height === null) style.removeProperty('--toast-ground');
  else style.setProperty('--toast-ground', `${Math.ceil(height)}px`);
}
