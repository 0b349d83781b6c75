import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { labelOf } from '#renderer/project/variables.ts';
import type { DesignCategory, DesignSize } from '#shared/designs/design-file.ts';

/** Which designs are looked through: all, those of a kind, or one's own. */
export type DesignSection = 'all' | 'own' | DesignCategory;

export interface DesignSearch {
  readonly section: DesignSection;
  /** Null for any. */
  readonly size: DesignSize | null;
  /** Each word is to be found in the title, the description, the kind or a label. */
  readonly query: string;
}

/** The designs that are looked for, in their order; `kindOf` says what a category is called on screen. */
export function findDesigns(
  designs: readonly DesignEntry[],
  { section: shelf, size, query }: DesignSearch,
  kindOf: (category: DesignCategory) => string,
): readonly DesignEntry[] {
  const words = query
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return designs.filter((design) => {
    if (!isInSection(design, shelf)) return false;
    if (size !== null && !design.sizes.some((each) => each.size === size)) return false;
    const labels = design.variables.map(labelOf);
    const text = [design.title, design.description, kindOf(design.category), ...labels].join('\n').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** How many designs stand on a shelf, whatever their size. */
export function countOn(designs: readonly DesignEntry[], shelf: DesignSection): number {
  return designs.filter((design) => isInSection(design, shelf)).length;
}

/** A design in a size: that which is wanted where it has it, else its first. */
export function sizedAs(design: DesignEntry, requested: DesignSize | null): DesignEntry['sizes'][number] | undefined {
  return design.sizes.find(({ size }) => size === requested) ?? design.sizes[0];
}

function isInSection({ own, category }: DesignEntry, shelf: DesignSection): boolean {
  return shelf === 'all' || (shelf === 'own' ? own : category === shelf);
}
