import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Urgency } from '#renderer/film/strips/film-artist.ts';
import { idleTurns } from '#renderer/ui/browser/idle-turns.ts';

/** Where a canvas lies in its clip, in pixels, at a zoom. */
export interface PaintedArea {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly pixelsPerFrame: number;
}

/** Paints all of a canvas; false: some of it waits for another turn. */
export type PaintClip = (canvas: HTMLCanvasElement, urgency: Urgency) => boolean;

/** So long after the last step a zoom is at its end. */
const SETTLED_MILLISECONDS = 120;

/**
 * Keeps a canvas painted that shows a stretch of a clip. It is painted at once; but while one zooms, what it shows is
 * only stretched, as long as it reaches: painted anew, it would be another one at the next step. Gives what has it
 * painted anew when there is time.
 * @param paint The same as long as it paints the same.
 */
export function usePainting(
  ref: RefObject<HTMLCanvasElement | null>,
  { left, width, height, pixelsPerFrame }: PaintedArea,
  paint: PaintClip,
): () => void {
  const painted = useRef<PaintedArea | null>(null);
  // The newest way to paint, for what is painted later.
  const latest = useRef<(urgency: Urgency) => void>(() => undefined);
  const inTurn = useCallback(() => latest.current('in turn'), []);
  const later = useCallback(() => idleTurns.add(inTurn), [inTurn]);

  useLayoutEffect(() => {
    latest.current = (urgency) => {
      const canvas = ref.current;
      if (canvas === null) return;
      painted.current = { left, width, height, pixelsPerFrame };
      place(canvas, painted.current);
      if (!paint(canvas, urgency)) later();
    };
    const before = painted.current;
    if (ref.current === null || before === null || before.pixelsPerFrame === pixelsPerFrame) {
      latest.current('at once');
      return;
    }
    const ratio = pixelsPerFrame / before.pixelsPerFrame;
    const stretched = { left: before.left * ratio, width: before.width * ratio, height };
    place(ref.current, stretched);
    const reaches = stretched.left <= left + 1 && stretched.left + stretched.width >= left + width - 1;
    const settling = setTimeout(later, reaches ? SETTLED_MILLISECONDS : 0);
    return () => clearTimeout(settling);
  }, [ref, left, width, height, pixelsPerFrame, paint, later]);
  useEffect(() => () => idleTurns.remove(inTurn), [inTurn]);
  return later;
}

function place({ style }: HTMLCanvasElement, { left, width, height }: Omit<PaintedArea, 'pixelsPerFrame'>): void {
  Object.assign(style, { left: `${left}px`, width: `${width}px`, height: `${height}px` });
}
