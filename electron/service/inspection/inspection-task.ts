import type { Finding } from '../../../shared/template/problem.ts';
import { createFilmDesk, type FilmResults, type FilmTask } from './film-tasks.ts';
import { inspectMovie, movieJson, movieVariables } from './inspect.ts';
import {
  assetNamesOf,
  createFilmReader,
  type FilmReader,
  type InspectionQuestion,
  inspectFilm,
  locateInFilm,
  type RowInspection,
  type Values,
} from './inspect-film.ts';
import type { MovieBody } from './movie-body.ts';

/** What can be asked about a template, by whichever thread. */
export type InspectionTask =
  | FilmTask
  | { readonly kind: 'inspect'; readonly body: MovieBody }
  | { readonly kind: 'json'; readonly xml: string }
  | { readonly kind: 'variables'; readonly xml: string }
  | { readonly kind: 'film'; readonly question: InspectionQuestion }
  | { readonly kind: 'locate'; readonly xml: string; readonly findings: readonly Finding[] }
  | { readonly kind: 'assets'; readonly xml: string }
  | { readonly kind: 'common'; readonly xml: string }
  | { readonly kind: 'rows'; readonly xml: string; readonly rows: readonly Values[] };

interface Results extends FilmResults {
  readonly inspect: ReturnType<typeof inspectMovie>;
  readonly json: string;
  readonly variables: ReturnType<typeof movieVariables>;
  readonly film: ReturnType<typeof inspectFilm>;
  readonly locate: ReturnType<typeof locateInFilm>;
  readonly assets: readonly string[];
  readonly common: ReturnType<FilmReader['common']>;
  /** Of the first rows: as many as there was time for, one at least. */
  readonly rows: readonly RowInspection[];
}

export type InspectionResult<Task extends InspectionTask> = Results[Task['kind']];

/** Rows are answered after this long, so that nobody else waits longer for the thread. */
const ROWS_MILLISECONDS = 30;

/** What the thread posts back, in the order in which it was asked. */
export type InspectionReply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly message: string };

/** Makes what answers tasks. It keeps the template of the last rows, for more of them, and the movie of the last film. */
export function createInspection(): <Task extends InspectionTask>(task: Task) => InspectionResult<Task> {
  let kept: { readonly xml: string; readonly reader: FilmReader } | null = null;
  const films = createFilmDesk();
  const readerOf = (xml: string): FilmReader => {
    if (kept?.xml !== xml) kept = { xml, reader: createFilmReader(xml) };
    return kept.reader;
  };
  const answer = (task: InspectionTask): Results[InspectionTask['kind']] => {
    switch (task.kind) {
      case 'inspect':
        return inspectMovie(task.body);
      case 'json':
        return movieJson(task.xml);
      case 'variables':
        return movieVariables(task.xml);
      case 'film':
        return inspectFilm(task.question);
      case 'locate':
        return locateInFilm(task.xml, task.findings);
      case 'assets':
        return assetNamesOf(task.xml);
      case 'common':
        return readerOf(task.xml).common();
      case 'rows':
        return someRows(readerOf(task.xml), task.rows);
      default:
        return films.answer(task);
    }
  };
  // The switch gives each kind its result, which types do not follow.
  return <Task extends InspectionTask>(task: Task) => answer(task) as InspectionResult<Task>;
}

function someRows(reader: FilmReader, rows: readonly Values[]): readonly RowInspection[] {
  const end = performance.now() + ROWS_MILLISECONDS;
  const done: RowInspection[] = [];
  for (const values of rows) {
    done.push(reader.row(values));
    if (performance.now() > end) break;
  }
  return done;
}
