/** The vertical position of a section on the screen in pixels. */
export interface SectionBox<Name> {
  readonly name: Name;
  readonly top: number;
  readonly bottom: number;
}

/** The visible part of the page in pixels, and the scroll progress from 0 to 1. */
export interface SettingsInView {
  readonly top: number;
  readonly bottom: number;
  readonly progress: number;
}

/**
 * Returns the current section. The section that the user navigated to stays current while it is in view. Otherwise, the
 * current section is at a line that moves from the top of the view to its bottom with the scroll progress. Thus the
 * last section can also become current. If sections are side by side, the section that begins last is current.
 */
export function currentSection<Name>(
  boxes: readonly SectionBox<Name>[],
  { top, bottom, progress }: SettingsInView,
  chosen: Name | null,
): Name | null {
  const visibleBoxes = boxes.filter((box) => box.bottom > top && box.top < bottom);
  if (visibleBoxes.some(({ name }) => name === chosen)) return chosen;
  // At the start, the line is 24 pixels below the top, where the first section begins.
  const line = top + 24 + progress * (bottom - top - 48);
  const boxesAtLine = visibleBoxes.filter((box) => box.top <= line && box.bottom > line);
  const nearest = boxesAtLine.length > 0 ? boxesAtLine : visibleBoxes;
  const [first, ...others] = nearest;
  return others.reduce((best, box) => (best === undefined || box.top > best.top ? box : best), first)?.name ?? null;
}
