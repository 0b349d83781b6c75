import { type FilmOutline, filmOutline } from '#shared/designs/film-outline.ts';
import { type Renames, withRenamedFiles } from '#shared/designs/renamed-files.ts';
import { type DefaultTexts, type LayerNames, withDefaultTexts } from '#shared/designs/worded-template.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { Result } from '#shared/lib/result.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline, type FrameSpan, movieWithin } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths, withContentLengths } from '#shared/timeline/content-length.ts';
import { drawingsOfFilm, type PlannedFilm, type PlanQuery, planFilm } from '../engine/plan/film-planner.ts';
import { endsIn } from '../engine/plan/film-sources.ts';
import { type LeastMemory, leastMemory, type MemoryQuery } from '../engine/plan/least-memory.ts';
import { type FoundSource, type FoundSources, sourcesOf } from '../engine/plan/locate-sources.ts';
import { type FrameOfSegment, timelineSegmentAt } from '../engine/plan/plan.ts';
import type { Issue } from '../errors/service-error.ts';
import { inspectMovie, type MovieBody, movieJson, movieVariables } from './inspect.ts';
import {
  assetNamesOf,
  createFilmReader,
  type FilmLook,
  type FilmReader,
  type InspectionQuery,
  inspectFilm,
  issueOfProblem,
  locateInFilm,
  type RowInspection,
  type ValuedFilm,
  type Values,
} from './inspect-film.ts';

/** A template with its values, found to be good when its render was accepted. */
export interface FilmText {
  readonly xml: string;
  readonly values: Values;
  /** The frames of it that are made; all of them without it. */
  readonly range?: FrameSpan | null;
}

/** The movie that is rendered, and what its template's warnings say; null where it has errors. */
interface ResolvedFilm {
  readonly movie: Movie | null;
  readonly issues: readonly Issue[];
}

/** Resolves a template that was found to be good when its render was accepted; of a range the film that it is. */
function resolveFilm(xml: string, values: Values, range: FrameSpan | null = null): ResolvedFilm {
  const { source } = readTemplate(xml);
  if (source === null) return { movie: null, issues: [] };
  const { movie, findings } = resolveTemplate(source.document, { values: new Map(values), missing: 'error' });
  const requested = movie === null || range === null ? movie : movieWithin(movie, range);
  return { movie: requested, issues: locateFindings(findings, source).map(issueOfProblem) };
}

/** What a film is made of while no variable has a value; null where it cannot be made so. */
function outlineOf(xml: string): FilmOutline | null {
  const { source } = readTemplate(xml);
  if (source === null) return null;
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'ignore' });
  return movie && filmOutline(movie);
}

/** What can be asked about a template, in this thread or in another. */
export type InspectionTask =
  | { readonly kind: 'inspect'; readonly body: MovieBody }
  | { readonly kind: 'json'; readonly xml: string }
  | { readonly kind: 'variables'; readonly xml: string; readonly brand?: Values }
  | { readonly kind: 'outline'; readonly xml: string }
  | { readonly kind: 'rename'; readonly bytes: Uint8Array; readonly renames: Renames }
  | { readonly kind: 'reword'; readonly bytes: Uint8Array; readonly texts: DefaultTexts; readonly names: LayerNames }
  | { readonly kind: 'film'; readonly question: InspectionQuery }
  | { readonly kind: 'locate'; readonly xml: string; readonly findings: readonly Finding[] }
  | { readonly kind: 'assets'; readonly xml: string; readonly brand: Values }
  | { readonly kind: 'common'; readonly xml: string }
  | { readonly kind: 'rows'; readonly xml: string; readonly rows: readonly Values[] }
  | { readonly kind: 'looks'; readonly xml: string; readonly films: readonly ValuedFilm[] }
  | { readonly kind: 'shown'; readonly film: FilmText }
  | { readonly kind: 'drawings'; readonly film: FilmText; readonly question: PlanQuery }
  | { readonly kind: 'plan'; readonly film: FilmText; readonly question: PlanQuery }
  | { readonly kind: 'frame'; readonly film: FilmText; readonly question: FrameQuery }
  | { readonly kind: 'memory'; readonly film: FilmText; readonly question: MemoryQuery };

