import { useMemo } from 'react';
import type { Stretch } from '../layout/clips.ts';
import { useTimelineView } from './timeline-context.tsx';

/** What is drawn goes on so far beyond what is in sight, and changes only as often. */
const CHUNK = 256;

/**
 * The stretch of the film to draw; it stays the same while one scrolls a little. `base` is what its places count from.
 */
export function useStretch(): Stretch & { readonly base: number; readonly pixelsPerFrame: number } {
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const base = useTimelineView((view) => Math.floor(view.scroll / CHUNK) * CHUNK);
  const width = useTimelineView((view) => view.width);
  return useMemo(
    () => ({ base, from: Math.max(0, base - CHUNK / 2), to: base + width + CHUNK * 1.5, pixelsPerFrame }),
    [base, width, pixelsPerFrame],
  );
}
