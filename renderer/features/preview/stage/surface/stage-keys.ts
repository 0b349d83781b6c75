import type { Vector } from '#shared/film/boxes/matrices.ts';

/** What a key does while the stage has the focus. */
export type StageKey =
  | { readonly kind: 'move'; readonly by: Vector }
  /** By how many percent; below 0 it becomes smaller. */
  | { readonly kind: 'scale'; readonly percent: number }
  /** To the next layer behind (1), or in front (−1). */
  | { readonly kind: 'next'; readonly direction: 1 | -1 }
  /** Writes in a text, opens a group. */
  | { readonly kind: 'enter' }
  /** To the group around, the scene, the movie. */
  | { readonly kind: 'out' };

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const ARROWS: Readonly<Record<string, Vector>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Said to assistive technology. */
export const STAGE_KEYS = 'Tab ArrowLeft ArrowRight ArrowUp ArrowDown Alt+ArrowUp Alt+ArrowDown Enter Escape';

export function stageKey({ key, altKey, shiftKey, ctrlKey, metaKey }: Press): StageKey | null {
  if (ctrlKey || metaKey) return null;
  const arrow = ARROWS[key];
  if (arrow !== undefined) {
    const step = shiftKey ? 10 : 1;
    if (!altKey) return { kind: 'move', by: { x: arrow.x * step + 0, y: arrow.y * step + 0 } };
    return { kind: 'scale', percent: (arrow.x - arrow.y) * step };
  }
  if (altKey) return null;
  if (key === 'Tab') return { kind: 'next', direction: shiftKey ? -1 : 1 };
  if (shiftKey) return null;
  if (key === 'Enter') return { kind: 'enter' };
  return key === 'Escape' ? { kind: 'out' } : null;
}