interface Results {
  readonly inspect: ReturnType<typeof inspectMovie>;
  readonly json: string;
  readonly variables: ReturnType<typeof movieVariables>;
  readonly outline: FilmOutline | null;
  readonly rename: string | null;
  readonly reword: string | null;
  readonly film: ReturnType<typeof inspectFilm>;
  readonly locate: ReturnType<typeof locateInFilm>;
  readonly assets: readonly string[];
  readonly common: ReturnType<FilmReader['common']>;
  /** Of the first rows: as many as there was time for, one at least. */
  readonly rows: readonly RowInspection[];
  /** As `rows`. */
  readonly looks: readonly FilmLook[];
  readonly shown: ShownSources;
  readonly drawings: ReturnType<typeof drawingsOfFilm>;
  readonly plan: Result<PlannedFilm, readonly Finding[]>;
  readonly frame: FrameOfFilm;
  readonly memory: LeastMemory;
}

export type InspectionResult<Task extends InspectionTask> = Results[Task['kind']];

export interface ShownSources {
  /** Each once; null where the template has errors. */
  readonly sources: readonly RequestedSource[] | null;
  /** What the template's warnings say. */
  readonly issues: readonly Issue[];
}

export interface FrameQuery {
  readonly frame: number;
  /** FFmpeg's. */
  readonly filters: ReadonlySet<string>;
  /** What lengths come from; nothing while no source was looked for. */
  readonly found?: FoundSources<FoundSource>;
}

export interface FrameOfFilm {
  /** With no other scene than the frame's. */
  readonly movie: Movie;
  /** Null past the film's end. */
  readonly at: FrameOfSegment | null;
  /** Of the whole film. */
  readonly length: number;
  /** Whether that is not known, because it comes from sources: then the movie has all its scenes. */
  readonly isLengthOpen: boolean;
}

/** Rows are answered after this long, so that nobody else waits longer for the thread. */
const ROWS_MILLISECONDS = 30;

/** Makes what answers tasks. It keeps the template of the last rows, for more of them, and the movie of the last film. */
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
        return withDefaultTexts(task.bytes, task.texts, task.names);
      case 'film':
        return inspectFilm(task.question);
      case 'locate':
        return locateInFilm(task.xml, task.findings);
      case 'assets':
        return assetNamesOf(task.xml, task.brand);
      case 'common':
        return readerOf(task.xml).common();
      case 'rows':
        return whileThereIsTime(task.rows, readerOf(task.xml).row);
      case 'looks':
        return whileThereIsTime(task.films, readerOf(task.xml).look);
      case 'shown': {
        const { movie, issues } = resolved(task.film);
        return { sources: movie && sourcesOf(movie), issues };
      }
      case 'drawings':
        return drawingsOfFilm(movieOf(task.film), task.question);
      case 'plan':
        return planFilm(movieOf(task.film), task.question);
      case 'frame':
        return frameOf(movieOf(task.film), task.question);
      case 'memory':
        return leastMemory(movieOf(task.film), task.question);
      default:
        return assertNever(task);
    }
  };
  // The switch gives each kind its result, which types do not follow.
  return <Task extends InspectionTask>(task: Task) => answer(task) as InspectionResult<Task>;
}

function whileThereIsTime<Asked, Answer>(all: readonly Asked[], answer: (asked: Asked) => Answer): readonly Answer[] {
  const end = performance.now() + ROWS_MILLISECONDS;
  const done: Answer[] = [];
  for (const each of all) {
    done.push(answer(each));
    if (performance.now() > end) break;
  }
  return done;
}

function frameOf(film: Movie, { frame, filters, found = new Map() }: FrameQuery): FrameOfFilm {
  const movie = withContentLengths(film, endsIn(found));
  const at = timelineSegmentAt({ movie, format: 'mp4', filters }, frames(frame));
  const { length } = buildTimeline(movie);
  if (hasOpenLengths(movie)) return { movie, at, length, isLengthOpen: true };
  const of = { length, isLengthOpen: false };
  if (at === null) return { movie: { ...movie, scenes: [] }, at, ...of };
  return { movie: movieWithin(movie, { from: at.segment.start, to: at.segment.end }), at, ...of };
}
