import { type Captions, lastEnd } from '#shared/captions/cue.ts';
import { isSpread } from '#shared/captions/words.ts';
import { type ComposeSources, cuesOfLayer, fontChoice, fontsFor } from '#shared/compositor/scene/compose-sources.ts';
import { drawingLimits } from '#shared/drawings/drawing/drawing.ts';
import { chooseFace } from '#shared/drawings/fonts/choose-face.ts';
import type { FontChoice } from '#shared/drawings/fonts/choose-fonts.ts';
import { SVG_RENDERER } from '#shared/drawings/svg-drawer.ts';
import type { CheckedMovie } from '#shared/film-check/laid-out-texts.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type Finding, problemCodes } from '#shared/template/document/problem.ts';
import { type CaptionsLayer, type Layer, type Movie, sourceLabel } from '#shared/template/movie/movie.ts';
import { namedFamilies } from '#shared/template/movie/movie-kinds.ts';
import { isOptionalFamily } from '#shared/template/tables/bundled-families.ts';
import { buildTimeline, playedLayers } from '#shared/timeline/build-timeline.ts';
import { timelineFindings } from '#shared/timeline/checks.ts';
import { hasOpenLengths, withContentLengths } from '#shared/timeline/content-length.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import { sourceEndFindings } from '#shared/timeline/source-end-findings.ts';
import type { EndsOf } from '#shared/timeline/timeline-kinds.ts';
import { isMedia } from '../../sources/located-source.ts';
import type { SceneSource, SceneSources } from '../parts/scene-source.ts';
import {
  addedFontsIn,
  type FoundSource,
  type FoundSources,
  requestKey,
  type UsedSource,
  usedSources,
} from './locate-sources.ts';

/** The sources of a film by kind. Media sources include the facts for FFmpeg's arguments. */
export interface FilmSources extends ComposeSources {
  readonly media: SceneSources;
  /** The names of the font files, or their URLs without the query, by their digests; absent without font files. */
  readonly fontFiles?: Readonly<Record<string, string>>;
}

/**
 * Sorts the located sources by kind. The error lists all problems of the sources, at every place that names a source.
 */
export function filmSources(movie: Movie, found: FoundSources<FoundSource>): Result<FilmSources, readonly Finding[]> {
  const used = usedSources(movie, found);
  if (!used.ok) return used;
  const media = new Map<NodeId, SceneSource>();
  const images = new Map<NodeId, string>();
  const moving = new Map<string, readonly number[]>();
  const vectors = new Map<string, string>();
  const tables = new Map<NodeId, string>();
  const captions = new Map<NodeId, Captions>();
  for (const { at, kind, found: source } of used.value) {
    if (isMedia(source)) media.set(at.node, { sha256: source.sha256, facts: source.facts });
    else if (kind === 'image') {
      images.set(at.node, source.sha256);
      const delays = delaysOf(source.facts);
      if (delays !== null) moving.set(source.sha256, delays);
      const svgRenderer = svgRendererOf(source.facts);
      if (svgRenderer !== null) vectors.set(source.sha256, svgRenderer);
    } else if (kind === 'table') tables.set(at.node, source.sha256);
    else if ('still' in source.facts && source.facts.still === 'captions') captions.set(at.node, source.facts.captions);
  }
  const fontSizeFindings = tooManyFonts(used.value);
  if (fontSizeFindings.length > 0) return err(fontSizeFindings);
  const declared = fontsIn(movie, used.value);
  const installed = addedFontsIn(found);
  const missingFonts = missingFontFindings(movie, [...declared, ...installed]);
  if (missingFonts.length > 0) return err(missingFonts);
  const files = Object.fromEntries(
    used.value.flatMap(({ source, found: { sha256, facts } }) =>
      'still' in facts && facts.still === 'font' ? [[sha256, sourceLabel(source)]] : [],
    ),
  );
  const fonts: FilmSources['fonts'] = (text) => fontsFor(text, declared, installed);
  const fontFiles = declared.length > 0 ? { fontFiles: files } : {};
  return ok({ media, images, moving, vectors, tables, captions, fonts, ...fontFiles });
}

