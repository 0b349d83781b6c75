/** The attributes that make an element an F6 area. The element must be a landmark with a label. */
export const areaProps = { 'data-area': '', tabIndex: -1 } as const;

/** Focuses the next (1) or previous (-1) area in document order, wrapping around at the ends. */
export function focusArea(document: Document, direction: -1 | 1): void {
  const areas = [...document.querySelectorAll<HTMLElement>('[data-area]')].filter((area) => area.checkVisibility());
  const current = areas.findIndex((area) => area.contains(document.activeElement));
  const next = current < 0 ? (direction > 0 ? 0 : areas.length - 1) : current + direction;
  areas.at(next % areas.length)?.focus({ focusVisible: true });
}
