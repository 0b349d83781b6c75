import { drawingLimits } from '../../../../shared/drawings/drawing/drawing-limits.ts';
import { bundledFonts } from '../../../../shared/drawings/fonts/bundled-fonts.ts';
import { chooseFonts, type FontChoice } from '../../../../shared/drawings/fonts/choose-fonts.ts';
import { filmFindings } from '../../../../shared/film/checks/check-film.ts';
import {
  type EndsOf,
  endedFindings,
  hasOpenLengths,
  withContentLengths,
} from '../../../../shared/film/lengths/content-length.ts';
import { settle } from '../../../../shared/film/scenes/settle.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import { statement } from '../../../../shared/statements/statement.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import { type Finding, problemCodes } from '../../../../shared/template/document/problem.ts';
import type { FontFace, Movie, TextLayer } from '../../../../shared/template/movie/movie.ts';
import { isMedia } from '../../sources/located-source.ts';
import type { SceneSource, SceneSources } from '../parts/scene-source.ts';
import { type FoundSource, type FoundSources, type UsedSource, usedSources, wantedKey } from './locate-sources.ts';

/** The sources of a film by what they are. */
export interface FilmSources {
  /** What runs, by the layer that shows it. */
  readonly media: SceneSources;
  /** Digests of images, by their layers. */
  readonly images: ReadonlyMap<NodeId, string>;
  /** Digests of tables of colours, by the effects that name them. */
  readonly tables: ReadonlyMap<NodeId, string>;
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
  const tables = new Map<NodeId, string>();
  for (const { at, kind, found: source } of used.value) {
    if (isMedia(source)) media.set(at.node, { sha256: source.sha256, facts: source.facts });
    else if (kind === 'image') images.set(at.node, source.sha256);
    else if (kind === 'table') tables.set(at.node, source.sha256);
  }
  const heavy = tooManyFonts(used.value);
  if (heavy.length > 0) return err(heavy);
  const declared = fontsIn(movie, used.value);
  return ok({ media, images, tables, fonts: ({ style }) => fontsFor(style, declared) });
}

const MEBIBYTE = 2 ** 20;

/** The font with which all of them together are larger than those of a film may be; each file counts once. */
function tooManyFonts(used: readonly UsedSource<FoundSource>[]): readonly Finding[] {
  const sizes = new Map<string, number>();
  for (const { at, found } of used) {
    if (!('still' in found.facts) || found.facts.still !== 'font') continue;
    sizes.set(found.sha256, found.facts.bytes);
    const all = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (all <= drawingLimits.allFontBytes) continue;
    const mebibytes = { mebibytes: Math.ceil(all / MEBIBYTE), most: drawingLimits.allFontBytes / MEBIBYTE };
    return [{ code: 'source/too-large', says: statement('source/all-fonts', mebibytes), at }];
  }
  return [];
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

/** A film of which every length is known, and its sources. */
interface MeasuredFilm {
  readonly movie: Movie;
  readonly sources: FilmSources;
  /** What only the sources' lengths tell. */
  readonly warnings: readonly Finding[];
}

/**
 * Gives the scenes of a film their lengths, which may come from its sources, and sorts those; the error is all that is wrong
 * with them, or with the lengths that come of them.
 */
export function measuredFilm(movie: Movie, found: FoundSources<FoundSource>): Result<MeasuredFilm, readonly Finding[]> {
  const endsOf = endsIn(found);
  const measured = withContentLengths(movie, endsOf);
  if (hasOpenLengths(measured)) {
    // Outside of a range, too: where it lies depends on all lengths before it.
    const whole = usedSources({ ...movie, span: null }, found);
    if (!whole.ok) return whole;
    throw new Error('a source that a length comes from was not looked for');
  }
  const told = measured === movie ? [] : newFindings(movie, measured);
  const errors = [...told.filter(({ code }) => problemCodes[code] === 'error'), ...rangeFindings(measured)];
  if (errors.length > 0) return err(errors);
  const sources = filmSources(measured, found);
  if (!sources.ok) return sources;
  return ok({ movie: measured, sources: sources.value, warnings: [...told, ...endedFindings(measured, endsOf)] });
}

/** Where the sources end that were found. */
export function endsIn(found: FoundSources<FoundSource>): EndsOf {
  return ({ source }) => {
    const result = found.get(wantedKey({ source, kind: 'media' }));
    if (!result?.ok || !isMedia(result.value)) return null;
    const { video, audio } = result.value.facts;
    return { picture: video?.endSeconds ?? null, sound: audio?.endSeconds ?? null };
  };
}

/** What is wrong with a film now that its lengths are known; the rest was told with the template. */
function newFindings(before: Movie, now: Movie): readonly Finding[] {
  const told = new Set(filmFindings(before).map((finding) => JSON.stringify(finding)));
  return filmFindings(now).filter((finding) => !told.has(JSON.stringify(finding)));
}

/** A range was accepted before the film's length was known. */
function rangeFindings(movie: Movie): readonly Finding[] {
  const { length } = settle({ ...movie, span: null });
  if (movie.span === null || movie.span.from < length) return [];
  const says = statement('range/start-behind-film', { length });
  return [{ code: 'template/no-scenes', at: { node: movie.id }, says }];
}
