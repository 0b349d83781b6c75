import { type RefObject, useLayoutEffect, useState } from 'react';
import { useEditingRecordStore } from '#renderer/state/editing-record-context.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { timelineOf } from '#shared/editing/timeline.ts';
import { firstView, scrolledView, zoomedView } from '../layout/view.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';

/** Pixels of a window from which its parts have more room, as the tokens say. */
const WIDE = 1600;

/**
 * Follows the size of the lanes. The first time it decides what is in sight: what was seen last, else all of the film.
 */
export function useTimelineSize(ref: RefObject<HTMLElement | null>): boolean {
  const view = useTimelineStore();
  const editor = useEditorStore();
  const record = useEditingRecordStore();
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const now = view.getState();
      if (width === 0 || (width === now.width && height === now.height)) return;
      const { total } = timelineOf(editor.getState().movie);
      const isFirst = now.width === 0;
      view.setState({ width, height, isWide: window.innerWidth >= WIDE });
      if (isFirst) view.setView(seenView(record.getState().record.view, total, width));
      else view.setView(scrolledView({ ...now, width }, now.scroll, total));
      setReady(true);
    };
    measure();
    if (view.getState().width > 0) setReady(true);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, view, editor, record]);
  return isReady;
}

function seenView(
  { pixelsPerFrame, scrollFrame }: { readonly pixelsPerFrame?: number; readonly scrollFrame?: number },
  total: number,
  width: number,
) {
  const first = firstView(total, width);
  if (pixelsPerFrame === undefined || pixelsPerFrame === 0) return first;
  const zoomed = zoomedView(first, pixelsPerFrame, 0, total);
  return scrolledView(zoomed, (scrollFrame ?? 0) * zoomed.pixelsPerFrame, total);
}
