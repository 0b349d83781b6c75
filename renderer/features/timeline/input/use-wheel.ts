import { type RefObject, useEffect } from 'react';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { useEditorStore } from '../../../state/editor-context.tsx';
import { zoomedView } from '../layout/view.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';

/** Pixels of a line, where a wheel counts lines. */
const LINE = 16;
/** One step of a wheel zooms at most by this exponent; a pinch makes many small ones. */
const MOST = 60;
const ZOOM = 0.0065;

/** Ctrl and the wheel, or a pinch, zoom about the pointer; all other turns scroll. */
export function useWheel(ref: RefObject<HTMLElement | null>): void {
  const view = useTimelineStore();
  const editor = useEditorStore();
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('[data-parts]') != null && !event.ctrlKey) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const { total } = timelineOf(editor.getState().movie);
      const now = view.getState();
      if (event.ctrlKey || event.metaKey) {
        const by = Math.min(MOST, Math.max(-MOST, event.deltaY * unit));
        const x = event.clientX - element.getBoundingClientRect().left;
        view.setView(zoomedView(now, now.pixelsPerFrame * Math.exp(-by * ZOOM), x, total));
        return;
      }
      const by = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      view.scrollTo(now.scroll + by * unit, total);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [ref, view, editor]);
}
