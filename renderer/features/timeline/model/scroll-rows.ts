import type { TimelineView } from '#renderer/editor/timeline-view.ts';

/** Scrolls the rows vertically to a position in pixels. */
export function scrollRows(view: Pick<TimelineView, 'set'>, top: number): void {
  // Set the state directly, because rendering needs the position before the scroll event, and an unmounted list sends
  // no event.
  view.set({ rowScroll: top });
  const list = document.querySelector('[data-rows]');
  if (list !== null) list.scrollTop = top;
}
