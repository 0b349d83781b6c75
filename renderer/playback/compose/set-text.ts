import { fontChoice, fontsFor } from '#shared/compositor/scene/compose-sources.ts';
import type { TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import type { Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { textDrawing } from '#shared/timeline/layer-drawing.ts';
import type { AnimatedStyle } from '#shared/timeline/layer-state.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { AddedFonts } from './added-fonts.ts';
import type { StaticSources } from './still-sources.ts';

/** The sources of the fonts that a text can use. */
export interface SetIn {
  readonly stills: Pick<StaticSources, 'get'>;
  readonly added: Pick<AddedFonts, 'forText'>;
}

/** Returns the drawing of a text as the engine draws it, with the available fonts, and starts loading missing fonts. */
export function setText(
  movie: Movie,
  layer: TextLayer,
  { frame, style }: { readonly frame: Size; readonly style: AnimatedStyle | null },
  { stills, added }: SetIn,
): TextDrawing {
  const declared = playedSources(movie).flatMap((source) => {
    const status = source.kind === 'font' ? stills.get(source) : null;
    if (status?.kind !== 'ready' || status.still.kind !== 'font') return [];
    return [fontChoice(movie, source, status.still.digest, status.still.font)];
  });
  const { fonts, spanFonts } = fontsFor(layer, declared, added.forText(layer));
  return textDrawing(layer, fonts, { frame, scale: 1, look: style }, spanFonts);
}
