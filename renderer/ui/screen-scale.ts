/** Pixels of a canvas for each of the page's: as fine as the screen, but at most twice, beyond which nobody sees a difference. */
export function screenScale(): number {
  return Math.min(2, window.devicePixelRatio || 1);
}
