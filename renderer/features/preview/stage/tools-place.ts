import type { Size } from '#shared/template/values/placement.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';

const HEIGHT = 36;
/** The width of the tools in page pixels. */
const WIDTH = 444;
/** The distance in page pixels between the tools and the box below them. It leaves space for the rotation handle. */
const GAP_ABOVE = 28;
const GAP_BELOW = 12;
/** The maximum distance in page pixels by which the tools extend beyond the picture. */
const OVERHANG = 12;
const EDGE_GAP = 8;

/** The obstacles and limits for the position of the tools, other than the box of the text. */
export interface ToolsBounds {
  /** The horizontal and vertical space between the picture and the edge of the view, in page pixels. */
  readonly margin: Size;
  /** The boxes of the other layers in movie pixels. */
  readonly others: readonly Rect[];
}

interface Spot {
  readonly left: number;
  readonly top: number;
}

/**
 * Returns the position of a text's tools in page pixels from the top left corner of the frame. Candidates are above,
 * below, and beside the box, and at the edges of the view. The best candidate covers the smallest area of the text;
 * among equals, the smallest area of other layers. The first candidate wins a tie.
 */
export function toolsPlace(bounds: Rect, frame: Size, scale: number, { margin, others }: ToolsBounds): Spot {
  const toPage = (rect: Rect): Rect => ({
    ...{ left: rect.left * scale, top: rect.top * scale },
    ...{ width: rect.width * scale, height: rect.height * scale },
  });
  const box = toPage(bounds);
  const [across, down] = [frame.width * scale, frame.height * scale];
  const overhang = { across: Math.max(0, margin.width), down: Math.max(OVERHANG, margin.height - 2) };
  const most = across - WIDTH;
  // If the picture is narrower than the tools, center them over it.
  const left = most < 0 ? most / 2 : Math.min(most, Math.max(0, box.left));
  const highest = -overhang.down;
  const lowest = down + overhang.down - HEIGHT;
  const tops = [
    box.top - GAP_ABOVE - HEIGHT,
    box.top + box.height + GAP_BELOW,
    // The candidates at the edges are for a box that fills the picture.
    Math.min(EDGE_GAP, Math.max(highest, box.top - HEIGHT - EDGE_GAP)),
    Math.max(down - HEIGHT - EDGE_GAP, Math.min(lowest, box.top + box.height + EDGE_GAP)),
    highest,
    lowest,
  ].filter((top) => top >= highest && top <= lowest);
  const sides = [box.left - WIDTH - GAP_BELOW, box.left + box.width + GAP_BELOW].filter(
    (side) => side >= -overhang.across && side + WIDTH <= across + overhang.across,
  );
  const topBeside = Math.min(lowest, Math.max(highest, box.top + box.height / 2 - HEIGHT / 2));
  const spots: readonly Spot[] = [
    ...tops.map((top) => ({ left, top })),
    ...sides.map((side) => ({ left: side, top: topBeside })),
  ];
  const layers = others.map(toPage);
  const costs = spots.map((spot, order) => ({
    spot,
    cost: coveredArea(spot, box) * 1000 + layers.reduce((sum, each) => sum + coveredArea(spot, each), 0) * 10 + order,
  }));
  return costs.toSorted((one, other) => one.cost - other.cost)[0]?.spot ?? { left, top: EDGE_GAP };
}

/** Returns the area in square pixels of a rectangle that the tools cover. */
function coveredArea({ left, top }: Spot, rect: Rect): number {
  const across = Math.min(left + WIDTH, rect.left + rect.width) - Math.max(left, rect.left);
  const down = Math.min(top + HEIGHT, rect.top + rect.height) - Math.max(top, rect.top);
  return Math.max(0, across) * Math.max(0, down);
}

const STOPS = 'button, input:not([type=hidden]), [role=combobox]';

function stopsIn(tools: HTMLElement): readonly HTMLElement[] {
  return [...tools.querySelectorAll<HTMLElement>(STOPS)].filter(
    (element) =>
      element.getAttribute('aria-hidden') !== 'true' && !(element instanceof HTMLButtonElement && element.disabled),
  );
}

/** Sets up a roving tab stop: only the focused tool is in the tab order, or the first tool if none has the focus. */
export function oneTabStop(tools: HTMLElement): void {
  const stops = stopsIn(tools);
  const current = stops.find((each) => each === document.activeElement) ?? stops[0];
  for (const stop of stops) stop.tabIndex = stop === current ? 0 : -1;
}

/** Moves the focus to the neighboring tool with an arrow key. Returns whether the key was used. */
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

/**
 * Returns whether an arrow key leaves a text field. This is the case if the whole text is selected, or if the caret is
 * at the end in the direction of the key.
 */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, direction: 1 | -1): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return direction === 1 ? selectionStart === value.length : selectionEnd === 0;
}
