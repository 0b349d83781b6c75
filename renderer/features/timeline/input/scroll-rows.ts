import type { TimelineStore } from '../model/timeline-store.ts';

/** Scrolls the rows so that those from a height on, in pixels from the first, are in sight. */
export function scrollRows(view: Pick<TimelineStore, 'setState'>, top: number): void {
  // What scrolls tells of it later than what is drawn asks, and not at all where it is not there yet.
  view.setState({ rowScroll: top });
  const list = document.querySelector('[data-rows]');
  if (list !== null) list.scrollTop = top;
}
