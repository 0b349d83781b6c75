import type { Cue } from '#shared/captions/cue.ts';
import { captionAt, cuesFromLayer, visibleCues, wholeFrameAt } from '#shared/captions/shown-cues.ts';
import { type ComposeSources, captionFonts, fontChoice, fontsFor } from '#shared/compositor/scene/compose-sources.ts';
import type { TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import type { CaptionsLayer, Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { captionDrawing } from '#shared/timeline/caption-drawing.ts';
import { textDrawing } from '#shared/timeline/layer-drawing.ts';
import type { AnimatedStyle } from '#shared/timeline/layer-state.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { AddedFonts } from './added-fonts.ts';
import type { StaticSources } from './still-sources.ts';

/** The sources of the fonts that a text can use. */
export interface FontSources {
  readonly stills: Pick<StaticSources, 'get'>;
  readonly added: Pick<AddedFonts, 'forText'>;
}

/** Returns the drawing of a text as in the engine, with the available fonts. Starts loading missing fonts. */
export function textDrawingOf(
  movie: Movie,
  layer: TextLayer,
  { frame, style }: { readonly frame: Size; readonly style: AnimatedStyle | null },
  sources: FontSources,
): TextDrawing {
  const { fonts, spanFonts } = fontsFor(layer, declaredFonts(movie, sources), sources.added.forText(layer));
  return textDrawing(layer, fonts, { frame, scale: 1, look: style }, spanFonts);
}

/**
 * Returns the drawing of the captions at a local frame of their layer; null if no caption is visible. Styles of single
 * words are omitted, because they do not affect the size.
 */
export function captionsDrawingOf(
  movie: Movie,
  layer: CaptionsLayer,
  cues: readonly Cue[],
  { frame, look, at }: { readonly frame: Size; readonly look: AnimatedStyle | null; readonly at: number },
  sources: FontSources,
): TextDrawing | null {
  const whole = wholeFrameAt(at);
  const shown = visibleCues(cues, layer, movie.frameRate, { from: whole, to: whole + 1 });
  const caption = captionAt(shown, at);
  if (caption === null) return null;
  const declared = declaredFonts(movie, sources);
  const fontsOf: ComposeSources['fonts'] = (text) => fontsFor(text, declared, sources.added.forText(text));
  const { fonts } = captionFonts(layer, shown, { fonts: fontsOf });
  const { words: _, ...drawing } = captionDrawing(layer, caption, fonts, { frame, scale: 1, look }, at);
  return drawing;
}

/** Returns the cues of captions; null while their file is loading. The first call starts loading the file. */
export function captionCues(
  { frameRate }: Movie,
  { source, cues }: CaptionsLayer,
  { stills }: Pick<FontSources, 'stills'>,
): readonly Cue[] | null {
  if (cues !== undefined) return cuesFromLayer(cues, frameRate);
  const status = source === null ? null : stills.get({ source, kind: 'captions' });
  if (status?.kind === 'opening') return null;
  return status?.kind === 'ready' && status.still.kind === 'captions' ? status.still.captions.cues : [];
}

/** Returns the fonts that a movie declares or its texts name. Fonts whose files have not loaded are omitted. */
export function declaredFonts(movie: Movie, { stills }: Pick<FontSources, 'stills'>) {
  return playedSources(movie).flatMap((source) => {
    const status = source.kind === 'font' ? stills.get(source) : null;
    if (status?.kind !== 'ready' || status.still.kind !== 'font') return [];
    return [fontChoice(movie, source, status.still.digest, status.still.font)];
  });
}
