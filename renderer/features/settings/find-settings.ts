/** The position of a section on screen, in pixels. */
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
 * Returns the current section: the one that the user navigated to, while it is in view. Otherwise the section under a
 * line that moves from the top of the view to its bottom as the page scrolls, so that the last section can become
 * current. Among sections side by side, the one that begins last.
 */
export function currentSection<Name>(
  boxes: readonly SectionBox<Name>[],
  { top, bottom, progress }: SettingsInView,
  chosen: Name | null,
): Name | null {
  const seen = boxes.filter((box) => box.bottom > top && box.top < bottom);
  if (seen.some(({ name }) => name === chosen)) return chosen;
  // The line starts slightly below the top, where the first section begins.
  const line = top + 24 + progress * (bottom - top - 48);
  const under = seen.filter((box) => box.top <= line && box.bottom > line);
  const nearest = under.length > 0 ? under : seen;
  const [first, ...others] = nearest;
  return others.reduce((best, box) => (best === undefined || box.top > best.top ? box : best), first)?.name ?? null;
}
