import type { Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { AnimatedStyle } from '#shared/timeline/layer-state.ts';
import { type SetIn, setText } from './set-text.ts';
import type { TextLayouts } from './text-layouts.ts';

/** How large texts are, set as the engine sets them. */
export interface TextSizes {
  /** In pixels of the film; null until it is known, and of what cannot be set. */
  readonly sizeOf: (movie: Movie, layer: TextLayer, look: AnimatedStyle | null, frame: Size) => Size | null;
  /** Whether something of the text is cut off by its box; false until it is known. */
  readonly isCut: (movie: Movie, layer: TextLayer, frame: Size) => boolean;
  /** Told when a size came. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createTextSizes(layouts: TextLayouts, fonts: SetIn): TextSizes {
  const layoutOf = (movie: Movie, layer: TextLayer, look: AnimatedStyle | null, frame: Size) => {
    const layout = layouts.layoutOf(setText(movie, layer, { frame, look }, fonts));
    return layout?.ok === true ? layout.value : null;
  };
  return {
    sizeOf: (movie, layer, look, frame) => {
      const layout = layoutOf(movie, layer, look, frame);
      return layout && { width: layout.width, height: layout.height };
    },
    isCut: (movie, layer, frame) => layoutOf(movie, layer, null, frame)?.overflows === true,
    subscribe: layouts.subscribe,
  };
}
