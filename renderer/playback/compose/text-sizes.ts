import type { NodeId } from '#shared/template/document/document.ts';
import type { CaptionsLayer, Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { AnimatedStyle } from '#shared/timeline/layer-state.ts';
import { captionCues, captionsDrawingOf, type FontSources, textDrawingOf } from './set-text.ts';
import type { TextLayouts } from './text-layouts.ts';

/** The laid-out sizes of texts, as in the engine. */
export interface TextSizes {
  /** Returns the size in movie pixels; null while unknown, or if the text has a fault. */
  readonly sizeOf: (movie: Movie, layer: TextLayer, style: AnimatedStyle | null, frame: Size) => Size | null;
  /**
   * Returns the size of the captions at a local frame of their layer; null while the size is unknown, or if no captions
   * are visible.
   */
  readonly captionSizeOf: (movie: Movie, layer: CaptionsLayer, now: CaptionsNow) => Size | null;
  /** Returns whether the box clips the text; false while the layout is unknown. */
  readonly overflows: (movie: Movie, layer: TextLayer, frame: Size) => boolean;
  /** Calls the listener when a size becomes available. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The local frame of captions, and the size of the frame that percentages refer to. */
interface CaptionsNow {
  readonly look: AnimatedStyle | null;
  readonly frame: Size;
  readonly at: number;
}

/** @param onMedia Registers a listener for files that may have loaded. Returns a function that removes the listener. */
export function createTextSizes(
  layouts: TextLayouts,
  fonts: FontSources,
  onMedia: (listener: () => void) => () => void,
): TextSizes {
  /** The captions whose files are loading. */
  const waiting = new Set<NodeId>();
  const layoutOf = (movie: Movie, layer: TextLayer, style: AnimatedStyle | null, frame: Size) => {
    const layout = layouts.layoutOf(textDrawingOf(movie, layer, { frame, style }, fonts));
    return layout?.ok === true ? layout.value : null;
  };
  return {
    sizeOf: (movie, layer, style, frame) => {
      const layout = layoutOf(movie, layer, style, frame);
      return layout && { width: layout.width, height: layout.height };
    },
    captionSizeOf: (movie, layer, now) => {
      const cues = captionCues(movie, layer, fonts);
      if (cues === null) waiting.add(layer.id);
      else waiting.delete(layer.id);
      const drawing = cues && captionsDrawingOf(movie, layer, cues, now, fonts);
      const layout = drawing && layouts.layoutOf(drawing);
      return layout?.ok === true ? { width: layout.value.width, height: layout.value.height } : null;
    },
    overflows: (movie, layer, frame) => layoutOf(movie, layer, null, frame)?.overflows === true,
    subscribe: (listener) => {
      const ends = [
        layouts.subscribe(listener),
        onMedia(() => {
          if (waiting.size > 0) listener();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
