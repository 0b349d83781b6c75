import type { Movie } from '#shared/template/movie/movie.ts';
import type { Composition } from '../picture/composition.ts';
import type { FrameSource } from './frame-source.ts';
import type { FrameView, LayerIssue } from './frame-view.ts';

/** What is on the canvas. */
export interface Shown {
  /** Of the film; null before anything was drawn. */
  readonly frame: number | null;
  /** Whether it is the very frame that would be rendered. */
  readonly exact: boolean;
  /** Whether only the engine can show all of it. */
  readonly byEngine: boolean;
  /** What keeps layers from being shown. */
  readonly issues: readonly LayerIssue[];
}

/** Brings frames to the canvas, each as soon as it is there. */
export interface Screen {
  /**
   * The latest call counts. What is there is drawn at once; something near it after a moment; the very frame when it
   * comes.
   */
  readonly show: (movie: Movie, frame: number, prospect: ScreenProspect) => void;
  readonly shown: () => Shown;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

export interface ScreenProspect {
  readonly ahead: number;
  readonly backwards: boolean;
}

/** After so long something near it is better than what was there before: the time of a scrub's frame. */
const PATIENCE_MILLISECONDS = 40;

export function createScreen(
  source: Pick<FrameSource, 'view' | 'want' | 'warm' | 'subscribe'>,
  renderer: { readonly draw: (composition: Composition) => void },
): Screen {
  let requested: { readonly movie: Movie; readonly frame: number } | null = null;
  /**
   * Since when there was nothing to draw, whatever was wanted meanwhile: frames that play are wanted one after another.
   */
  let waitsSince: number | null = null;
  let prospect: ScreenProspect = { ahead: 0, backwards: false };
  let shown: Shown = { frame: null, exact: false, byEngine: false, issues: [] };
  let timer: ReturnType<typeof setTimeout> | null = null;
  const listeners = new Set<() => void>();

  const become = (next: Shown) => {
    // The same list as long as it says the same, so that those who only look at it are left alone.
    const issues = sameIssues(next.issues, shown.issues) ? shown.issues : next.issues;
    const isSame = next.frame === shown.frame && next.exact === shown.exact && next.byEngine === shown.byEngine;
    if (isSame && issues === shown.issues) return;
    shown = { ...next, issues: issues };
    for (const listener of listeners) listener();
  };

  /** Whether what is wanted is on the canvas as it should be. */
  let settled = false;

  const stopWaiting = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  const draw = ({ composition, exact, byEngine, issues }: FrameView, frame: number) => {
    if (composition === null) become({ ...shown, exact: false, byEngine, issues: issues });
    else {
      renderer.draw(composition);
      settled = exact;
      stopWaiting();
      waitsSince = exact ? null : performance.now();
      become({ frame, exact, byEngine, issues: issues });
      if (exact && requested !== null) source.warm(requested.movie, frame);
    }
  };

  const update = () => {
    if (requested === null) return;
    const { movie, frame } = requested;
    source.want(movie, frame, prospect);
    const view = source.view(movie, frame);
    waitsSince ??= performance.now();
    const waited = performance.now() - waitsSince;
    if (view.exact || waited >= PATIENCE_MILLISECONDS) draw(view, frame);
    else if (timer === null)
      timer = setTimeout(() => {
        timer = null;
        update();
      }, PATIENCE_MILLISECONDS - waited);
  };
  const unsubscribe = source.subscribe(() => {
    // What comes in ahead of time changes nothing of a frame that is right.
    if (!settled) update();
  });

  return {
    show(movie, frame, next) {
      prospect = next;
      requested = { movie, frame };
      settled = false;
      update();
    },
    shown: () => shown,
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
  return left.length === right.length && left.every((each, index) => sameIssue(each, right[index]));
}

function sameIssue(left: LayerIssue, right: LayerIssue | undefined): boolean {
  if (right === undefined || left.kind !== right.kind || left.layer !== right.layer) return false;
  return left.kind !== 'proxy' || right.kind !== 'proxy' || left.progress === right.progress;
}
