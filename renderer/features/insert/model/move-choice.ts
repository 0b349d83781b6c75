import type { InsertSection } from './insert-items.ts';

/** A key that goes from item to item. */
export type ChoiceKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

export function isChoiceKey(key: string): key is ChoiceKey {
  return ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
}

/** The item that a key leads to from the chosen one; the chosen one where there is none in that direction. */
export function movedChoice(
  sections: readonly Pick<InsertSection, 'columns' | 'items'>[],
  chosen: string | null,
  key: ChoiceKey,
): string | null {
  const all = sections.flatMap(({ items }) => items);
  const at = all.findIndex(({ id }) => id === chosen);
  if (at === -1) return all[0]?.id ?? null;
  switch (key) {
    case 'Home':
      return all[0]?.id ?? null;
    case 'End':
      return all.at(-1)?.id ?? null;
    case 'ArrowLeft':
      return all[Math.max(0, at - 1)]?.id ?? null;
    case 'ArrowRight':
      return all[Math.min(all.length - 1, at + 1)]?.id ?? null;
    case 'ArrowUp':
      return besideRow(sections, chosen, -1);
    case 'ArrowDown':
      return besideRow(sections, chosen, 1);
    default:
      return key satisfies never;
  }
}

/** In the row above or below, what lies nearest across. */
function besideRow(
  sections: readonly Pick<InsertSection, 'columns' | 'items'>[],
  chosen: string | null,
  by: -1 | 1,
): string | null {
  const rows = sections.flatMap(({ columns, items }) =>
    Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
      items.slice(row * columns, (row + 1) * columns).map(({ id }, at) => ({ id, middle: (at + 0.5) / columns })),
    ),
  );
  const row = rows.findIndex((cells) => cells.some(({ id }) => id === chosen));
  const middle = rows[row]?.find(({ id }) => id === chosen)?.middle ?? 0;
  const target = rows[row + by];
  if (target === undefined) return chosen;
  const distance = (cell: { readonly middle: number }) => Math.abs(cell.middle - middle);
  return target.toSorted((one, other) => distance(one) - distance(other))[0]?.id ?? chosen;
}
