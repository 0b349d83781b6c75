import type { Finding } from '../../../shared/template/problem.ts';
import type { MovieBody } from '../http/handler.ts';
import type { FilmPlanner } from '../render/film-planner.ts';
import type { Issue } from '../service-error.ts';
import type { FilmText, FrameOfFilm, FrameQuestion } from './film-tasks.ts';
import type { Inspection } from './inspect.ts';
import type { BatchInspection, FilmInspection, RowInspection, Values } from './inspect-film.ts';
import { createInspectionQueue } from './inspection-queue.ts';
import type { createInspection, InspectionResult, InspectionTask } from './inspection-task.ts';
import { createThreadedPlanner } from './threaded-planner.ts';
import type { ListedVariable } from './variables.ts';

/** Bytes that are read where the requests are answered; reading more would keep others waiting. */
const LARGEST_INLINE = 32 * 1024;

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
  /** The variables of stored XML. */
  variables(xml: string): Promise<readonly ListedVariable[]>;
  /** What is wrong with a film, and what it shows. */
  film(xml: string, values: Values, missing: 'error' | 'ignore'): Promise<FilmInspection>;
  /** Opens a film that is to be rendered. */
  open(film: FilmText): Promise<OpenedFilm>;
  /** The scene that a frame of a film belongs to. The template must be good. */
  frame(film: FilmText, question: FrameQuestion): Promise<FrameOfFilm>;
  /** Puts findings about the elements of a film's movie into its text. */
  locate(xml: string, findings: readonly Finding[]): Promise<readonly Issue[]>;
  /** The names of the assets that stored XML shows. */
  assets(xml: string): Promise<readonly string[]>;
  /** What all rows of a batch have in common. */
  common(xml: string): Promise<BatchInspection>;
  /** Of the first rows: as many as there was time for, one at least. Asked again for the next, it does not read again. */
  rows(xml: string, rows: readonly Values[]): Promise<readonly RowInspection[]>;
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
  const ask = async <Task extends InspectionTask>(task: Task, size: number): Promise<InspectionResult<Task>> =>
    size <= LARGEST_INLINE ? (await load())(task) : await thread.ask(task);
  return {
    inspect: (body) => ask({ kind: 'inspect', body }, body.bytes.length),
    json: (xml) => ask({ kind: 'json', xml }, xml.length),
    variables: (xml) => ask({ kind: 'variables', xml }, xml.length),
    film: (xml, values, missing) => ask({ kind: 'film', xml, values, missing }, xml.length),
    open: async (film) => {
      if (film.xml.length <= LARGEST_INLINE) {
        const [{ resolveFilm }, { createFilmPlanner }] = await Promise.all([
          import('./inspect-film.ts'),
          import('../render/film-planner.ts'),
        ]);
        const { movie, issues } = resolveFilm(film.xml, film.values);
        return { planner: movie && createFilmPlanner(movie), issues };
      }
      const { sources, issues } = await thread.ask({ kind: 'shown', film });
      return { planner: sources && createThreadedPlanner(film, sources, thread), issues };
    },
    frame: (film, question) => ask({ kind: 'frame', film, question }, film.xml.length),
    locate: async (xml, findings) =>
      findings.length === 0 ? [] : await ask({ kind: 'locate', xml, findings }, xml.length),
    assets: (xml) => ask({ kind: 'assets', xml }, xml.length),
    common: (xml) => ask({ kind: 'common', xml }, xml.length),
    rows: (xml, rows) => ask({ kind: 'rows', xml, rows }, xml.length),
    warm: async () => {
      await load();
    },
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}
