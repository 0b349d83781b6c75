import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BrandValues } from '../brand/brand-rows.ts';
import type { CallAnswer, HandlersOf } from '../http/handler.ts';
import type { MovieStore, SavedMovie } from '../movies/movie-store.ts';
import { isNotModified } from '../movies/preconditions.ts';
import { isoTime } from './shapes/iso-time.ts';
import { prefersXml } from './shapes/preferred-type.ts';
import { printedPages, withPrinted } from './shapes/printed-json.ts';

type MovieCalls =
  | 'listMovies'
  | 'readMovie'
  | 'createMovie'
  | 'replaceMovie'
  | 'deleteMovies'
  | 'deleteMovie'
  | 'listVariables';

/** The number of movies that are printed without a pause. */
const PAGE = 1000;

/** The header `Vary`: a movie has an XML and a JSON form under one address. */
const vary = 'accept';

/** The dependencies of the handlers. */
export interface MovieServices {
  readonly movies: MovieStore;
  /** Returns the brand values of a project; no values for an unknown project. */
  readonly brandOf: (project: string) => BrandValues;
}

export function movieHandlers({ movies, brandOf }: MovieServices): HandlersOf<MovieCalls> {
  return {
    listMovies: async ({ parameters }) => {
      const entries = movies.list(parameters.project);
      async function* pages() {
        for (let start = 0; start < entries.length; start += PAGE) {
          yield entries.slice(start, start + PAGE).map((entry) => ({ ...entry, updatedAt: isoTime(entry.updatedAt) }));
          await nextTurn();
        }
      }
      const names = () => ({ SDLS: entries.map(({ name }) => name) });
      return { status: 200, jsonParts: await printedPages('movies', pages(), names) };
    },
    readMovie: async ({ parameters, headers }) => {
      const ifNoneMatch = headers['if-none-match'];
      if (prefersXml(headers['accept'])) {
        const { xml, etag } = movies.get(parameters.project, parameters.movie);
        return isNotModified(etag, ifNoneMatch)
          ? { status: 304, etag, vary }
          : text(xml, 'application/xml; charset=utf-8', etag);
      }
      const { json, etag } = await movies.readJson(parameters.project, parameters.movie);
      return isNotModified(etag, ifNoneMatch)
        ? { status: 304, etag, vary }
        : text(json, 'application/json; charset=utf-8', etag);
    },
    createMovie: async ({ parameters, body }) =>
      saved(201, await movies.create(parameters.project, parameters.movie, body)),
    replaceMovie: async ({ parameters, body }) =>
      saved(200, await movies.replace(parameters.project, parameters.movie, body)),
    deleteMovies: async ({ parameters, query: { name } }) => {
      const chosen = typeof name === 'string' ? [name] : name;
      const { project } = parameters;
      return deleted(chosen === undefined ? await movies.deleteAll(project) : movies.delete(project, chosen));
    },
    deleteMovie: ({ parameters }) => deleted(movies.delete(parameters.project, [parameters.movie])),
    listVariables: async ({ parameters }) => ({
      status: 200,
      jsonParts: withPrinted(
        {},
        'variables',
        await movies.variables(parameters.project, parameters.movie, brandOf(parameters.project)),
      ),
    }),
  };
}

function text(content: string, contentType: string, etag: string): CallAnswer {
  return { status: 200, text: content, contentType, etag, vary };
}

function saved(status: number, { variablesJson, ...rest }: SavedMovie): CallAnswer {
  return { status, jsonParts: withPrinted(rest, 'variables', variablesJson) };
}

function deleted(names: readonly string[]): CallAnswer {
  return { status: 200, json: { deleted: names } };
}
