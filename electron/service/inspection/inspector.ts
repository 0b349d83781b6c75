import type { DescribedTemplate, TemplateQuery } from '#shared/agents/describe-template.ts';
import type { AgentEdit, EditedTemplate } from '#shared/agents/edit-template.ts';
import type { FilmOutline } from '#shared/designs/film-outline.ts';
import type { Renames } from '#shared/designs/renamed-files.ts';
import type { DefaultTexts, Rewording } from '#shared/designs/worded-template.ts';
import type { TextRests } from '#shared/film-check/ground-extremes.ts';
import type { TextsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { FilmPlanner } from '../engine/plan/film-planner.ts';
import type { LeastMemory, MemoryQuery } from '../engine/plan/least-memory.ts';
import type { LetterPlan } from '../engine/plan/letter-plan.ts';
import type { FoundSource, FoundSources } from '../engine/plan/locate-sources.ts';
import type { Issue } from '../errors/service-error.ts';
import type {
  BoxesQuery,
  CheckQuery,
  FixesQuery,
  FixToTry,
  LetterQuery,
  PlacedBox,
  RestQuery,
} from './checked-film.ts';
import type { Inspection, MovieBody } from './inspect.ts';
import type {
  BatchInspection,
  FilmDigest,
  FilmInspection,
  InspectionQuery,
  RowInspection,
  ValuedFilm,
  Values,
} from './inspect-film.ts';
import { createInspectionQueue } from './inspection-queue.ts';
import type {
  AgentResult,
  createInspection,
  DivergedBytes,
  FilmText,
  FrameOfFilm,
  FrameQuery,
  InspectionResult,
  InspectionTask,
  PackageInspection,
} from './inspection-task.ts';

/** A film that can be planned. The planner is null if the template has errors. */
export interface OpenedFilm {
  readonly planner: FilmPlanner | null;
  /** The warnings about the template. */
  readonly issues: readonly Issue[];
}

/**
 * A reader of templates that does not block the main thread: it reads small templates immediately, and large ones in a
 * separate thread.
 */
export interface MovieInspector extends AsyncDisposable {
  inspect(body: MovieBody): Promise<Inspection>;
  /** Returns the movie in stored XML as JSON text. */
  json(xml: string): Promise<string>;
  /** Returns the variables in stored XML as JSON, with the values of a brand. */
  variables(xml: string, brand?: Values): Promise<string>;
  /**
   * Returns the outline of a film from stored XML with the default values of its variables; null if these values do not
   * resolve the template.
   */
  outline(xml: string): Promise<FilmOutline | null>;
  /** Returns the template with renamed files; null if the bytes are not a template. */
  rename(bytes: Uint8Array, renames: Renames): Promise<string | null>;
  /** Returns the template with new default texts of its variables; null if the bytes are not a template. */
  reword(bytes: Uint8Array, texts: DefaultTexts, more?: Rewording): Promise<string | null>;
  /**
   * Returns the text with the changes of both versions; null if the changes contradict each other. Always runs in the
   * thread, because the comparison takes up to a second.
   */
  merge(versions: DivergedBytes): Promise<string | null>;
  /** Edits a template as an assistant requests it. Runs in the thread, because an edit can take long. */
  edit(bytes: Uint8Array, edit: AgentEdit): Promise<AgentResult<EditedTemplate>>;
  /** Compares two texts of a template. */
  compare(before: Uint8Array, after: Uint8Array): Promise<AgentResult<EditedTemplate>>;
  /** Describes a template for an assistant. */
  describe(bytes: Uint8Array, query: TemplateQuery): Promise<AgentResult<DescribedTemplate>>;
  /** Returns the issues and the sources of a film. */
  film(query: InspectionQuery): Promise<FilmInspection>;
  /** Returns the minimum memory of the film's most demanding scene. The template must be valid. */
  memory(film: FilmText, query: MemoryQuery): Promise<LeastMemory>;
  /** Opens a film for rendering. */
  open(film: FilmText): Promise<OpenedFilm>;
  /**
   * Returns the sources of the package of a film, and the content of the package once the sources are located. The
   * template must be valid.
   */
  package(film: FilmText, found: FoundSources<FoundSource> | null): Promise<PackageInspection>;
  /** Returns the scene of a frame. The template must be valid. */
  frame(film: FilmText, query: FrameQuery): Promise<FrameOfFilm>;
  /** Returns issues with positions in the text for findings about the elements of a movie. */
  locate(xml: string, findings: readonly Finding[]): Promise<readonly Issue[]>;
  /** Returns the names of the assets that stored XML uses with the values of a brand. */
  assets(xml: string, brand?: Values): Promise<readonly string[]>;
  /** Returns the properties that all rows of a batch share. */
  common(xml: string): Promise<BatchInspection>;
  /**
   * Inspects as many of the first rows as fit into a time slice, and at least one. A later call for the next rows does
   * not parse the template again.
   */
  rows(xml: string, rows: readonly Values[], isPackaged?: boolean): Promise<readonly RowInspection[]>;
  /** Returns the hosts of the network sources of films: of one template with several sets of values. */
  hosts(xml: string, films: readonly Values[], signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /** Returns the digests of the first films of a template. The time slice limits their number, as in {@link rows}. */
  digests(xml: string, films: readonly ValuedFilm[]): Promise<readonly FilmDigest[]>;
  /**
   * Returns the texts of a film that a check needs laid out. The template must be valid. Always runs in the thread,
   * because checks can take seconds.
   */
  texts(
    film: FilmText,
    found: FoundSources<FoundSource>,
    signal: AbortSignal,
  ): Promise<Result<TextsToLayOut, readonly Finding[]>>;
  /** Returns the times in which the texts rest whose contrast a check measures. */
  rests(film: FilmText, query: RestQuery, signal: AbortSignal): Promise<Result<TextRests, readonly Finding[]>>;
  /** Plans the frames in which the texts of a film are compared with their backgrounds. */
  letters(film: FilmText, query: LetterQuery, signal: AbortSignal): Promise<Result<LetterPlan, readonly Finding[]>>;
  /** Checks the geometry of a film and the given evidence. The template must be valid. */
  check(film: FilmText, query: CheckQuery, signal: AbortSignal): Promise<Result<CheckReport, readonly Finding[]>>;
  /** Returns the visible layers of frames of a film, from the lowest. The template must be valid. */
  boxes(
    film: FilmText,
    query: BoxesQuery,
    signal: AbortSignal,
  ): Promise<Result<readonly (readonly PlacedBox[])[], readonly Finding[]>>;
  /** Returns the changes that may remove a finding of a film, best first. The template must be valid. */
  fixes(film: FilmText, query: FixesQuery, signal: AbortSignal): Promise<readonly FixToTry[]>;
  /** Loads the code that reads XML before its first use. */
  warm(): Promise<void>;
}

export function createMovieInspector(): MovieInspector {
  const thread = createInspectionQueue();
  // Load the code that reads XML at its first use, because it is large and the service must start quickly.
  let loading: Promise<ReturnType<typeof createInspection>> | null = null;
  const load = () => {
    loading ??= import('./inspection-task.ts').then((module) => module.createInspection());
    return loading;
  };
  const runTask = async <Task extends InspectionTask>(
    task: Task,
    isSmall: boolean,
    signal?: AbortSignal,
  ): Promise<InspectionResult<Task>> => {
    signal?.throwIfAborted();
    return isSmall ? (await load())(task) : await thread.ask(task, signal);
  };
  return {
    inspect: (body) => runTask({ kind: 'inspect', body }, isSmallTemplate(body.bytes)),
    json: (xml) => runTask({ kind: 'json', xml }, isSmallTemplate(xml)),
    variables: (xml, brand = []) => runTask({ kind: 'variables', xml, brand }, isSmallTemplate(xml)),
    outline: (xml) => runTask({ kind: 'outline', xml }, isSmallTemplate(xml)),
    rename: (bytes, renames) => runTask({ kind: 'rename', bytes, renames }, false),
    reword: (bytes, texts, more = {}) => runTask({ kind: 'reword', bytes, texts, ...more }, isSmallTemplate(bytes)),
    merge: (versions) => runTask({ kind: 'merge', versions }, false),
    edit: (bytes, edit) => runTask({ kind: 'edit', bytes, edit }, false),
    compare: (before, after) => runTask({ kind: 'compare', before, after }, false),
    describe: (bytes, query) => runTask({ kind: 'describe', bytes, query }, isSmallTemplate(bytes)),
    film: (query) => runTask({ kind: 'film', query }, isSmallTemplate(query.xml, query.values)),
    memory: (film, query) => runTask({ kind: 'memory', film, query }, isSmallTemplate(film.xml, film.values)),
    open: async (film) => {
      const isSmall = isSmallTemplate(film.xml, film.values);
      const { sources, loudness, issues } = await runTask({ kind: 'shown', film }, isSmall);
      if (sources === null) return { planner: null, issues };
      return {
        planner: {
          sources,
          loudness,
          drawings: (query, signal) => runTask({ kind: 'drawings', film, query }, isSmall, signal),
          plan: (query, signal) => runTask({ kind: 'plan', film, query }, isSmall, signal),
        },
        issues,
      };
    },
    package: (film, found) => runTask({ kind: 'package', film, found }, isSmallTemplate(film.xml, film.values)),
    frame: (film, query) => runTask({ kind: 'frame', film, query }, isSmallTemplate(film.xml, film.values)),
    locate: async (xml, findings) =>
      findings.length === 0 ? [] : await runTask({ kind: 'locate', xml, findings }, isSmallTemplate(xml)),
    assets: (xml, brand = []) => runTask({ kind: 'assets', xml, brand }, isSmallTemplate(xml, brand)),
    common: (xml) => runTask({ kind: 'common', xml }, isSmallTemplate(xml)),
    rows: (xml, rows, isPackaged = false) =>
      runTask({ kind: 'rows', xml, rows, isPackaged }, isSmallTemplate(xml, rows.flat())),
    hosts: async (xml, films, signal) => {
      const [first = []] = films;
      const isSmall = films.length <= 1 && isSmallTemplate(xml, first);
      const found = new Set<string>();
      for (let done = 0; done < films.length; ) {
        const slice = films.slice(done, done + HOSTS_SLICE);
        const part = await runTask({ kind: 'hosts', xml, films: slice }, isSmall, signal);
        for (const host of part.flat()) found.add(host);
        done += part.length;
      }
      return found;
    },
    digests: (xml, films) =>
      runTask(
        { kind: 'looks', xml, films },
        isSmallTemplate(
          xml,
          films.flatMap(({ values }) => values),
        ),
      ),
    texts: (film, found, signal) => runTask({ kind: 'texts', film, found }, false, signal),
    rests: (film, query, signal) => runTask({ kind: 'rests', film, query }, false, signal),
    letters: (film, query, signal) => runTask({ kind: 'letters', film, query }, false, signal),
    check: (film, query, signal) => runTask({ kind: 'check', film, query }, false, signal),
    boxes: (film, query, signal) => runTask({ kind: 'boxes', film, query }, false, signal),
    fixes: (film, query, signal) => runTask({ kind: 'fixes', film, query }, false, signal),
    warm: async () => {
      await load();
    },
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}

/** The number of films per message to the thread when their hosts are requested. */
const HOSTS_SLICE = 200;

/**
 * The maximum size in bytes of a template that is read in the main thread. A larger template would delay other
 * requests.
 */
const MAX_INLINE_BYTES = 32 * 1024;
/**
 * The maximum number of characters in the main thread after variables are filled in. Reading them takes a few
 * milliseconds.
 */
const MAX_FILLED_IN_CHARACTERS = 256 * 1024;
/** The characters that can start a placeholder: `$`, `&#36;` in XML, and `\u0024` in JSON. */
const PLACEHOLDER_SIGNS: ReadonlySet<number | undefined> = new Set([0x24, 0x26, 0x5c]);

/**
 * Checks whether reading a template and filling in these values takes at most a few milliseconds. Each placeholder can
 * become the longest value, or a default as long as the template.
 */
export function isSmallTemplate(text: string | Uint8Array, values: Values = []): boolean {
  if (text.length > MAX_INLINE_BYTES) return false;
  let longest = text.length;
  let givenCharacters = 0;
  for (const [name, value] of values) {
    longest = Math.max(longest, value.length);
    givenCharacters += name.length + value.length;
  }
  return givenCharacters <= MAX_FILLED_IN_CHARACTERS && mostPlaceholders(text) * longest <= MAX_FILLED_IN_CHARACTERS;
}

function mostPlaceholders(text: string | Uint8Array): number {
  let count = 0;
  for (let at = 0; at < text.length; at++)
    if (PLACEHOLDER_SIGNS.has(typeof text === 'string' ? text.charCodeAt(at) : text[at])) count += 1;
  return count;
}
