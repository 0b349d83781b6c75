import type { Captions, Cue } from '../../captions/cue.ts';
import { cuesFromLayer, type TimedCue } from '../../captions/shown-cues.ts';
import { isBundled } from '../../drawings/fonts/bundled-fonts.ts';
import { chooseFonts, type FontChoice } from '../../drawings/fonts/choose-fonts.ts';
import type { FontFacts } from '../../drawings/fonts/font-facts.ts';
import { optionalFamiliesFor } from '../../drawings/fonts/optional-fonts.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { CaptionsLayer, FontFace, Movie, TextLayer } from '../../template/movie/movie.ts';
import type { NamedSource } from '../../template/movie/movie-kinds.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';
import { boldWeight, type CaptionFonts } from '../../timeline/caption-drawing.ts';

/** The sources of a film, by kind. */
export interface ComposeSources {
  /** The file of each video layer. */
  readonly media: ReadonlyMap<NodeId, RunningSource>;
  /** The digests of images by their layer or transition. */
  readonly images: ReadonlyMap<NodeId, string>;
  /** The durations of the frames of animated images in milliseconds, by digest. */
  readonly moving: ReadonlyMap<string, readonly number[]>;
  /** The names of the SVG renderers, by the digest of the image. */
  readonly vectors: ReadonlyMap<string, string>;
  /** The digests of color tables by the effect that uses them. */
  readonly tables: ReadonlyMap<NodeId, string>;
  /** The content of caption files, by their layers. */
  readonly captions: ReadonlyMap<NodeId, Captions>;
  /** Returns the faces of a text. */
  readonly fonts: (text: SetText) => TextFonts;
}

/** The facts about the file of a video that planning its layer needs. */
export interface RunningSource {
  readonly sha256: string;
  readonly facts: { readonly video: { readonly endSeconds: number } | null };
}

/** The fields of a text that determine its fonts. */
export type SetText = Pick<TextLayer, 'style' | 'spans' | 'content' | 'counted'>;

export interface TextFonts {
  /** Digests in lookup order; bundled fonts come last. */
  readonly fonts: readonly string[];
  /** The fonts of each span; null for a span with the text's fonts. Absent if the text has no spans. */
  readonly spanFonts?: readonly (readonly string[] | null)[];
  /** Digests of fonts that are not bundled: project files and added fonts. */
  readonly files: readonly string[];
}

/**
 * Chooses the fonts of a text from the declared and the bundled fonts. Adds an installed font only if the text needs
 * it.
 */
export function fontsFor(text: SetText, declared: readonly FontChoice[], installed: readonly FontChoice[]): TextFonts {
  const { style, spans = [] } = text;
  const added = { installed, families: installed.length > 0 ? optionalFamiliesFor(lettersOf(text)) : [] };
  const { fonts } = chooseFonts(style.families, style.weight, style.slant, declared, added);
  const spanFonts = spans.map(({ families, weight, slant }) => {
    if (families === undefined && weight === undefined && slant === undefined) return null;
    return chooseFonts(families ?? style.families, weight ?? style.weight, slant ?? style.slant, declared, added).fonts;
  });
  const all = new Set([...fonts, ...spanFonts.flatMap((spanFont) => spanFont ?? [])]);
  return {
    fonts,
    ...(spanFonts.length > 0 && { spanFonts }),
    files: [...all].filter((digest) => !isBundled(digest)),
  };
}

/** Returns a text with all letters that the text contains in any frame. Excludes the digits of the language. */
export function lettersOf({ content, counted }: Pick<SetText, 'content' | 'counted'>): string {
  if (counted === undefined) return content;
  return [content, ...counted.pieces.map((piece) => ('text' in piece ? piece.text : piece.source))].join('\n');
}

/** Returns the layer's own cues, or the cues of its file. */
export function cuesOfLayer(
  { id, cues }: Pick<CaptionsLayer, 'id' | 'cues'>,
  { captions }: Pick<ComposeSources, 'captions'>,
  rate: FrameRate,
): readonly Cue[] {
  return cues === undefined ? (captions.get(id)?.cues ?? []) : cuesFromLayer(cues, rate);
}

/** Chooses the fonts of captions for the styles that the markup of the cues uses. */
export function captionFonts(
  { style }: CaptionsLayer,
  cues: readonly TimedCue[],
  { fonts: fontsOf }: Pick<ComposeSources, 'fonts'>,
): { readonly fonts: CaptionFonts; readonly files: readonly string[] } {
  const runs = cues.flatMap((cue) => cue.runs);
  const isUsed = (isBold: boolean, isItalic: boolean) =>
    runs.some((run) => run.isBold === isBold && run.isItalic === isItalic);
  const weight = boldWeight(style);
  const content = cues.map(({ text }) => text).join('\n');
  const plain = fontsOf({ style, content });
  const bold = isUsed(true, false) ? fontsOf({ style: { ...style, weight }, content }) : null;
  const italic = isUsed(false, true) ? fontsOf({ style: { ...style, slant: 'italic' }, content }) : null;
  const boldItalic = isUsed(true, true) ? fontsOf({ style: { ...style, weight, slant: 'italic' }, content }) : null;
  const all = [plain, bold, italic, boldItalic];
  return {
    fonts: {
      plain: plain.fonts,
      ...(bold && { bold: bold.fonts }),
      ...(italic && { italic: italic.fonts }),
      ...(boldItalic && { boldItalic: boldItalic.fonts }),
    },
    files: [...new Set(all.flatMap((faces) => faces?.files ?? []))],
  };
}

/** The weight of a font that does not declare one. */
const DEFAULT_WEIGHT = 400;

/** Returns the font for the name that a text uses: the name of a font declaration in the template, or of an asset. */
export function fontChoice(
  movie: Pick<Movie, 'fonts'>,
  { source, at }: Pick<NamedSource, 'source' | 'at'>,
  digest: string,
  facts: FontFacts,
): FontChoice {
  const named: Partial<FontFace> = { family: source.kind === 'asset' ? source.name : '' };
  const face = movie.fonts.find(({ id }) => id === at.node) ?? named;
  const own = facts.weights ?? { least: DEFAULT_WEIGHT, most: DEFAULT_WEIGHT };
  return {
    family: face.family ?? '',
    digest,
    weights: face.weight ? { least: face.weight, most: face.weight } : own,
    style: face.style ?? facts.style ?? 'normal',
  };
}