function delaysOf(facts: FoundSource['facts']): readonly number[] | null {
  return 'still' in facts && facts.still === 'image' ? facts.delays : null;
}

function svgRendererOf(facts: FoundSource['facts']): string | null {
  const isSvg = 'still' in facts && facts.still === 'image' && facts.image.format === 'svg';
  return isSvg ? (facts.drawnBy ?? SVG_RENDERER.name) : null;
}

const MEBIBYTE = 2 ** 20;

/** Reports the first font at which the total size of the fonts exceeds the limit of a film. Each file counts once. */
function tooManyFonts(used: readonly UsedSource<FoundSource>[]): readonly Finding[] {
  const sizes = new Map<string, number>();
  for (const { at, found } of used) {
    if (!('still' in found.facts) || found.facts.still !== 'font') continue;
    sizes.set(found.sha256, found.facts.bytes);
    const all = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (all <= drawingLimits.allFontBytes) continue;
    const mebibytes = { mebibytes: Math.ceil(all / MEBIBYTE), most: drawingLimits.allFontBytes / MEBIBYTE };
    return [{ code: 'source/too-large', says: message('source/all-fonts', mebibytes), at }];
  }
  return [];
}

/** Returns the fonts that the template declares, and the font files that its texts name. */
function fontsIn(movie: Movie, used: readonly UsedSource<FoundSource>[]): readonly FontChoice[] {
  return used.flatMap(({ source, at, found: { sha256, facts } }): readonly FontChoice[] =>
    'still' in facts && facts.still === 'font' ? [fontChoice(movie, { source, at }, sha256, facts.font)] : [],
  );
}

/**
 * Reports texts whose font has no face of the requested weight, once for each font and weight. Skips fonts without a
 * stated weight, and weight 400, the default of a text.
 */
function weightFindings(movie: Movie, found: FoundSources<FoundSource>): readonly Finding[] {
  const used = usedSources(movie, found);
  if (!used.ok) return [];
  const fonts = used.value.flatMap(({ found: { sha256, facts } }) =>
    'still' in facts && facts.still === 'font' ? [{ sha256, facts }] : [],
  );
  const withoutWeights = new Set(fonts.flatMap(({ sha256, facts }) => (facts.font.weights === null ? [sha256] : [])));
  const packedWeights = new Map(
    fonts.flatMap(({ sha256, facts }) => (facts.packedWeights ? [[sha256, facts.packedWeights] as const] : [])),
  );
  // A weight in the template overrides the weights of the file.
  const familiesWithWeight = new Set(movie.fonts.flatMap(({ family, weight }) => (weight === null ? [] : [family])));
  const weightsOf = ({ family, digest }: FontChoice) =>
    familiesWithWeight.has(family) ? undefined : packedWeights.get(digest);
  const declared = fontsIn(movie, used.value).map((font) => ({ ...font, weights: weightsOf(font) ?? font.weights }));
  const isWeightUnknown = (font: FontChoice) => withoutWeights.has(font.digest) && weightsOf(font) === undefined;
  const findings = new Map<string, Finding>();
  for (const { node, family, weight, slant } of playedLayers(movie).flatMap(requestedFaces)) {
    const faces = declared.filter((font) => font.family.toLowerCase() === family.toLowerCase());
    const face = faces.some(isWeightUnknown) ? null : chooseFace(faces, weight, slant);
    if (face === null || (face.weights.least <= weight && weight <= face.weights.most)) continue;
    const shown = weight < face.weights.least ? face.weights.least : face.weights.most;
    const key = `${weight} ${family.toLowerCase()}`;
    const says = message('font/weight', { family, weight, shown });
    if (!findings.has(key)) findings.set(key, { code: 'font/weight', says, at: { node, attribute: 'weight' } });
  }
  return [...findings.values()];
}

/**
 * Reports fonts that a later font with the same family, weights, and style replaces. If `weight` and `style` are
 * missing, the values of the files count.
 */
