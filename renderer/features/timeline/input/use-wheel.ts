import { type RefObject, useEffect } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { timelineOf } from '#shared/editing/timeline.ts';
import { zoomedView } from '../layout/view.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';

/** Pixels of a line, where a wheel counts lines. */
const LINE = 16;
/** One step of a wheel zooms at most by this exponent; a pinch makes many small ones. */
const MOST = 60;
const ZOOM = 0.0065;

/** Whether rows that have no room scroll by it: up and down, unless keys say that time is meant. */
function scrollsRows(target: Element | null, { deltaX, deltaY, ctrlKey, metaKey, shiftKey }: WheelEvent): boolean {
  const rows = target?.closest('[data-rows]');
  if (rows == null || ctrlKey || metaKey || shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) return false;
  return rows.scrollHeight > rows.clientHeight;
}

/** Ctrl and the wheel, or a pinch, zoom about the pointer; all other turns scroll. */
export function useWheel(ref: RefObject<HTMLElement | null>): void {
  const view = useTimelineStore();
  const editor = useEditorStore();
  useEffect(() => {
    const element = ref.current;
    // The rows lie beside the lanes, over names and time alike.
    const ground = element?.closest<HTMLElement>('[data-timeline-body]');
    if (element === null || ground == null) return;
    const onWheel = (event: WheelEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (scrollsRows(target, event)) return;
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
    ground.addEventListener('wheel', onWheel, { passive: false });
    return () => ground.removeEventListener('wheel', onWheel);
  }, [ref, view, editor]);
}
