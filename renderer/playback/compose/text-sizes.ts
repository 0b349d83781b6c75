import type { Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { AnimatedStyle } from '#shared/timeline/layer-state.ts';
import { type SetIn, setText } from './set-text.ts';
import type { TextLayouts } from './text-layouts.ts';

/** The laid-out sizes of texts, as in the engine. */
export interface TextSizes {
  /** Returns the size in movie pixels; null while unknown, or if the text has a fault. */
  readonly sizeOf: (movie: Movie, layer: TextLayer, style: AnimatedStyle | null, frame: Size) => Size | null;
  /** Returns whether the box clips the text; false while the layout is unknown. */
  readonly isCut: (movie: Movie, layer: TextLayer, frame: Size) => boolean;
  /** Calls the listener when a size becomes available. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createTextSizes(layouts: TextLayouts, fonts: SetIn): TextSizes {
  const layoutOf = (movie: Movie, layer: TextLayer, style: AnimatedStyle | null, frame: Size) => {
    const layout = layouts.layoutOf(setText(movie, layer, { frame, style }, fonts));
    return layout?.ok === true ? layout.value : null;
  };
  return {
    sizeOf: (movie, layer, style, frame) => {
      const layout = layoutOf(movie, layer, style, frame);
      return layout && { width: layout.width, height: layout.height };
    },
    isCut: (movie, layer, frame) => layoutOf(movie, layer, null, frame)?.overflows === true,
    subscribe: layouts.subscribe,
  };
}
