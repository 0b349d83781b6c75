/** What messages stand on: they cover none of it. */
const grounds = new Set<Element>();

/** The highest edge of what is on screen, in pixels from the foot of the window; null where nothing is. */
export function groundHeight(tops: readonly number[], windowHeight: number): number | null {
  const seen = tops.filter((top) => top > 0 && top < windowHeight);
  return seen.length === 0 ? null : windowHeight - Math.min(...seen);
}

/**
 * For `ref`: as long as the element is on screen, messages at the foot of the window stand above it. Where it lies is
 * looked up when any of them changes its size, which moves the others.
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
