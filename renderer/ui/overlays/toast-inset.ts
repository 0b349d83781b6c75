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
/** The rows of buttons of the modal dialogs. */
const feet = new Set<Element>();
/** The distance in pixels between toasts and the bottom of the window while a modal dialog is open. */
const MODAL_INSET = 28;
/** The height in pixels of a toast with two lines of detail, and of its margins. */
const TOAST_HEIGHT = 92;

/**
 * Returns the height in pixels of the region at the bottom of the window that toasts must not cover while a modal dialog
 * is open. Toasts are under the buttons of the dialog if there is room, and otherwise above them.
 */
export function modalInsetHeight(
  buttonRows: readonly { readonly top: number; readonly bottom: number }[],
  windowHeight: number,
): number {
  const low = buttonRows.filter(({ bottom }) => bottom > windowHeight - MODAL_INSET - TOAST_HEIGHT);
  return low.length === 0 ? MODAL_INSET : windowHeight - Math.min(...low.map(({ top }) => top));
}

/** A `ref` callback for the row of buttons of a modal dialog. */
export function modalFoot(element: Element | null): (() => void) | undefined {
  if (element === null) return;
  const dialog = element.closest('[role=dialog]') ?? element;
  feet.add(element);
  const sizes = new ResizeObserver(place);
  sizes.observe(dialog);
  dialog.addEventListener('transitionend', place);
  addEventListener('resize', place);
  return () => {
    sizes.disconnect();
    dialog.removeEventListener('transitionend', place);
    removeEventListener('resize', place);
    feet.delete(element);
    place();
  };
}

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
  const boxesOf = (elements: Iterable<Element>) =>
    [...elements].map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0);
  const tops = () => boxesOf(uncovered).map(({ top }) => top);
  const height = modalDialogs > 0 ? modalInsetHeight(boxesOf(feet), innerHeight) : insetHeight(tops(), innerHeight);
  const { style } = document.documentElement;
  if (height === null) style.removeProperty('--toast-inset');
  else style.setProperty('--toast-inset', `${Math.ceil(height)}px`);
}
