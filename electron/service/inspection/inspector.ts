import type { FilmOutline } from '#shared/designs/film-outline.ts';
import type { Renames } from '#shared/designs/renamed-files.ts';
import type { DefaultTexts, LayerNames } from '#shared/designs/worded-template.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { FilmPlanner } from '../engine/plan/film-planner.ts';
import type { LeastMemory, MemoryQuery } from '../engine/plan/least-memory.ts';
import type { Issue } from '../errors/service-error.ts';
import type { Inspection, MovieBody } from './inspect.ts';
import type {
  BatchInspection,
  FilmInspection,
  FilmLook,
  InspectionQuery,
  RowInspection,
  ValuedFilm,
  Values,
} from './inspect-film.ts';
import { createInspectionQueue } from './inspection-queue.ts';
import type {
  createInspection,
  FilmText,
  FrameOfFilm,
  FrameQuery,
  InspectionResult,
  InspectionTask,
} from './inspection-task.ts';

/** A film that can be planned; null where its template has errors. */
export interface OpenedFilm {
  readonly planner: FilmPlanner | null;
  /** What the template's warnings say. */
  readonly issues: readonly Issue[];
}

/** Reads templates without blocking: small ones at once, large ones in a thread of their own. */
export interface MovieInspector extends AsyncDisposable {
  inspect(body: MovieBody): Promise<Inspection>;
  /** The JSON of stored XML, as text. */
  json(xml: string): Promise<string>;
  /** The JSON of the variables of stored XML, with what a brand gives them. */
  variables(xml: string, brand?: Values): Promise<string>;
  /** What the film of stored XML is made of while no variable has a value; null where it cannot be made so. */
  outline(xml: string): Promise<FilmOutline | null>;
  /** A template that names files otherwise; null for what is no template. */
  rename(bytes: Uint8Array, renames: Renames): Promise<string | null>;
  /** A template whose variables of text say other things by default; null for what is no template. */
  reword(bytes: Uint8Array, texts: DefaultTexts, names?: LayerNames): Promise<string | null>;
  /** What is wrong with a film, and what it shows. */
  film(question: InspectionQuery): Promise<FilmInspection>;
  /** What the scene of a film that needs most memory needs at least. The template must be good. */
  memory(film: FilmText, question: MemoryQuery): Promise<LeastMemory>;
  /** Opens a film that is to be rendered. */
  open(film: FilmText): Promise<OpenedFilm>;
  /** The scene that a frame of a film belongs to. The template must be good. */
  frame(film: FilmText, question: FrameQuery): Promise<FrameOfFilm>;
  /** Puts findings about the elements of a film's movie into its text. */
  locate(xml: string, findings: readonly Finding[]): Promise<readonly Issue[]>;
  /** The names of the assets that stored XML shows with the values of a brand. */
  assets(xml: string, brand?: Values): Promise<readonly string[]>;
  /** What all rows of a batch have in common. */
  common(xml: string): Promise<BatchInspection>;
  /**
   * Of the first rows: as many as there was time for, one at least. Asked again for the next, it does not read again.
   */
  rows(xml: string, rows: readonly Values[]): Promise<readonly RowInspection[]>;
  /** What films of one template look like: of the first films, as {@link rows}. */
  looks(xml: string, films: readonly ValuedFilm[]): Promise<readonly FilmLook[]>;
  /** Loads what will be needed, so that nobody waits for that. */
  warm(): Promise<void>;
}

export function createMovieInspector(): MovieInspector {
  const thread = createInspectionQueue();
  // Loaded when it is needed first: what reads XML is large, and the service has to start quickly.
  let loading: Promise<ReturnType<typeof createInspection>> | null = null;
  const load = () => {
    loading ??= import('./inspection-task.ts').then((module) => module.createInspection());
    return loading;
  };
  const ask = async <Task extends InspectionTask>(
    task: Task,
    isSmall: boolean,
    signal?: AbortSignal,
  ): Promise<InspectionResult<Task>> => {
    signal?.throwIfAborted();
    return isSmall ? (await load())(task) : await thread.ask(task, signal);
  };
  return {
    inspect: (body) => ask({ kind: 'inspect', body }, isSmallTemplate(body.bytes)),
    json: (xml) => ask({ kind: 'json', xml }, isSmallTemplate(xml)),
    variables: (xml, brand = []) => ask({ kind: 'variables', xml, brand }, isSmallTemplate(xml)),
    outline: (xml) => ask({ kind: 'outline', xml }, isSmallTemplate(xml)),
    rename: (bytes, renames) => ask({ kind: 'rename', bytes, renames }, false),
    reword: (bytes, texts, names = {}) => ask({ kind: 'reword', bytes, texts, names }, isSmallTemplate(bytes)),
    film: (question) => ask({ kind: 'film', question }, isSmallTemplate(question.xml, question.values)),
    memory: (film, question) => ask({ kind: 'memory', film, question }, isSmallTemplate(film.xml, film.values)),
    open: async (film) => {
      const isSmall = isSmallTemplate(film.xml, film.values);
      const { sources, issues } = await ask({ kind: 'shown', film }, isSmall);
      if (sources === null) return { planner: null, issues };
      return {
        planner: {
          sources,
          drawings: (question, signal) => ask({ kind: 'drawings', film, question }, isSmall, signal),
          plan: (question, signal) => ask({ kind: 'plan', film, question }, isSmall, signal),
        },
        issues,
      };
    },
    frame: (film, question) => ask({ kind: 'frame', film, question }, isSmallTemplate(film.xml, film.values)),
    locate: async (xml, findings) =>
      findings.length === 0 ? [] : await ask({ kind: 'locate', xml, findings }, isSmallTemplate(xml)),
    assets: (xml, brand = []) => ask({ kind: 'assets', xml, brand }, isSmallTemplate(xml, brand)),
    common: (xml) => ask({ kind: 'common', xml }, isSmallTemplate(xml)),
    rows: (xml, rows) => ask({ kind: 'rows', xml, rows }, isSmallTemplate(xml, rows.flat())),
    looks: (xml, films) =>
      ask(
        { kind: 'looks', xml, films },
        isSmallTemplate(
          xml,
          films.flatMap(({ values }) => values),
        ),
      ),
    warm: async () => {
      await load();
    },
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}

/** Bytes that are read where the requests are answered; reading more would keep others waiting. */
const MOST_READ = 32 * 1024;
/** Characters that its variables may become there: a few milliseconds' worth. */
const MOST_FILLED_IN = 256 * 1024;
/** `$` begins a placeholder; it may be written `&#36;` in XML and `\u0024` in JSON. */
const SIGNS: ReadonlySet<number | undefined> = new Set([0x24, 0x26, 0x5c]);

/**
 * Whether reading a template and filling in these values takes no more than a few milliseconds, whatever it says. Each
 * placeholder may become the longest value, or a default as long as the template.
 */
export function isSmallTemplate(text: string | Uint8Array, values: Values = []): boolean {
  if (text.length > MOST_READ) return false;
  let longest = text.length;
  let given = 0;
  for (const [name, value] of values) {
    longest = Math.max(longest, value.length);
    given += name.length + value.length;
  }
  return given <= MOST_FILLED_IN && placeholdersAtMost(text) * longest <= MOST_FILLED_IN;
}

function placeholdersAtMost(text: string | Uint8Array): number {
  let count = 0;
  for (let at = 0; at < text.length; at++)
    if (SIGNS.has(typeof text === 'string' ? text.charCodeAt(at) : text[at])) count += 1;
  return count;
}
