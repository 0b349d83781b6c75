import type { DrawingLayout, TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import type { Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { MediaPort } from '../decode/media-port.ts';
import { createProjectEngine } from './project-engine.ts';
import { setText } from './set-text.ts';

/** Lays out the texts of many movies. Its result is a promise, whereas the preview polls. */
export interface TextCheck {
  /** Lays out a text after its fonts have loaded; null if that fails. Rejects if the signal aborts. */
  readonly layOut: (movie: Movie, layer: TextLayer, frame: Size, signal: AbortSignal) => Promise<DrawingLayout | null>;
  readonly dispose: () => void;
}

/** The maximum number of cached layouts. Many films share their texts. */
const MAX_CACHED = 500;

export function createTextCheck(port: MediaPort): TextCheck {
  let change = Promise.withResolvers<void>();
  const onChange = (): void => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const engine = createProjectEngine(port, onChange);
  const { worker, stills, added } = engine;
  const cached = new Map<string, Promise<DrawingLayout | null>>();

  const readyDrawing = async (
    movie: Movie,
    layer: TextLayer,
    frame: Size,
    signal: AbortSignal,
  ): Promise<TextDrawing> => {
    for (;;) {
      const { promise } = change;
      const drawing = setText(movie, layer, { frame, style: null }, { stills, added });
      const isOpening = playedSources(movie).some(
        (source) => source.kind === 'font' && stills.get(source).kind === 'opening',
      );
      if (!isOpening && !added.isLoading()) return drawing;
      await promise;
      signal.throwIfAborted();
    }
  };
  const requestLayout = async (drawing: TextDrawing): Promise<DrawingLayout | null> => {
    // The worker ended before it responded, so the text has no layout.
    const layout = await worker.layOut(drawing).catch(() => null);
    return layout?.ok === true ? layout.value : null;
  };
  return {
    async layOut(movie, layer, frame, signal) {
      const drawing = await readyDrawing(movie, layer, frame, signal);
      const key = JSON.stringify(drawing);
      const answer = cached.get(key) ?? requestLayout(drawing);
      cached.delete(key);
      cached.set(key, answer);
      const [oldest] = cached.keys();
      if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
      const layout = await answer;
      signal.throwIfAborted();
      return layout;
    },
    dispose() {
      engine.dispose();
      onChange();
    },
  };
}