function repeatedFontFindings(movie: Movie, found: FoundSources<FoundSource>): readonly Finding[] {
  const used = usedSources(movie, found);
  if (!used.ok) return [];
  const declared = used.value.flatMap(({ source, at, found: { sha256, facts } }) =>
    'still' in facts && facts.still === 'font' && movie.fonts.some(({ id }) => id === at.node)
      ? [{ file: sourceLabel(source), at, face: fontChoice(movie, { source, at }, sha256, facts.font) }]
      : [],
  );
  return declared.flatMap(({ file, at, face }, index): readonly Finding[] => {
    const { family, weights, style } = face;
    const later = declared.slice(index + 1).find(({ face: other }) => isSameFace(face, other));
    if (later === undefined) return [];
    const values = { file, by: later.file, family, least: weights.least, most: weights.most, style };
    return [{ code: 'font/unused', says: message('font/repeated', values), at }];
  });
}

function isSameFace(one: FontChoice, other: FontChoice): boolean {
  return (
    one.family.toLowerCase() === other.family.toLowerCase() &&
    one.style === other.style &&
    one.weights.least === other.weights.least &&
    one.weights.most === other.weights.most
  );
}

/** A face that a text requests with an explicit weight. */
interface RequestedFace {
  readonly node: NodeId;
  readonly family: string;
  readonly weight: number;
  readonly slant: 'normal' | 'italic';
}

const DEFAULT_WEIGHT = 400;

function requestedFaces(layer: Layer): readonly RequestedFace[] {
  if (!('style' in layer)) return [];
  const { style, id: node } = layer;
  const styles = [style, ...(layer.kind === 'text' ? (layer.spans ?? []) : [])];
  return styles.flatMap(({ families = style.families, weight = style.weight, slant = style.slant }) =>
    weight === DEFAULT_WEIGHT ? [] : families.map((family) => ({ node, family, weight, slant })),
  );
}

/** Reports texts that request an optional font family that is neither declared nor installed. */
function missingFontFindings(movie: Movie, available: readonly FontChoice[]): readonly Finding[] {
  const families = new Set(available.map(({ family }) => family));
  return playedLayers(movie).flatMap((layer): readonly Finding[] => {
    const named = 'style' in layer ? namedFamilies(layer) : [];
    return named
      .filter(({ family }) => isOptionalFamily(family) && !families.has(family))
      .map(({ family, node }) => {
        const says = message('font/not-added', { family });
        return { code: 'font/family', at: { node, attribute: 'font' }, says };
      });
  });
}

/** A movie with known lengths, and its sources. */
interface MeasuredFilm {
  readonly movie: Movie;
  readonly sources: FilmSources;
  /** The warnings that depend on the lengths of the sources. */
  readonly warnings: readonly Finding[];
}

/**
 * Sets the lengths of the scenes of a movie from its sources, and sorts the sources. The error lists all problems of
 * the sources, or of the resulting lengths.
 */
export function movieWithSourceLengths(
  movie: Movie,
  found: FoundSources<FoundSource>,
): Result<MeasuredFilm, readonly Finding[]> {
  const endsOf = sourceEndsOf(found);
  const measured = withContentLengths(movie, endsOf);
  if (hasOpenLengths(measured)) {
    // Also check the sources outside of the range, because the position of the range depends on all lengths before it.
    const whole = usedSources({ ...movie, span: null }, found);
    if (!whole.ok) return whole;
    throw new Error('a source that a length comes from was not looked for');
  }
  const reported = measured === movie ? [] : newFindings(movie, measured);
  const errors = [...reported.filter(({ code }) => problemCodes[code] === 'error'), ...rangeFindings(measured)];
  if (errors.length > 0) return err(errors);
  const sources = filmSources(measured, found);
  if (!sources.ok) return sources;
  const captionWarnings = [...captionFindings(measured, sources.value), ...spreadFindings(measured, sources.value)];
  const weights = weightFindings(measured, found);
  const repeated = repeatedFontFindings(measured, found);
  const ended = sourceEndFindings(measured, endsOf);
  const warnings = [...reported, ...captionWarnings, ...weights, ...repeated, ...ended];
  return ok({ movie: measured, sources: sources.value, warnings });
}

