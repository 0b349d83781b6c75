/** What of the film is in sight. Pixels are those of the page; `x` counts from the left edge of the lanes. */
export interface View {
  readonly pixelsPerFrame: number;
  /** Pixels of the film that lie left of the lanes. */
  readonly scroll: number;
  /** Of the lanes. */
  readonly width: number;
}

/** A frame is at most so wide: each can be told from the next, and its picture seen. */
const WIDEST_FRAME = 48;
/** Behind the last scene, for dropping there and for its handle. */
export const END_ROOM = 96;
/** What one press of + or − makes of the zoom. */
export const ZOOM_STEP = 1.4;

export function xOf(frame: number, { pixelsPerFrame, scroll }: View): number {
  return frame * pixelsPerFrame - scroll;
}

/** The frame at a place, with its fraction. */
export function frameAt(x: number, { pixelsPerFrame, scroll }: View): number {
  return (x + scroll) / pixelsPerFrame;
}

/** The smallest and the largest zoom of a film: from twice what is needed to see all of it, to single frames. */
function zoomRange(total: number, width: number): { readonly least: number; readonly most: number } {
  const fits = Math.max(1, width) / Math.max(1, total);
  return { least: Math.min(WIDEST_FRAME / 2, fits / 2), most: WIDEST_FRAME };
}

/** All of the film, with a little room behind it. */
export function fittedView(total: number, width: number): View {
  const room = Math.min(24, width / 10);
  const pixelsPerFrame = Math.min(WIDEST_FRAME, Math.max(1, width - room) / Math.max(1, total));
  return { pixelsPerFrame, scroll: 0, width };
}

/** What a template is opened with: all of the film where scenes can still be told apart, else its beginning. */
export function firstView(total: number, width: number): View {
  const fitted = fittedView(total, width);
  const pixelsPerFrame = Math.min(4, Math.max(0.5, fitted.pixelsPerFrame));
  return { pixelsPerFrame, scroll: 0, width };
}

/** Another zoom; the frame at `x` stays where it is, unless the film's beginning or end is in the way. */
export function zoomedView(view: View, pixelsPerFrame: number, x: number, total: number): View {
  const { least, most } = zoomRange(total, view.width);
  const zoom = Math.min(most, Math.max(least, pixelsPerFrame));
  const scroll = frameAt(x, view) * zoom - x;
  return scrolledView({ ...view, pixelsPerFrame: zoom }, scroll, total);
}

/** Another place, within the film. */
export function scrolledView(view: View, scroll: number, total: number): View {
  return { ...view, scroll: Math.min(lastScroll(view, total), Math.max(0, scroll)) };
}

function lastScroll({ pixelsPerFrame, width }: View, total: number): number {
  return Math.max(0, total * pixelsPerFrame + END_ROOM - width);
}

/** Where a zoom lies between the least (0) and the most (1): by ratio, as eyes judge it. */
export function zoomShare(pixelsPerFrame: number, total: number, width: number): number {
  const { least, most } = zoomRange(total, width);
  if (most <= least) return 0;
  return Math.min(1, Math.max(0, Math.log(pixelsPerFrame / least) / Math.log(most / least)));
}

/** The inverse of {@link zoomShare}. */
export function zoomOfShare(share: number, total: number, width: number): number {
  const { least, most } = zoomRange(total, width);
  return least * (most / least) ** share;
}

/** The view that shows a frame: the same where it is in sight, else a page further or around it. */
export function followedView(view: View, frame: number, total: number): View {
  const x = xOf(frame, view);
  if (x >= 0 && x <= view.width - 1) return view;
  const isNext = x > 0 && x < view.width * 2;
  return scrolledView(view, frame * view.pixelsPerFrame - view.width * (isNext ? 0.05 : 0.3), total);
}

/** The view that shows a stretch: scrolled as little as possible. */
export function revealedView(view: View, from: number, to: number, total: number): View {
  const [left, right] = [xOf(from, view), xOf(to, view)];
  const margin = Math.min(48, view.width / 8);
  if (left >= 0 && right <= view.width) return view;
  const scroll =
    left < 0 || right - left > view.width ? view.scroll + left - margin : view.scroll + right - view.width + margin;
  return scrolledView(view, scroll, total);
}
