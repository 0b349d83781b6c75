/** The position of a section on the screen in pixels. */
export interface SectionBox<Name> {
  readonly name: Name;
  readonly top: number;
  readonly bottom: number;
}

/** The visible part of the page in pixels, and the scroll position from 0 to 1. */
export interface SettingsInView {
  readonly top: number;
  readonly bottom: number;
  readonly progress: number;
}

/**
 * Returns the current section. As long as the section to which the user navigated is in view, this section is current.
 * Otherwise, a line moves from the top of the view to its bottom while the page scrolls, and the section at the line is
 * current. The last section can therefore become current. If sections are side by side, the section that begins last is
 * current.
 */
export function currentSection<Name>(
  boxes: readonly SectionBox<Name>[],
  { top, bottom, progress }: SettingsInView,
  chosen: Name | null,
): Name | null {
  const visibleBoxes = boxes.filter((box) => box.bottom > top && box.top < bottom);
  if (visibleBoxes.some(({ name }) => name === chosen)) return chosen;
  // At the start, the line is 24 pixels below the top, which is the position of the first section.
  const line = top + 24 + progress * (bottom - top - 48);
  const boxesAtLine = visibleBoxes.filter((box) => box.top <= line && box.bottom > line);
  const nearest = boxesAtLine.length > 0 ? boxesAtLine : visibleBoxes;
  const [first, ...others] = nearest;
  return others.reduce((best, box) => (best === undefined || box.top > best.top ? box : best), first)?.name ?? null;
}
