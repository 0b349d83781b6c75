import type { DrawingLayout, TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import type { Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { MediaPort } from '../decode/media-port.ts';
import { createAddedFonts } from './added-fonts.ts';
import { createComposeEngine } from './compose-engine.ts';
import { setText } from './set-text.ts';
import { createStaticSources } from './still-sources.ts';

/** Lays out the texts of many movies. It resolves with the result, whereas the preview polls. */
export interface TextCheck {
  /** Lays out a text once its fonts are loaded; null if that fails. Rejects when the signal aborts. */
  readonly layOut: (movie: Movie, layer: TextLayer, frame: Size, signal: AbortSignal) => Promise<DrawingLayout | null>;
  readonly dispose: () => void;
}

/** The number of cached layouts. Many films share their texts. */
const MAX_CACHED = 500;

export function createTextCheck(port: MediaPort): TextCheck {
  let change = Promise.withResolvers<void>();
  const onChange = (): void => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const engine = createComposeEngine();
  const stills = createStaticSources(port, engine, onChange);
  const added = createAddedFonts(port, engine, onChange);
  const kept = new Map<string, Promise<DrawingLayout | null>>();

  const readyDrawing = async (
    movie: Movie,
    layer: TextLayer,
    frame: Size,
    signal: AbortSignal,
  ): Promise<TextDrawing> => {
    for (;;) {
      const { promise } = change;
      const drawing = setText(movie, layer, { frame, look: null }, { stills, added });
      const isOpening = playedSources(movie).some(
        (each) => each.kind === 'font' && stills.get(each).kind === 'opening',
      );
      if (!isOpening && !added.isLoading()) return drawing;
      await promise;
      signal.throwIfAborted();
    }
  };
  const ask = async (drawing: TextDrawing): Promise<DrawingLayout | null> => {
    // The worker ended before it answered, so the text has no layout.
    const layout = await engine.layOut(drawing).catch(() => null);
    return layout?.ok === true ? layout.value : null;
  };
  return {
    async layOut(movie, layer, frame, signal) {
      const drawing = await readyDrawing(movie, layer, frame, signal);
      const key = JSON.stringify(drawing);
      const answer = kept.get(key) ?? ask(drawing);
      kept.delete(key);
      kept.set(key, answer);
      const [oldest] = kept.keys();
      if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
      const layout = await answer;
      signal.throwIfAborted();
      return layout;
    },
    dispose() {
      for (const part of [stills, added, engine]) part.dispose();
      onChange();
    },
  };
}
