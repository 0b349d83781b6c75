import type { Rect } from '../../../../../shared/film/rows/row.ts';
import type { Size } from '../../../../../shared/template/values/placement.ts';

const HEIGHT = 36;
/** Of the tools, for keeping them over the picture. */
const WIDTH = 444;
/** From the box: the handle for turning stands between. */
const ABOVE = 28;
const BELOW = 12;
/** How far they may reach beyond the picture. */
const BEYOND = 12;
const WITHIN = 8;

/** Where the tools of a text stand, in pixels of the page from the frame's upper left corner. */
export function toolsPlace(bounds: Rect, frame: Size, scale: number): { readonly left: number; readonly top: number } {
  const top = bounds.top * scale;
  const bottom = (bounds.top + bounds.height) * scale;
  const above = top - ABOVE - HEIGHT;
  const below = bottom + BELOW;
  const roomBelow = frame.height * scale - below - HEIGHT;
  // Over a box that leaves room on neither side they stand at the picture's upper edge: outside they would not be seen.
  const beside = above >= -BEYOND ? above : roomBelow >= -BEYOND ? below : WITHIN;
  const most = frame.width * scale - WIDTH;
  // A picture that is narrower has them in its middle, as far beyond one side as beyond the other.
  const left = most < 0 ? most / 2 : Math.min(most, Math.max(0, bounds.left * scale));
  return { left, top: beside };
}

const STOPS = 'button, input:not([type=hidden]), [role=combobox]';

function stopsIn(tools: HTMLElement): readonly HTMLElement[] {
  return [...tools.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) => each.getAttribute('aria-hidden') !== 'true' && !(each instanceof HTMLButtonElement && each.disabled),
  );
}

/** Tab reaches the tool that was used last, and goes on from it to what comes behind all of them. */
export function oneTabStop(tools: HTMLElement): void {
  const stops = stopsIn(tools);
  const current = stops.find((each) => each === document.activeElement) ?? stops[0];
  for (const stop of stops) stop.tabIndex = stop === current ? 0 : -1;
}

/** Goes to the tool beside; false for keys that mean something else. */
export function moveAlong(tools: HTMLElement, event: KeyboardEvent): boolean {
  const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const { target } = event;
  if (direction === 0 || event.altKey || !(target instanceof HTMLElement) || !tools.contains(target)) return false;
  if (target instanceof HTMLInputElement && !isAtEdge(target, direction)) return false;
  const stops = stopsIn(tools);
  const at = stops.indexOf(target);
  const next = stops[(at + direction + stops.length) % stops.length];
  if (at === -1 || next === undefined) return false;
  next.focus();
  oneTabStop(tools);
  return true;
}

/** Whether the cursor of a field cannot go further that way, or all of it is selected. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, direction: 1 | -1): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return direction === 1 ? selectionStart === value.length : selectionEnd === 0;
}
