import type { Timeline } from '#shared/editing/timeline.ts';
import type { Gap } from '../moves/reorder.ts';

/** The gap before or behind the skipped scene whose chip is at a point of the window; null where there is none. */
export function gapAtChip({ scenes, starts, total }: Timeline, x: number, y: number): Gap | null {
  const chip = document.elementFromPoint(x, y)?.closest('[data-skipped]');
  const index = scenes.findIndex(({ id }) => id === chip?.getAttribute('data-scene'));
  if (chip == null || index < 0) return null;
  const { left, width } = chip.getBoundingClientRect();
  return { index: x < left + width / 2 ? index : index + 1, frame: starts[index] ?? total };
}
