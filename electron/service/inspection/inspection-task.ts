import { type DescribedTemplate, describeTemplate, type TemplateQuery } from '#shared/agents/describe-template.ts';
import { type AgentEdit, compareTexts, type EditedTemplate, editTemplate } from '#shared/agents/edit-template.ts';
import type { AgentRefusal } from '#shared/agents/refusal.ts';
import { type FilmOutline, filmOutline } from '#shared/designs/film-outline.ts';
import { type Renames, withRenamedFiles } from '#shared/designs/renamed-files.ts';
import { type DefaultTexts, type Rewording, withDefaultTexts } from '#shared/designs/worded-template.ts';
import type { TextRests } from '#shared/film-check/ground-extremes.ts';
import { type TextsToLayOut, textsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import { assertNever, required } from '#shared/lib/assert.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { LoudnessTarget } from '#shared/template/values/loudness-target.ts';
import { mergeTemplates } from '#shared/template-xml/edit/merge-templates.ts';
import { decodeTemplate } from '#shared/template-xml/parser/decode.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline, type FrameSpan, movieWithin } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths, withContentLengths } from '#shared/timeline/content-length.ts';
import { drawingsOfFilm, type PlannedFilm, type PlanQuery, planFilm } from '../engine/plan/film-planner.ts';
import { type LeastMemory, leastMemory, type MemoryQuery } from '../engine/plan/least-memory.ts';
import { type LetterPlan, measuredRests, planLetters } from '../engine/plan/letter-plan.ts';
import { type FoundSource, type FoundSources, sourcesOf } from '../engine/plan/locate-sources.ts';
import { packageOfFilm, sourcesOfPackage } from '../engine/plan/package-facts.ts';
import { type FrameOfSegment, timelineSegmentAt } from '../engine/plan/plan.ts';
import { checkedMovie, sourceEndsOf } from '../engine/plan/planned-sources.ts';
import type { Issue } from '../errors/service-error.ts';
import {
  type BoxesQuery,
  boxesOfFilm,
  type CheckQuery,
  checkOfFilm,
  type FixesQuery,
  type FixToTry,
  fixesOfFilm,
  type LetterQuery,
  type PlacedBox,
  type RestQuery,
} from './checked-film.ts';
import { inspectMovie, type MovieBody, movieJson, movieVariables } from './inspect.ts';
import {
  assetNamesOf,
  createFilmReader,
  type FilmDigest,
  type FilmReader,
  type InspectionQuery,
  inspectFilm,
  issueOfProblem,
  locateInFilm,
  type RowInspection,
  type ValuedFilm,
  type Values,
} from './inspect-film.ts';

/** A template with its values, which was valid when its render was accepted. */
export interface FilmText {
  readonly xml: string;
  readonly values: Values;
  /** The frames to make; by default all frames. */
  readonly range?: FrameSpan | null;
}

/** The movie to render; null if the template has errors. The issues are the warnings about the template. */
interface ResolvedFilm {
  readonly movie: Movie | null;
  readonly issues: readonly Issue[];
  /** The template; null if the text cannot be read. */
  readonly source: TemplateSource | null;
}

/**
 * Resolves a template that was valid when its render was accepted. With a range, the movie contains only that range.
 */
function resolveFilm(xml: string, values: Values, range: FrameSpan | null = null): ResolvedFilm {
  const { source } = readTemplate(xml);
  if (source === null) return { movie: null, issues: [], source };
  const { movie, findings } = resolveTemplate(source.document, { values: new Map(values), missing: 'error' });
  const requested = movie === null || range === null ? movie : movieWithin(movie, range);
  return { movie: requested, issues: locateFindings(findings, source).map(issueOfProblem), source };
}

/**
 * Returns the outline of a film with the default values of its variables; null if these values do not resolve the
 * template.
 */
function outlineOf(xml: string): FilmOutline | null {
  const { source } = readTemplate(xml);
  if (source === null) return null;
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'ignore' });
  return movie && filmOutline(movie);
}

