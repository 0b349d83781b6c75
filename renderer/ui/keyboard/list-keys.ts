/** The keys to the next and the previous item, by the axis of the list. */
const steps = {
  vertical: { ArrowUp: -1, ArrowDown: 1 },
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
} as const;

/**
 * Returns the index of the item to which a key leads, in a list of `count` items of which `page` are visible; null for
 * other keys.
 */
export function listTarget(
  key: string,
  current: number,
  { count, page, axis }: { readonly count: number; readonly page: number; readonly axis: keyof typeof steps },
): number | null {
  const by = stepOf(key, page, axis);
  if (count === 0 || by === null) return null;
  const target = by === 'first' ? 0 : by === 'last' ? count - 1 : current + by;
  return Math.min(count - 1, Math.max(0, target));
}

function stepOf(key: string, page: number, axis: keyof typeof steps): number | 'first' | 'last' | null {
  const arrows: Readonly<Record<string, number>> = steps[axis];
  switch (key) {
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    case 'PageUp':
      return -Math.max(1, page);
    case 'PageDown':
      return Math.max(1, page);
    default:
      return arrows[key] ?? null;
  }
}
