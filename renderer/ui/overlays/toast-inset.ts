/** The elements that toasts must not cover. */
const uncovered = new Set<Element>();

/**
 * Returns the height in pixels of the region at the bottom of the window that toasts must not cover; null if no element
 * is visible.
 */
export function insetHeight(tops: readonly number[], windowHeight: number): number | null {
  const visibleTops = tops.filter((top) => top > 0 && top < windowHeight);
  return visibleTops.length === 0 ? null : windowHeight - Math.min(...visibleTops);
}

/**
 * A `ref` callback for an element that toasts must not cover while it is visible. A change of one element's size can
 * move the others, so all positions are measured again.
 */
export function toastInset(element: Element | null): (() => void) | undefined {
  if (element === null) return;
  uncovered.add(element);
  const sizes = new ResizeObserver(place);
  sizes.observe(element);
  addEventListener('resize', place);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', place);
    uncovered.delete(element);
    place();
  };
}

let modalDialogs = 0;
/** The distance in pixels between toasts and the bottom of the window while a modal dialog is open. */
const MODAL_INSET = 28;

/** A `ref` callback for an element of a modal dialog. While it is mounted, toasts are at the bottom of the window. */
export function lowerToasts(element: Element | null): (() => void) | undefined {
  if (element === null) return;
  modalDialogs++;
  place();
  return () => {
    modalDialogs--;
    place();
  };
}

/**
 * Sets the distance between toasts and the bottom of the window. CSS could detect dialogs with `body:has(…)`, but
 * browsers would then evaluate that selector at every change of the page.
 */
function place(): void {
  const boxes = [...uncovered].map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0);
  const tops = boxes.map(({ top }) => top);
  const height = modalDialogs > 0 ? MODAL_INSET : insetHeight(tops, innerHeight);
  const { style } = document.documentElement;
  if (height === null) style.removeProperty('--toast-inset');
  else style.setProperty('--toast-inset', `${Math.ceil(height)}px`);
}
