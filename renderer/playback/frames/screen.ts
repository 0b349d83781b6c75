import type { Movie } from '#shared/template/movie/movie.ts';
import type { FrameProducer, FrameView, LayerIssue, Lookahead } from '../frame-producer.ts';
import type { Composition } from '../picture/composition.ts';

/** The state of the canvas. */
export interface ScreenState {
  /** The frame of the movie on the canvas; null before the first draw. */
  readonly frame: number | null;
  /** Whether the canvas equals the rendered frame. */
  readonly exact: boolean;
  /** Whether only the engine can show the whole frame. */
  readonly byEngine: boolean;
  /** The issues of the frame's layers. */
  readonly issues: readonly LayerIssue[];
}

/** Draws frames on the canvas when they become available. */
export interface Screen {
  /**
   * Shows a frame. If the exact frame is available, draws it immediately. Otherwise, waits up to
   * `NEARBY_DELAY_MILLISECONDS` for the exact frame before drawing a nearby one. Replaces the previous request.
   */
  readonly show: (movie: Movie, frame: number, lookahead: Lookahead) => void;
  readonly current: () => ScreenState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** The delay in milliseconds before a nearby frame is drawn. It equals the duration of one frame at 25 fps. */
const NEARBY_DELAY_MILLISECONDS = 40;

export function createScreen(
  source: Pick<FrameProducer, 'view' | 'request' | 'prepare' | 'subscribe'>,
  renderer: { readonly draw: (composition: Composition) => void },
): Screen {
  let requested: { readonly movie: Movie; readonly frame: number } | null = null;
  /**
   * The time when waiting for an exact frame began; null while not waiting. Later requests do not reset the time,
   * because playback requests a new frame each time.
   */
  let waitsSince: number | null = null;
  let lookahead: Lookahead = { ahead: 0, backwards: false };
  let current: ScreenState = { frame: null, exact: false, byEngine: false, issues: [] };
  let timer: ReturnType<typeof setTimeout> | null = null;
  const listeners = new Set<() => void>();

  const setState = (next: ScreenState) => {
    // If the issues are equal, use the previous list, so that listeners are not notified.
    const issues = sameIssues(next.issues, current.issues) ? current.issues : next.issues;
    const isSame = next.frame === current.frame && next.exact === current.exact && next.byEngine === current.byEngine;
    if (isSame && issues === current.issues) return;
    current = { ...next, issues };
    for (const listener of listeners) listener();
  };

  /** Whether the canvas shows the exact requested frame. */
  let isExact = false;

  const stopWaiting = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  const draw = ({ composition, exact, byEngine, issues }: FrameView, frame: number) => {
    if (composition === null) setState({ ...current, exact: false, byEngine, issues });
    else {
      renderer.draw(composition);
      isExact = exact;
      stopWaiting();
      waitsSince = exact ? null : performance.now();
      setState({ frame, exact, byEngine, issues });
      if (exact && requested !== null) source.prepare(requested.movie, frame);
    }
  };

  const update = () => {
    if (requested === null) return;
    const { movie, frame } = requested;
    source.request(movie, frame, lookahead);
    const view = source.view(movie, frame);
    waitsSince ??= performance.now();
    const waited = performance.now() - waitsSince;
    if (view.exact || waited >= NEARBY_DELAY_MILLISECONDS) draw(view, frame);
    else if (timer === null)
      timer = setTimeout(() => {
        timer = null;
        update();
      }, NEARBY_DELAY_MILLISECONDS - waited);
  };
  const unsubscribe = source.subscribe(() => {
    // An exact frame does not change when further pictures are decoded.
    if (!isExact) update();
  });

  return {
    show(movie, frame, next) {
      lookahead = next;
      requested = { movie, frame };
      isExact = false;
      update();
    },
    current: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      unsubscribe();
      listeners.clear();
      stopWaiting();
      requested = null;
    },
  };
}

function sameIssues(left: readonly LayerIssue[], right: readonly LayerIssue[]): boolean {
  return left.length === right.length && left.every((issue, index) => sameIssue(issue, right[index]));
}

function sameIssue(left: LayerIssue, right: LayerIssue | undefined): boolean {
  if (right === undefined || left.kind !== right.kind || left.layer !== right.layer) return false;
  return left.kind !== 'proxy' || right.kind !== 'proxy' || left.progress === right.progress;
}
