import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { labelOf } from '#renderer/project/variable-labels.ts';
import type { DesignCategory, DesignSize } from '#shared/designs/design-file.ts';

/** The section of the gallery: all designs, a category, or the user's own designs. */
export type DesignSection = 'all' | 'own' | DesignCategory;

export interface DesignSearch {
  readonly section: DesignSection;
  /** The requested size; null for any size. */
  readonly size: DesignSize | null;
  /** The search text. Each term must occur in the title, the description, the category, or a label. */
  readonly query: string;
}

/**
 * Returns the designs that match a search, in list order. `kindOf` returns the display name of a category, which the
 * search also compares.
 */
export function findDesigns(
  designs: readonly DesignEntry[],
  { section, size, query }: DesignSearch,
  kindOf: (category: DesignCategory) => string,
): readonly DesignEntry[] {
  return designs.filter((design) => {
    if (!isInSection(design, section)) return false;
    if (size !== null && !design.sizes.some((each) => each.size === size)) return false;
    const labels = design.variables.map(labelOf);
    return matchesWords(query, [design.title, design.description, kindOf(design.category), ...labels]);
  });
}

/** Returns the number of designs in a section, regardless of size. */
export function countInSection(designs: readonly DesignEntry[], section: DesignSection): number {
  return designs.filter((design) => isInSection(design, section)).length;
}

/** Returns the requested size of a design, or else its first size. */
export function variantForSize(
  design: DesignEntry,
  requested: DesignSize | null,
): DesignEntry['sizes'][number] | undefined {
  return design.sizes.find(({ size }) => size === requested) ?? design.sizes[0];
}

function isInSection({ own, category }: DesignEntry, section: DesignSection): boolean {
  return section === 'all' || (section === 'own' ? own : category === section);
}
