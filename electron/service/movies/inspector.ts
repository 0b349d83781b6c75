import type { Finding } from '../../../shared/template/problem.ts';
import type { MovieBody } from '../http/handler.ts';
import type { Issue } from '../service-error.ts';
import { type Inspection, inspectMovie, movieJson, movieVariables } from './inspect.ts';
import {
  type BatchInspection,
  type FilmInspection,
  inspectFilm,
  locateInFilm,
  type ResolvedFilm,
  type RowInspection,
  resolveFilm,
  type Values,
} from './inspect-film.ts';
import { createInspectionQueue } from './inspection-queue.ts';
import { createInspection } from './inspection-task.ts';
import type { ListedVariable } from './variables.ts';

/** Bytes that are read where the requests are answered; reading more would keep others waiting. */
const LARGEST_INLINE = 32 * 1024;

/** Reads templates without blocking: small ones at once, large ones in a thread of their own. */
export interface MovieInspector extends AsyncDisposable {
  inspect(body: MovieBody): Promise<Inspection>;
  /** The JSON of stored XML, as text. */
  json(xml: string): Promise<string>;
  /** The variables of stored XML. */
  variables(xml: string): Promise<readonly ListedVariable[]>;
  /** What is wrong with a film, and what it shows. */
  film(xml: string, values: Values, missing: 'error' | 'ignore'): Promise<FilmInspection>;
  resolve(xml: string, values: Values): Promise<ResolvedFilm>;
  /** Puts findings about the elements of {@link resolve}'s movie into its text. */
  locate(xml: string, findings: readonly Finding[]): Promise<readonly Issue[]>;
  /** What all rows of a batch have in common. */
  common(xml: string): Promise<BatchInspection>;
  /** Of the first rows: as many as there was time for, one at least. Asked again for the next, it does not read again. */
  rows(xml: string, rows: readonly Values[]): Promise<readonly RowInspection[]>;
}

export function createMovieInspector(): MovieInspector {
  const thread = createInspectionQueue();
  const here = createInspection();
  const isSmall = (xml: string) => xml.length <= LARGEST_INLINE;
  return {
    inspect: async (body) =>
      body.bytes.length <= LARGEST_INLINE ? inspectMovie(body) : await thread.ask({ kind: 'inspect', body }),
    json: async (xml) => (isSmall(xml) ? movieJson(xml) : await thread.ask({ kind: 'json', xml })),
    variables: async (xml) => (isSmall(xml) ? movieVariables(xml) : await thread.ask({ kind: 'variables', xml })),
    film: async (xml, values, missing) =>
      isSmall(xml) ? inspectFilm(xml, values, missing) : await thread.ask({ kind: 'film', xml, values, missing }),
    resolve: async (xml, values) =>
      isSmall(xml) ? resolveFilm(xml, values) : await thread.ask({ kind: 'resolve', xml, values }),
    locate: async (xml, findings) => {
      if (findings.length === 0) return [];
      return isSmall(xml) ? locateInFilm(xml, findings) : await thread.ask({ kind: 'locate', xml, findings });
    },
    common: async (xml) => {
      const task = { kind: 'common', xml } as const;
      return isSmall(xml) ? here(task) : await thread.ask(task);
    },
    rows: async (xml, rows) => {
      const task = { kind: 'rows', xml, rows } as const;
      return isSmall(xml) ? here(task) : await thread.ask(task);
    },
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}
