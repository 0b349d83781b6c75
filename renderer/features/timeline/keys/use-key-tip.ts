import { useCallback } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useTimelineStore } from '../model/timeline-context.tsx';
import type { Drag } from '../model/timeline-store.ts';
import type { KeyTip } from './use-lane-pointer.ts';

/** Says over the rows where a key comes to stand that is dragged, as bars do. */
export function useKeyTip(): (tip: KeyTip | null) => void {
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  return useCallback(
    (tip: KeyTip | null) => {
      const top = document.querySelector('[data-lanes]')?.getBoundingClientRect().top ?? 0;
      view.setState(({ pixelsPerFrame }) => ({
        drag: tip === null ? null : keyDrag(tip, { top, pixelsPerFrame, atPlayhead: words.atPlayhead }),
      }));
    },
    [view, words],
  );
}

/** What is drawn of the drag of a key. */
export function keyDrag(
  { frame, difference, value, atPlayhead, clientY }: KeyTip,
  lanes: { readonly top: number; readonly pixelsPerFrame: number; readonly atPlayhead: string },
): Drag {
  const notes = [...(value === null ? [] : [value]), ...(atPlayhead ? [lanes.atPlayhead] : [])];
  return {
    kind: 'bar',
    parts: new Set(),
    top: clientY - lanes.top,
    line: atPlayhead ? frame : null,
    tip: {
      left: frame * lanes.pixelsPerFrame,
      frames: frame,
      difference,
      note: notes.length === 0 ? null : notes.join(' · '),
      tone: atPlayhead ? 'snapped' : 'plain',
    },
  };
}
