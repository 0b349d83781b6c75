import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import type { TimelineState } from '../model/timeline-store.ts';

/** Neighbours of the gap that a drag is over make room by this. */
const NUDGE = 5;

/** Pixels that a drag has lifted a scene by; null while it lies. */
export function liftOf(drag: TimelineState['drag'], { scene }: SceneOnTimeline): number | null {
  return drag?.kind === 'move' && drag.scenes.has(scene.id) ? drag.by : null;
}

/** Pixels that a scene makes room by for what is moved or dropped beside it. */
export function nudgeOf(drag: TimelineState['drag'], { index }: SceneOnTimeline): number {
  const gap =
    drag?.kind === 'move' ? drag.gap : drag?.kind === 'drop' && drag.target.kind === 'insert' ? drag.target.gap : null;
  if (gap === null) return 0;
  return index === gap.index ? NUDGE : index === gap.index - 1 ? -NUDGE : 0;
}
