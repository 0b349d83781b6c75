import { bundledFonts } from '../../../../shared/drawings/fonts/bundled-fonts.ts';
import { chooseFonts, type FontChoice } from '../../../../shared/drawings/fonts/choose-fonts.ts';
import { ok, type Result } from '../../../../shared/lib/result.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Finding } from '../../../../shared/template/document/problem.ts';
import type { FontFace, Movie, TextLayer } from '../../../../shared/template/movie/movie.ts';
import { isMedia } from '../../sources/located-source.ts';
import type { SceneSource, SceneSources } from '../parts/scene-source.ts';
import { type FoundSource, type FoundSources, type UsedSource, usedSources } from './locate-sources.ts';

/** The sources of a film by what they are. */
export interface FilmSources {
  /** What runs, by the layer that shows it. */
  readonly media: SceneSources;
  /** Digests of images, by their layers. */
  readonly images: ReadonlyMap<NodeId, string>;
  /** The faces that a text is set in. */
  readonly fonts: (text: TextLayer) => TextFonts;
}

export interface TextFonts {
  /** Digests in the order in which characters are looked for, those that come with the program last. */
  readonly fonts: readonly string[];
  /** Those among them that are files of the project. */
  readonly files: readonly string[];
}

/** Sorts what was found; the error is all that is wrong with it, wherever it is named. */
export function filmSources(movie: Movie, found: FoundSources<FoundSource>): Result<FilmSources, readonly Finding[]> {
  const used = usedSources(movie, found);
  if (!used.ok) return used;
  const media = new Map<NodeId, SceneSource>();
  const images = new Map<NodeId, string>();
  for (const { at, kind, found: source } of used.value) {
    if (isMedia(source)) media.set(at.node, { sha256: source.sha256, facts: source.facts });
    else if (kind === 'image') images.set(at.node, source.sha256);
  }
  const declared = fontsIn(movie, used.value);
  return ok({ media, images, fonts: ({ style }) => fontsFor(style, declared) });
}

/** Digests of what every film can be set in: no file of a project. */
const BUNDLED: ReadonlySet<string> = new Set(bundledFonts.map(({ digest }) => digest));

function fontsFor({ families, weight, slant }: TextLayer['style'], declared: readonly FontChoice[]): TextFonts {
  const { fonts } = chooseFonts(families, weight, slant, declared);
  return { fonts, files: fonts.filter((digest) => !BUNDLED.has(digest)) };
}

/** The weight of a font that does not say its own. */
const USUAL_WEIGHT = 400;

/** The fonts that a template declares, and those that its texts name by their files. */
function fontsIn(movie: Movie, used: readonly UsedSource<FoundSource>[]): readonly FontChoice[] {
  const faces = new Map(movie.fonts.map((face) => [face.id, face]));
  return used.flatMap(({ source, at, found: { sha256, facts } }): readonly FontChoice[] => {
    if (!('still' in facts) || facts.still !== 'font') return [];
    const face: Partial<FontFace> = faces.get(at.node) ?? { family: source.kind === 'asset' ? source.name : '' };
    const own = facts.font.weights ?? { least: USUAL_WEIGHT, most: USUAL_WEIGHT };
    return [
      {
        family: face.family ?? '',
        digest: sha256,
        weights: face.weight ? { least: face.weight, most: face.weight } : own,
        style: face.style ?? facts.font.style ?? 'normal',
      },
    ];
  });
}