/** Returns a movie with known lengths for the film check. The error lists all problems of the sources. */
export function checkedMovie(
  movie: Movie,
  found: FoundSources<FoundSource>,
): Result<CheckedMovie & { readonly sources: FilmSources }, readonly Finding[]> {
  const measured = movieWithSourceLengths(movie, found);
  if (!measured.ok) return measured;
  const { movie: film, sources } = measured.value;
  const used = usedSources(film, found);
  const facts = new Map((used.ok ? used.value : []).map(({ at, found: source }) => [at.node, source.facts]));
  return ok({
    ...{ movie: film, sources },
    sizeOf: ({ id }) => {
      const known = facts.get(id);
      if (known === undefined) return null;
      if ('still' in known) return known.still === 'image' ? known.image : null;
      return known.video && { width: known.video.displayWidth, height: known.video.displayHeight };
    },
    isVector: ({ id }) => sources.vectors.has(sources.images.get(id) ?? ''),
  });
}

/**
 * Reports the first faults of each captions file and the number of further faults. Also reports ignored styling and
 * files without captions.
 */
function captionFindings(movie: Movie, { captions }: FilmSources): readonly Finding[] {
  return playedSources(movie).flatMap(({ at, kind, source }): readonly Finding[] => {
    const read = kind === 'captions' ? captions.get(at.node) : undefined;
    if (read === undefined) return [];
    const file = sourceLabel(source);
    const reported = read.faults.map(
      (fault): Finding => ({ code: 'captions/cue', says: message('captions/cue', { file, ...fault }), at }),
    );
    const more = read.faultCount - reported.length;
    const rest: Finding = { code: 'captions/cue', says: message('captions/more-cues', { file, more }), at };
    const ignored = (read.ignored ?? []).map(
      (style): Finding => ({ code: 'captions/ignored', says: message('captions/ignored', { file, ...style }), at }),
    );
    const none: Finding = { code: 'captions/none', says: message('captions/none', { file }), at };
    return [...reported, ...(more === 0 ? [] : [rest]), ...ignored, ...(read.cues.length === 0 ? [none] : [])];
  });
}

/** Reports layers whose captions have no word times, once per layer. The words are then spread by their length over each cue. */
function spreadFindings(movie: Movie, sources: FilmSources): readonly Finding[] {
  return playedLayers(movie).flatMap((layer): readonly Finding[] => {
    if (layer.kind !== 'captions' || !needsWordTimes(layer)) return [];
    const { words = 'auto' } = layer.display ?? {};
    const cues = cuesOfLayer(layer, sources, movie.frameRate).filter((cue) => isSpread(cue, words)).length;
    if (cues === 0) return [];
    return [{ code: 'captions/words', says: message('captions/words', { cues }), at: { node: layer.id } }];
  });
}

/** Returns whether the picture of captions depends on the times of their words. */
function needsWordTimes({ display }: CaptionsLayer): boolean {
  if (display === undefined) return false;
  return display.phrases !== null || display.wordIn !== null || Object.keys(display.states).length > 0;
}

/**
 * Returns a function that looks up the end times of a source's picture and sound. It returns null for a source that is
 * missing or has no duration.
 */
export function sourceEndsOf(found: FoundSources<FoundSource>): EndsOf {
  return ({ kind, source }) => {
    const result = found.get(requestKey({ source, kind: kind === 'captions' ? kind : 'media' }));
    if (!result?.ok) return null;
    if (!isMedia(result.value)) {
      const { facts } = result.value;
      return 'still' in facts && facts.still === 'captions' ? { picture: lastEnd(facts.captions), sound: null } : null;
    }
    const { video, audio } = result.value.facts;
    return { picture: video?.endSeconds ?? null, sound: audio?.endSeconds ?? null };
  };
}

/** Returns the findings that depend on the lengths. The other findings were reported with the template. */
function newFindings(before: Movie, now: Movie): readonly Finding[] {
  const reported = new Set(timelineFindings(before).map((finding) => JSON.stringify(finding)));
  return timelineFindings(now).filter((finding) => !reported.has(JSON.stringify(finding)));
}

/** Reports a range that starts after the film's end. The range was accepted while the length was unknown. */
function rangeFindings(movie: Movie): readonly Finding[] {
  const { length } = buildTimeline({ ...movie, span: null });
  if (movie.span === null || movie.span.from < length) return [];
  const says = message('range/start-behind-film', { length });
  return [{ code: 'template/no-scenes', at: { node: movie.id }, says }];
}
