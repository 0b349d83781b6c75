import { fontChoice, fontsFor } from '../../../shared/compose/plan/compose-sources.ts';
import { textDrawing } from '../../../shared/film/rows/layer-drawing.ts';
import type { DrawnLook } from '../../../shared/film/rows/row.ts';
import { playedSources } from '../../../shared/film/scenes/played-sources.ts';
import type { Movie, TextLayer } from '../../../shared/template/movie/movie.ts';
import type { Size } from '../../../shared/template/values/placement.ts';
import type { AddedFonts } from './added-fonts.ts';
import type { StillSources } from './still-sources.ts';
import type { TextLayouts } from './text-layouts.ts';

/** How large texts are, set as the engine sets them. */
export interface TextSizes {
  /** In pixels of the film; null until it is known, and of what cannot be set. */
  readonly sizeOf: (movie: Movie, layer: TextLayer, look: DrawnLook | null, frame: Size) => Size | null;
  /** Whether something of the text is cut off by its box; false until it is known. */
  readonly isCut: (movie: Movie, layer: TextLayer, frame: Size) => boolean;
  /** Told when a size came. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createTextSizes(
  layouts: TextLayouts,
  stills: Pick<StillSources, 'get'>,
  added: Pick<AddedFonts, 'forText'>,
): TextSizes {
  const layoutOf = (movie: Movie, layer: TextLayer, look: DrawnLook | null, frame: Size) => {
    const declared = playedSources(movie).flatMap((each) => {
      const status = each.kind === 'font' ? stills.get(each) : null;
      if (status?.kind !== 'ready' || status.still.kind !== 'font') return [];
      return [fontChoice(movie, each, status.still.digest, status.still.font)];
    });
    const { fonts, spanFonts } = fontsFor(layer, declared, added.forText(layer));
    const layout = layouts.layoutOf(textDrawing(layer, fonts, { frame, scale: 1, look }, spanFonts));
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
