import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import type { InspectedMovie, MovieBody } from '../inspection/inspect.ts';
import type { Values } from '../inspection/inspect-film.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { checkedName } from '../storage/checked-name.ts';
import { groupsOfRows, inSeparateTurn } from '../storage/pieces.ts';
import type { DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { integer as integerOf, integerOrNull, text as textOf } from '../storage/rows.ts';
import { removeMovie, writeMovie } from './movie-rows.ts';
import type { StoreFoundation } from './store-foundation.ts';

export interface MovieEntry {
  readonly name: string;
  readonly updatedAt: number;
  /** The length in frames; null if a length depends on a variable without a default value. */
  readonly durationFrames: number | null;
  /** The number of variables. */
  readonly variables: number;
}

export interface StoredMovie extends MovieEntry {
  /** The XML that the client sent, or the XML that the formatter printed from JSON. */
  readonly xml: string;
  /** The strong entity tag of the XML, with its quotes. */
  readonly etag: string;
}

export interface SavedMovie {
  readonly name: string;
  /** The variables as JSON, as in {@link MovieStore.variables}. */
  readonly variablesJson: string;
  /** The issues, which are only warnings. */
  readonly issues: readonly Issue[];
}

/**
 * The dynamic movies of projects. All methods throw `project/not-found`. Writing methods throw the errors of the
 * database's transactions.
 */
export interface MovieStore {
  /** Returns the movies, sorted by name. */
  list(project: string): readonly MovieEntry[];
  /** Returns a movie. Throws `movie/not-found`. */
  get(project: string, name: string): StoredMovie;
  /** Returns a movie as JSON. Throws `movie/not-found`. */
  readJson(project: string, name: string): Promise<{ readonly json: string; readonly etag: string }>;
  /**
   * Returns the variables of a movie as the JSON of a list of `ListedVariable`, with the values of the brand. Throws
   * `movie/not-found`.
   */
  variables(project: string, name: string, brand?: Values): Promise<string>;
  /** Creates a movie. Throws `movie/exists`, `asset/invalid-name`, `template/invalid` with issues. */
  create(project: string, name: string, body: MovieBody): Promise<SavedMovie>;
  /** Replaces a movie. Throws `movie/not-found`, `template/invalid` with issues. */
  replace(project: string, name: string, body: MovieBody): Promise<SavedMovie>;
  /** Deletes all of these movies, or none if one is missing. Returns their names. Throws `movie/not-found`. */
  delete(project: string, names: readonly string[]): readonly string[];
  /** Deletes all movies in slices. Returns their names. */
  deleteAll(project: string): Promise<readonly string[]>;
}

export function createMovieStore(foundation: StoreFoundation & { readonly inspector: MovieInspector }): MovieStore {
  const { database, projects, inspector } = foundation;

  const find = (project: ProjectUid, name: string): DatabaseRow | undefined =>
    database.get('SELECT * FROM movie WHERE project = ? AND name_key = ?', project, nameKey(name));

  const get: MovieStore['get'] = (project, name) => {
    const row = find(projects.require(project), name);
    if (row === undefined) throw movieNotFound(name);
    return { ...entryOf(row), xml: textOf(row, 'xml'), etag: textOf(row, 'etag') };
  };

  const list: MovieStore['list'] = (project) =>
    database
      .all(
        'SELECT name, updated_at, duration_frames, variable_count FROM movie WHERE project = ? ORDER BY name',
        projects.require(project),
      )
      .map(entryOf);

  const remove: MovieStore['delete'] = (project, chosen) =>
    database.transaction(() => {
      const uid = projects.require(project);
      const distinctNames = new Map(chosen.map((name) => [nameKey(name), name]));
      return [...distinctNames.values()].map((name) => {
        const deleted = removeMovie(foundation, uid, name);
        if (deleted === null) throw movieNotFound(name);
        return deleted;
      });
    });

  return {
    list,
    get,
    readJson: async (project, name) => {
      const { xml, etag } = get(project, name);
      return { json: await inspector.json(xml), etag: jsonTag(etag) };
    },
    variables: async (project, name, brand = []) => await inspector.variables(get(project, name).xml, brand),
    create: async (project, name, body) => {
      const uid = projects.require(project);
      const validName = checkedName(name, 'asset/invalid-name');
      const { movie, ...inspection } = await inspectOrRefuse(inspector, body);
      await database.waitForWriteLock();
      database.transaction(() => {
        // Check again, because the project may have been deleted while the text was parsed.
        projects.require(uid);
        if (find(uid, validName) !== undefined)
          throw new ServiceError('movie/exists', message('name/called', { name: validName }));
        writeMovie(foundation, uid, validName, movie);
      });
      return { name: validName, ...inspection };
    },
    replace: async (project, name, body) => {
      const present = get(project, name);
      const { movie, ...inspection } = await inspectOrRefuse(inspector, body);
      await database.waitForWriteLock();
      database.transaction(() => {
        const uid = projects.require(project);
        if (find(uid, name) === undefined) throw movieNotFound(name);
        writeMovie(foundation, uid, present.name, movie);
      });
      return { name: present.name, ...inspection };
    },
    delete: remove,
    deleteAll: async (project) => {
      const uid = projects.require(project);
      const sized = database.all(
        'SELECT name, octet_length(xml) AS size FROM movie WHERE project = ? ORDER BY name',
        uid,
      );
      const deleted: string[] = [];
      for (const piece of groupsOfRows(sized)) {
        const names = piece.map((row) => textOf(row, 'name'));
        const removed = await inSeparateTurn(database, () => names.map((name) => removeMovie(foundation, uid, name)));
        deleted.push(...removed.filter((name) => name !== null));
      }
      return deleted;
    },
  };
}

/** Returns the inspected movie. Throws `template/invalid` with all issues. */
export async function inspectOrRefuse(
  inspector: Pick<MovieInspector, 'inspect'>,
  body: MovieBody,
): Promise<{ readonly movie: InspectedMovie; readonly variablesJson: string; readonly issues: readonly Issue[] }> {
  const { movie, variablesJson, issues } = await inspector.inspect(body);
  if (movie === null) throw new ServiceError('template/invalid', '', { issues });
  return { movie, variablesJson, issues };
}

function entryOf(row: DatabaseRow): MovieEntry {
  return {
    name: textOf(row, 'name'),
    updatedAt: integerOf(row, 'updated_at'),
    durationFrames: integerOrNull(row, 'duration_frames'),
    variables: integerOf(row, 'variable_count'),
  };
}

function movieNotFound(name: string): ServiceError {
  return new ServiceError('movie/not-found', message('name/none-called', { name: name.slice(0, 255) }));
}

/**
 * Returns the entity tag of the JSON. The JSON is another representation, so its strong tag must differ (RFC 9110,
 * 8.8.3).
 */
function jsonTag(etag: string): string {
  return `${etag.slice(0, -1)}-json"`;
}
