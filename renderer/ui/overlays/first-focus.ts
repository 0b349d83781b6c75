/**
 * Focuses the first element of an overlay that has opened, before the next key arrives. Base UI would focus it only in
 * the next frame, and fast typing would go to the page behind. Returns the value of `initialFocus`: false if the focus
 * is inside the overlay.
 * @param element Null for the default element of Base UI.
 */
export function focusFirst(
  overlay: HTMLElement | null,
  element: HTMLElement | null,
  options?: FocusOptions,
): HTMLElement | boolean {
  if (overlay?.contains(document.activeElement) === true) return false;
  element?.focus(options);
  return document.activeElement === element ? false : (element ?? true);
}