/** Two versions of a template with their common origin. */
export interface DivergedBytes {
  readonly base: Uint8Array;
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Returns the merged text; null if it is ambiguous, or if a version has an unreadable encoding. */
function mergeBytes(versions: DivergedBytes): string | null {
  const base = decodeTemplate(versions.base);
  const mine = decodeTemplate(versions.mine);
  const theirs = decodeTemplate(versions.theirs);
  if (base.kind !== 'text' || mine.kind !== 'text' || theirs.kind !== 'text') return null;
  const options = { values: new Map(), missing: 'ignore', empty: 'ignore' } as const;
  return mergeTemplates(
    { base: base.text, mine: mine.text, theirs: theirs.text },
    (document) => resolveTemplate(document, options).findings,
  );
}

/** The result of an assistant's request about templates. */
export type AgentResult<Value> = Result<Value, AgentRefusal>;

/** Passes decoded texts of templates on. Refuses an unreadable encoding. */
function withTexts<Value>(
  templates: readonly Uint8Array[],
  use: (texts: readonly string[]) => AgentResult<Value>,
): AgentResult<Value> {
  const texts: string[] = [];
  for (const bytes of templates) {
    const decoded = decodeTemplate(bytes);
    if (decoded.kind !== 'text') return err({ code: 'agents/refused', detail: decoded.says });
    texts.push(decoded.text);
  }
  return use(texts);
}

/** The tasks about templates. They run in this thread or in another thread. */
export type InspectionTask =
  | { readonly kind: 'inspect'; readonly body: MovieBody }
  | { readonly kind: 'json'; readonly xml: string }
  | { readonly kind: 'variables'; readonly xml: string; readonly brand?: Values }
  | { readonly kind: 'outline'; readonly xml: string }
  | { readonly kind: 'rename'; readonly bytes: Uint8Array; readonly renames: Renames }
  | ({ readonly kind: 'reword'; readonly bytes: Uint8Array; readonly texts: DefaultTexts } & Rewording)
  | { readonly kind: 'merge'; readonly versions: DivergedBytes }
  | { readonly kind: 'edit'; readonly bytes: Uint8Array; readonly edit: AgentEdit }
  | { readonly kind: 'compare'; readonly before: Uint8Array; readonly after: Uint8Array }
  | { readonly kind: 'describe'; readonly bytes: Uint8Array; readonly query: TemplateQuery }
  | { readonly kind: 'film'; readonly query: InspectionQuery }
  | { readonly kind: 'locate'; readonly xml: string; readonly findings: readonly Finding[] }
  | { readonly kind: 'assets'; readonly xml: string; readonly brand: Values }
  | { readonly kind: 'common'; readonly xml: string }
  | { readonly kind: 'rows'; readonly xml: string; readonly rows: readonly Values[]; readonly isPackaged: boolean }
  | { readonly kind: 'hosts'; readonly xml: string; readonly films: readonly Values[] }
  | { readonly kind: 'looks'; readonly xml: string; readonly films: readonly ValuedFilm[] }
  | { readonly kind: 'shown'; readonly film: FilmText }
  | { readonly kind: 'drawings'; readonly film: FilmText; readonly query: PlanQuery }
  | { readonly kind: 'plan'; readonly film: FilmText; readonly query: PlanQuery }
  | { readonly kind: 'package'; readonly film: FilmText; readonly found: FoundSources<FoundSource> | null }
  | { readonly kind: 'frame'; readonly film: FilmText; readonly query: FrameQuery }
  | { readonly kind: 'memory'; readonly film: FilmText; readonly query: MemoryQuery }
  | { readonly kind: 'texts'; readonly film: FilmText; readonly found: FoundSources<FoundSource> }
  | { readonly kind: 'rests'; readonly film: FilmText; readonly query: RestQuery }
  | { readonly kind: 'letters'; readonly film: FilmText; readonly query: LetterQuery }
  | { readonly kind: 'check'; readonly film: FilmText; readonly query: CheckQuery }
  | { readonly kind: 'boxes'; readonly film: FilmText; readonly query: BoxesQuery }
  | { readonly kind: 'fixes'; readonly film: FilmText; readonly query: FixesQuery };

interface Results {
  readonly edit: AgentResult<EditedTemplate>;
  readonly compare: AgentResult<EditedTemplate>;
  readonly describe: AgentResult<DescribedTemplate>;
  readonly inspect: ReturnType<typeof inspectMovie>;
  readonly json: string;
  readonly variables: ReturnType<typeof movieVariables>;
  readonly outline: FilmOutline | null;
  readonly rename: string | null;
  readonly reword: string | null;
  readonly merge: string | null;
  readonly film: ReturnType<typeof inspectFilm>;
  readonly locate: ReturnType<typeof locateInFilm>;
  readonly assets: readonly string[];
  readonly common: ReturnType<FilmReader['common']>;
  /** The results for the first rows. The time slice limits their number, but there is at least one. */
  readonly rows: readonly RowInspection[];
  /** The hosts of the first films. The time slice limits their number, as for `rows`. */
  readonly hosts: readonly (readonly string[])[];
  /** The digests of the first films. The time slice limits their number, as for `rows`. */
  readonly looks: readonly FilmDigest[];
  readonly shown: ShownSources;
  readonly drawings: ReturnType<typeof drawingsOfFilm>;
  readonly plan: Result<PlannedFilm, readonly Finding[]>;
  readonly package: PackageInspection;
  readonly frame: FrameOfFilm;
  readonly memory: LeastMemory;
  readonly texts: Result<TextsToLayOut, readonly Finding[]>;
  readonly rests: Result<TextRests, readonly Finding[]>;
  readonly letters: Result<LetterPlan, readonly Finding[]>;
  readonly check: Result<CheckReport, readonly Finding[]>;
  readonly boxes: Result<readonly (readonly PlacedBox[])[], readonly Finding[]>;
  readonly fixes: readonly FixToTry[];
}

export type InspectionResult<Task extends InspectionTask> = Results[Task['kind']];

/** The package of a film. */
export interface PackageInspection {
  /** The sources of its parts and of its lengths. */
  readonly sources: readonly RequestedSource[];
  /** The content; null before the sources are located. */
  readonly content: ReturnType<typeof packageOfFilm> | null;
}

export interface ShownSources {
  /** The sources without duplicates; null if the template has errors. */
  readonly sources: readonly RequestedSource[] | null;
  /** The requested loudness; null if the sound stays unchanged. */
  readonly loudness: LoudnessTarget | null;
  /** The warnings about the template. */
  readonly issues: readonly Issue[];
}

export interface FrameQuery {
  readonly frame: number;
  /** The names of FFmpeg's filters. */
  readonly filters: ReadonlySet<string>;
  /** The located sources whose lengths were unknown; empty before any source is located. */
  readonly found?: FoundSources<FoundSource>;
}

export interface FrameOfFilm {
  /** A movie with only the scene of the frame. */
  readonly movie: Movie;
  /** The frame; null after the end of the film. */
  readonly at: FrameOfSegment | null;
  /** The length of the whole film in frames. */
  readonly length: number;
  /** Whether the length is unknown because it depends on sources. The movie then has all its scenes. */
  readonly isLengthOpen: boolean;
}

/** The time slice for rows in milliseconds, which limits the wait of other tasks for the thread. */
const ROWS_MILLISECONDS = 30;

/** Creates the function that runs tasks. It caches the template of the last rows and the movie of the last film. */
export function createInspection(): <Task extends InspectionTask>(task: Task) => InspectionResult<Task> {
  let lastRead: { readonly xml: string; readonly reader: FilmReader } | null = null;
  let lastFilm: { readonly key: string; readonly resolved: ResolvedFilm } | null = null;

  const readerOf = (xml: string): FilmReader => {
    if (lastRead?.xml !== xml) lastRead = { xml, reader: createFilmReader(xml) };
    return lastRead.reader;
  };
  const resolved = ({ xml, values, range = null }: FilmText): ResolvedFilm => {
    const key = `${JSON.stringify([values, range])}${xml}`;
    if (lastFilm?.key !== key) lastFilm = { key, resolved: resolveFilm(xml, values, range) };
    return lastFilm.resolved;
  };
  const movieOf = (film: FilmText): Movie => {
    const { movie } = resolved(film);
    if (movie === null) throw new Error('a checked template has no movie');
    return movie;
  };
  const answer = (task: InspectionTask): Results[InspectionTask['kind']] => {
    switch (task.kind) {
      case 'inspect':
        return inspectMovie(task.body);
      case 'json':
        return movieJson(task.xml);
      case 'variables':
        return movieVariables(task.xml, task.brand ?? []);
      case 'outline':
        return outlineOf(task.xml);
      case 'rename':
        return withRenamedFiles(task.bytes, task.renames);
      case 'reword':
        return withDefaultTexts(task.bytes, task.texts, task);
      case 'merge':
        return mergeBytes(task.versions);
      case 'edit':
        return withTexts([task.bytes], ([text = '']) => editTemplate(text, task.edit));
      case 'compare':
        return withTexts([task.before, task.after], ([before = '', after = '']) => ok(compareTexts(before, after)));
      case 'describe':
        return withTexts([task.bytes], ([text = '']) => describeTemplate(text, task.query));
      case 'film':
        return inspectFilm(task.query);
      case 'locate':
        return locateInFilm(task.xml, task.findings);
      case 'assets':
        return assetNamesOf(task.xml, task.brand);
      case 'common':
        return readerOf(task.xml).common();
      case 'rows':
        return withinTimeSlice(task.rows, (row) => readerOf(task.xml).row(row, task.isPackaged));
      case 'hosts':
        return withinTimeSlice(task.films, readerOf(task.xml).hosts);
      case 'looks':
        return withinTimeSlice(task.films, readerOf(task.xml).digest);
      case 'shown': {
        const { movie, issues } = resolved(task.film);
        return { sources: movie && sourcesOf(movie), loudness: movie?.loudness ?? null, issues };
      }
      case 'drawings':
        return drawingsOfFilm(movieOf(task.film), task.query);
      case 'plan':
        return planFilm(movieOf(task.film), task.query);
      case 'package': {
        const movie = movieOf(task.film);
        return { sources: sourcesOfPackage(movie), content: task.found && packageOfFilm(movie, task.found) };
      }
      case 'frame':
        return frameOf(movieOf(task.film), task.query);
      case 'memory':
        return leastMemory(movieOf(task.film), task.query);
      case 'texts': {
        const checked = checkedMovie(movieOf(task.film), task.found);
        return checked.ok ? ok(textsToLayOut(checked.value)) : checked;
      }
      case 'rests': {
        const { found, layouts } = task.query;
        const checked = checkedMovie(movieOf(task.film), found);
        return checked.ok ? ok(measuredRests(checked.value, layouts)) : checked;
      }
      case 'letters': {
        const { found, layouts, options, filters, extremes } = task.query;
        const checked = checkedMovie(movieOf(task.film), found);
        if (!checked.ok) return checked;
        return ok(planLetters(checked.value, checked.value.sources, layouts, filters, options, extremes));
      }
      case 'check':
        return checkOfFilm(movieOf(task.film), required(resolved(task.film).source, 'a template'), task.query);
      case 'boxes':
        return boxesOfFilm(movieOf(task.film), required(resolved(task.film).source, 'a template'), task.query);
      case 'fixes':
        return fixesOfFilm(
          movieOf(task.film),
          required(resolved(task.film).source, 'a template'),
          task.film.values,
          task.query,
        );
      default:
        return assertNever(task);
    }
  };
  // The cast is safe: the switch returns the right result for each kind, which TypeScript cannot derive.
  return <Task extends InspectionTask>(task: Task) => answer(task) as InspectionResult<Task>;
}

function withinTimeSlice<Input, Answer>(all: readonly Input[], answer: (input: Input) => Answer): readonly Answer[] {
  const end = performance.now() + ROWS_MILLISECONDS;
  const done: Answer[] = [];
  for (const task of all) {
    done.push(answer(task));
    if (performance.now() > end) break;
  }
  return done;
}

function frameOf(
  { loudness: _loudness, ...film }: Movie,
  { frame, filters, found = new Map() }: FrameQuery,
): FrameOfFilm {
  const movie = withContentLengths(film, sourceEndsOf(found));
  const at = timelineSegmentAt({ movie, format: 'mp4', filters }, frames(frame));
  const { length } = buildTimeline(movie);
  if (hasOpenLengths(movie)) return { movie, at, length, isLengthOpen: true };
  const lengthFacts = { length, isLengthOpen: false };
  if (at === null) return { movie: { ...movie, scenes: [] }, at, ...lengthFacts };
  return { movie: movieWithin(movie, { from: at.segment.start, to: at.segment.end }), at, ...lengthFacts };
}
