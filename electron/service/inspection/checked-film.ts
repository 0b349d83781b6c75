import { elementAt, placesOf } from '#shared/agents/places.ts';
import { type CheckOptions, checkGeometry, checkReport } from '#shared/film-check/check-film.ts';
import type { FilmEvidence } from '#shared/film-check/evidence-checks.ts';
import type { GroundExtreme } from '#shared/film-check/ground-extremes.ts';
import { filmToTrack, placedLayers, type TextLayouts } from '#shared/film-check/laid-out-texts.ts';
import { type VisibleBox, visibleBoxesAt } from '#shared/film-check/layer-tracks.ts';
import type { Platform } from '#shared/film-check/platforms.ts';
import type { CheckFinding, CheckReport, ReportedFix } from '#shared/film-check/report.ts';
import { fixesToTry, setCommands } from '#shared/film-check/try-fixes.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { FoundSource, FoundSources } from '../engine/plan/locate-sources.ts';
import { checkedMovie } from '../engine/plan/planned-sources.ts';
import type { Values } from './inspect-film.ts';

/** Checks the geometry of a film. The report contains only the time of this check. */
export function checkOfFilm(
  movie: Movie,
  source: TemplateSource,
  { found, layouts, isCut, options, evidence = {} }: CheckQuery,
): Result<CheckReport, readonly Finding[]> {
  const startedAt = performance.now();
  const checked = checkedMovie(movie, found);
  if (!checked.ok) return checked;
  const result = checkGeometry(checked.value, layouts, options, { isCut, evidence });
  return ok(checkReport(result, checked.value, source, options, Math.round(performance.now() - startedAt)));
}

/** Returns the visible layers of each frame, from the lowest. Copies of a layer have the place of their element. */
export function boxesOfFilm(
  movie: Movie,
  source: TemplateSource,
  { found, layouts, frames: numbers }: BoxesQuery,
): Result<readonly (readonly PlacedBox[])[], readonly Finding[]> {
  const checked = checkedMovie(movie, found);
  if (!checked.ok) return checked;
  const film = filmToTrack(checked.value, layouts);
  const places = placesOf(source.document);
  return ok(
    numbers.map((frame) =>
      visibleBoxesAt(film, frame).map(({ node, bounds }) => ({ at: places.get(originalId(node)) ?? '', bounds })),
    ),
  );
}

/** Returns the changes that may remove a finding, best first. Leaves out changes in more than attributes. */
export function fixesOfFilm(
  movie: Movie,
  source: TemplateSource,
  values: Values,
  { found, layouts, finding, platforms }: FixesQuery,
): readonly FixToTry[] {
  const checked = checkedMovie(movie, found);
  const says = messageOf(finding);
  if (!checked.ok || says === null) return [];
  const {
    code,
    severity,
    frames: [from, to],
    box,
  } = finding;
  // A finding names the element of a template. A layer of the movie can be a copy of this element.
  const element = finding.at === '' ? null : elementAt(source.document, finding.at);
  const id = element?.ok ? element.value.id : null;
  const node = placedLayers(movie).find(({ layer }) => originalId(layer.id) === id)?.layer.id ?? id;
  const [left, top, right, bottom] = box ?? [0, 0, 0, 0];
  const rect = box && { left, top, width: right - left, height: bottom - top };
  const subject = { film: checked.value, layouts, source, values: new Map(values), platforms };
  return [...fixesToTry({ code, severity, says, node, from, to, box: rect }, subject)].flatMap(
    ({ label, source: fixed }) => {
      const commands = setCommands(source.document, fixed.document);
      if (commands === null) return [];
      const fix = { message: inEnglish(label), reason: label.code, values: { ...label.values }, commands };
      return [{ xml: fixed.text, fix }];
    },
  );
}

/** The query for the changes of a template that may remove a finding, after the texts are laid out. */
export interface FixesQuery extends Pick<CheckQuery, 'found' | 'layouts'> {
  readonly finding: CheckFinding;
  /** The platforms for which the film was checked. */
  readonly platforms: readonly Platform[];
}

/** A template with a change that may remove a finding. */
export interface FixToTry {
  readonly xml: string;
  readonly fix: ReportedFix;
}

/** The query for the boxes of layers in some frames, after the texts are laid out. */
export interface BoxesQuery extends Pick<CheckQuery, 'found' | 'layouts'> {
  readonly frames: readonly number[];
}

/** A visible layer with its place, such as `scene[2]/text`, and its bounds in pixels of the film. */
export interface PlacedBox {
  readonly at: string;
  readonly bounds: VisibleBox['bounds'];
}

/** The input of a film check after its sources are located and its texts are laid out. */
export interface CheckQuery {
  readonly found: FoundSources<FoundSource>;
  readonly layouts: TextLayouts;
  /** Whether some texts have no layout, because the film has too many texts. */
  readonly isCut: boolean;
  readonly options: CheckOptions;
  /** The facts from pictures, sound, and the file; absent for the level `quick`. */
  readonly evidence?: FilmEvidence;
}

/** The input for planning the frames in which the texts of a film are compared with their backgrounds. */
export interface LetterQuery extends Omit<CheckQuery, 'evidence' | 'isCut'> {
  /** The names of FFmpeg's filters. */
  readonly filters: ReadonlySet<string>;
  /** The frames with the lightest and the darkest pictures behind texts. */
  readonly extremes: readonly GroundExtreme[];
}

/** The input for finding the times in which texts rest, after they are laid out. */
export type RestQuery = Pick<CheckQuery, 'found' | 'layouts'>;
