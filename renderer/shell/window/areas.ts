/** Marks an area that F6 goes to. Put it on a landmark that is labelled and has `tabIndex={-1}`. */
export const areaProps = { 'data-area': '', tabIndex: -1 } as const;

/** Moves the focus to the next (1) or previous (-1) area, in the order of the document; from the last to the first. */
export function focusArea(document: Document, direction: -1 | 1): void {
  const areas = [...document.querySelectorAll<HTMLElement>('[data-area]')].filter((area) => area.checkVisibility());
  const current = areas.findIndex((area) => area.contains(document.activeElement));
  const next = current < 0 ? (direction > 0 ? 0 : areas.length - 1) : current + direction;
  areas.at(next % areas.length)?.focus({ focusVisible: true });
}
