/** Whether a text has every word of a search, in any order. */
export function fitsSearch(text: string, query: string): boolean {
  const lower = text.toLocaleLowerCase();
  return wordsOf(query).every((word) => lower.includes(word));
}

export function wordsOf(query: string): readonly string[] {
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** A section of the page, as it lies on screen, in pixels. */
export interface SectionBox<Name> {
  readonly name: Name;
  readonly top: number;
  readonly bottom: number;
}

/** What of the page is in sight, and how far it is scrolled, from 0 to 1. */
export interface SettingsInView {
  readonly top: number;
  readonly bottom: number;
  readonly progress: number;
}

/**
 * The section that somebody is at. The one that was gone to, as long as it is in sight; else the one under a line that
 * wanders from the top of what is in sight to its bottom as the page is scrolled, so that the last section has its turn
 * too. Of sections side by side it is the one that began last.
 */
export function currentSection<Name>(
  boxes: readonly SectionBox<Name>[],
  { top, bottom, progress }: SettingsInView,
  chosen: Name | null,
): Name | null {
  const seen = boxes.filter((box) => box.bottom > top && box.top < bottom);
  if (seen.some(({ name }) => name === chosen)) return chosen;
  // A little below the very top, where the first section begins.
  const line = top + 24 + progress * (bottom - top - 48);
  const under = seen.filter((box) => box.top <= line && box.bottom > line);
  const nearest = under.length > 0 ? under : seen;
  const [first, ...others] = nearest;
  return others.reduce((best, box) => (best === undefined || box.top > best.top ? box : best), first)?.name ?? null;
}
