import { fontChoice, fontsFor } from '#shared/compositor/scene/compose-sources.ts';
import type { TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import type { Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { textDrawing } from '#shared/timeline/layer-drawing.ts';
import type { AnimatedStyle } from '#shared/timeline/layer-state.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { AddedFonts } from './added-fonts.ts';
import type { StaticSources } from './still-sources.ts';

/** Where fonts are had from. */
export interface SetIn {
  readonly stills: Pick<StaticSources, 'get'>;
  readonly added: Pick<AddedFonts, 'forText'>;
}

/** A text of a film as the engine sets it, in the fonts that are there by now; asks for those that lack. */
export function setText(
  movie: Movie,
  layer: TextLayer,
  { frame, look }: { readonly frame: Size; readonly look: AnimatedStyle | null },
  { stills, added }: SetIn,
): TextDrawing {
  const declared = playedSources(movie).flatMap((each) => {
    const status = each.kind === 'font' ? stills.get(each) : null;
    if (status?.kind !== 'ready' || status.still.kind !== 'font') return [];
    return [fontChoice(movie, each, status.still.digest, status.still.font)];
  });
  const { fonts, spanFonts } = fontsFor(layer, declared, added.forText(layer));
  return textDrawing(layer, fonts, { frame, scale: 1, look }, spanFonts);
}
