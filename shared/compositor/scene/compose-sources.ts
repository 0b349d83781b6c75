import type { Captions } from '../../captions/cue.ts';
import type { ShownCue } from '../../captions/shown-cues.ts';
import { isBundled } from '../../drawings/fonts/bundled-fonts.ts';
import { chooseFonts, type FontChoice } from '../../drawings/fonts/choose-fonts.ts';
import type { FontFacts } from '../../drawings/fonts/font-facts.ts';
import { optionalFamiliesFor } from '../../drawings/fonts/optional-fonts.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { CaptionsLayer, FontFace, Movie, TextLayer } from '../../template/movie/movie.ts';
import type { NamedSource } from '../../template/movie/used-sources.ts';
import { boldWeight, type CaptionFonts } from '../../timeline/layer-drawing.ts';

/** The sources of a film by what they are. */
export interface ComposeSources {
  /** What runs, by the layer that shows it. */
  readonly media: ReadonlyMap<NodeId, RunningSource>;
  /** Digests of images, by their layers. */
  readonly images: ReadonlyMap<NodeId, string>;
  /** How many milliseconds each frame is seen, of the images that move, by digest. */
  readonly moving: ReadonlyMap<string, readonly number[]>;
  /** Digests of the images that are SVG. */
  readonly vectors: ReadonlySet<string>;
  /** Digests of tables of colours, by the effects that name them. */
  readonly tables: ReadonlyMap<NodeId, string>;
  /** What files of captions say, by their layers. */
  readonly captions: ReadonlyMap<NodeId, Captions>;
  /** The faces that a text is set in. */
  readonly fonts: (text: SetText) => TextFonts;
}

/** What of a video planning its layer takes. */
export interface RunningSource {
  readonly sha256: string;
  readonly facts: { readonly video: { readonly endSeconds: number } | null };
}

/** What the fonts of a text depend on. */
export type SetText = Pick<TextLayer, 'style' | 'spans' | 'content'>;

export interface TextFonts {
  /** Digests in the order in which characters are looked for, those that come with the program last. */
  readonly fonts: readonly string[];
  /** Of each span of the text; null where they are those of the text. A text without spans has none. */
  readonly spanFonts?: readonly (readonly string[] | null)[];
  /** Those among all of them that do not come with the program: files of the project, and fonts that were added. */
  readonly files: readonly string[];
}

/**
 * The faces of a text, of those that a film declares and those that come with the program, and of those that were added to
 * it where the text asks for them.
 */
export function fontsFor(
  { style, spans = [], content }: SetText,
  declared: readonly FontChoice[],
  installed: readonly FontChoice[],
): TextFonts {
  const added = { installed, families: installed.length > 0 ? optionalFamiliesFor(content) : [] };
  const { fonts } = chooseFonts(style.families, style.weight, style.slant, declared, added);
  const spanFonts = spans.map(({ families, weight, slant }) => {
    if (families === undefined && weight === undefined && slant === undefined) return null;
    return chooseFonts(families ?? style.families, weight ?? style.weight, slant ?? style.slant, declared, added).fonts;
  });
  const all = new Set([...fonts, ...spanFonts.flatMap((each) => each ?? [])]);
  return {
    fonts,
    ...(spanFonts.length > 0 && { spanFonts }),
    files: [...all].filter((digest) => !isBundled(digest)),
  };
}

/** The faces that captions are set in, as far as the markup of these cues asks for them. */
export function captionFonts(
  { style }: CaptionsLayer,
  cues: readonly ShownCue[],
  { fonts: fontsOf }: Pick<ComposeSources, 'fonts'>,
): { readonly fonts: CaptionFonts; readonly files: readonly string[] } {
  const runs = cues.flatMap((cue) => cue.runs);
  const asked = (isBold: boolean, isItalic: boolean) =>
    runs.some((run) => run.isBold === isBold && run.isItalic === isItalic);
  const weight = boldWeight(style);
  const content = cues.map(({ text }) => text).join('\n');
  const plain = fontsOf({ style, content });
  const bold = asked(true, false) ? fontsOf({ style: { ...style, weight }, content }) : null;
  const italic = asked(false, true) ? fontsOf({ style: { ...style, slant: 'italic' }, content }) : null;
  const boldItalic = asked(true, true) ? fontsOf({ style: { ...style, weight, slant: 'italic' }, content }) : null;
  const all = [plain, bold, italic, boldItalic];
  return {
    fonts: {
      plain: plain.fonts,
      ...(bold && { bold: bold.fonts }),
      ...(italic && { italic: italic.fonts }),
      ...(boldItalic && { boldItalic: boldItalic.fonts }),
    },
    files: [...new Set(all.flatMap((each) => each?.files ?? []))],
  };
}

/** The weight of a font that does not say its own. */
const USUAL_WEIGHT = 400;

/** How texts ask for a font that a template declares, or that one of them names by its file. */
export function fontChoice(
  movie: Pick<Movie, 'fonts'>,
  { source, at }: Pick<NamedSource, 'source' | 'at'>,
  digest: string,
  facts: FontFacts,
): FontChoice {
  const named: Partial<FontFace> = { family: source.kind === 'asset' ? source.name : '' };
  const face = movie.fonts.find(({ id }) => id === at.node) ?? named;
  const own = facts.weights ?? { least: USUAL_WEIGHT, most: USUAL_WEIGHT };
  return {
    family: face.family ?? '',
    digest,
    weights: face.weight ? { least: face.weight, most: face.weight } : own,
    style: face.style ?? facts.style ?? 'normal',
  };
}
