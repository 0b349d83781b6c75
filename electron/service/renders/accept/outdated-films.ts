import { createHash } from 'node:crypto';
import { brandValuesOf } from '../../brand/brand-rows.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { FilmDigest, ValuedFilm } from '../../inspection/inspect-film.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { BlobDigest, Database, ProjectUid } from '../../storage/ports.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { findRenders, type RenderId, type RenderRecord, templateOf } from '../records/render-record.ts';
import { assetDigest } from '../sources/asset-key.ts';
import { filmValues } from './film-values.ts';
import type { RequestContext } from './render-request.ts';

/** The reason why a film differs from the film that the same request would give now. */
export type OutdatedBy = 'template' | 'brand' | 'assets';

export interface OutdatedFilm {
  readonly project: ProjectUid;
  readonly render: RenderId;
  readonly batch: RenderRecord['batch'];
  readonly by: readonly OutdatedBy[];
  /** A later render of the same film that has not failed; null if there is none. */
  readonly newer: RenderId | null;
}

/** Compares rendered films with the films that the same requests would give now. */
export interface OutdatedFilms {
  /**
   * Returns the outdated films of the project, or of all projects if `project` is null. Films of links and snapshots
   * are excluded.
   */
  list(project: ProjectUid | null): Promise<readonly OutdatedFilm[]>;
}

/**
 * The maximum number of cached digests. The digest of a past film never changes, so after an edit only one digest per
 * film must be computed.
 */
const MAX_DIGESTS = 20_000;
const SLICE = 500;

export function createOutdatedFilms(
  context: Pick<RequestContext, 'database' | 'inspector' | 'movieXml'>,
): OutdatedFilms {
  const { database, inspector } = context;
  const digestsOf = createDigests(inspector);
  return {
    list: async (project) => {
      const yieldTurn = yieldRegularly();
      const present = createPresent(context);
      const { films, newer } = await readComparedFilms(database, project);
      const outdated: OutdatedFilm[] = [];
      for (const group of Map.groupBy(films, templateKey).values()) {
        const changes = await compare(group, present, digestsOf, database);
        for (const [at, { record }] of group.entries()) {
          const by = changes[at] ?? [];
          const { id: render, project: owner, batch } = record;
          if (by.length > 0) outdated.push({ project: owner, render, batch, by, newer: newer.get(render) ?? null });
        }
        await yieldTurn();
      }
      return outdated;
    },
  };
}

/** Returns the films to compare. For each film that was rendered again, also returns its newest render. */
async function readComparedFilms(database: Database, project: ProjectUid | null) {
  const films: ComparedFilm[] = [];
  const newest = new Map<string, RenderId>();
  const newer = new Map<RenderId, RenderId>();
  const yieldTurn = yieldRegularly();
  const sql = `${COMPARED} AND (? IS NULL OR project = ?) AND sequence < ? ORDER BY sequence DESC LIMIT ?`;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const records = findRenders(database, sql, project, project, before, SLICE);
    for (const record of records) {
      const key = filmKey(record);
      const other = newest.get(key);
      if (other === undefined) newest.set(key, record.id);
      else newer.set(record.id, other);
      const hasFilm = record.film !== null || (record.outcome?.url ?? null) !== null;
      if (record.state === 'succeeded' && hasFilm) films.push({ record, madeOf: madeOf(database, record.id) });
    }
    await yieldTurn();
    if (records.length < SLICE) return { films, newer };
    before = records.at(-1)?.sequence ?? 0;
  }
}

/**
 * The condition for renders that are compared. It excludes renders of links and of published projects, and renders that
 * failed or were canceled.
 */
const COMPARED = `link IS NULL AND state NOT IN ('failed', 'cancelled') AND json_extract(request, '$.published') IS NULL`;

interface ComparedFilm {
  readonly record: RenderRecord;
  /** The digests of the film's assets, by input key. */
  readonly madeOf: ReadonlyMap<string, BlobDigest>;
}

/** Returns a key that is equal for films with the same stored template. */
function templateKey({ record: { id, batch, cell } }: ComparedFilm): string {
  return batch === null ? id : `${batch} ${cell?.template ?? 1}`;
}

/** Returns a key that is equal for renders of the same film at different times. */
function filmKey({ project, request, filename }: RenderRecord): string {
  const { templateName, name, format, quality, maxBytes, range, ...given } = request;
  const values = [...filmValues({ ...given, brand: [] })];
  return JSON.stringify([project, templateName, filename ?? name, format, quality, maxBytes, range, values]);
}

function madeOf(database: Database, render: RenderId): ReadonlyMap<string, BlobDigest> {
  const text = database.get('SELECT made_of FROM render WHERE id = ?', render)?.['made_of'];
  return new Map(typeof text === 'string' ? Object.entries(JSON.parse(text) as Record<string, BlobDigest>) : []);
}

/** Reads the current state of projects, each item once. */
function createPresent({ database, movieXml }: Pick<RequestContext, 'database' | 'movieXml'>) {
  const movies = createMemo((key: string) => {
    const [project, name] = JSON.parse(key) as [ProjectUid, string];
    try {
      return movieXml(project, name);
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  });
  const brands = createMemo((project: string) => brandValuesOf(database, project));
  const assets = createMemo((key: string) => {
    const at = key.indexOf('/');
    return assetDigest(database, key.slice(0, at) as ProjectUid, key.slice(at + 1));
  });
  return {
    /** Returns the current XML of a template; null if it was deleted or is not from the project. */
    template: (project: ProjectUid, name: string | null) =>
      name === null ? null : movies(JSON.stringify([project, name])),
    brand: (project: ProjectUid) => brands(project),
    asset: (project: ProjectUid, key: string) => assets(key.includes('/') ? key : `${project}/${key}`),
  };
}

function createMemo<Value>(find: (key: string) => Value): (key: string) => Value {
  const cache = new Map<string, Value>();
  return (key) => {
    const value = cache.has(key) ? (cache.get(key) as Value) : find(key);
    cache.set(key, value);
    return value;
  };
}

/** Returns the reasons why each film of one template is outdated. */
async function compare(
  films: readonly ComparedFilm[],
  now: ReturnType<typeof createPresent>,
  digestsOf: ReturnType<typeof createDigests>,
  database: Database,
): Promise<readonly (readonly OutdatedBy[])[]> {
  const [first] = films;
  if (first === undefined) return [];
  const { project, request } = first.record;
  const oldTemplate = templateOf(database, first.record.id);
  const present = now.template(project, request.templateName) ?? oldTemplate;
  const brand = now.brand(project);
  const changes = films.map(({ record: { request } }): readonly OutdatedBy[] => [
    ...(present === oldTemplate ? [] : (['template'] as const)),
    ...(JSON.stringify(brand) === JSON.stringify(request.brand) ? [] : (['brand'] as const)),
  ]);
  // Compare only the digests of changed films. A change of the text or the brand may leave the picture unchanged.
  const changedFilms = films.flatMap(({ record: { request } }, at) =>
    changes[at]?.length === 0 ? [] : [{ at, asked: request }],
  );
  const valuedFilms = (valuesOf: (request: RenderRecord['request']) => Iterable<readonly [string, string]>) =>
    changedFilms.map(({ asked: request }): ValuedFilm => ({ values: [...valuesOf(request)], range: request.range }));
  const before = await digestsOf(
    oldTemplate,
    valuedFilms((request) => filmValues(request)),
  );
  const after = await digestsOf(
    present,
    valuedFilms((request) => filmValues({ ...request, brand })),
  );
  const differs = new Set(changedFilms.flatMap(({ at }, index) => (before[index] === after[index] ? [] : [at])));
  return films.map(({ record, madeOf: inputs }, at) => {
    const isOtherAsset = [...inputs].some(([key, sha256]) => {
      const present = now.asset(record.project, key);
      // A film with a missing asset counts as current, because it cannot be rendered again.
      return present !== null && present !== sha256;
    });
    return [...(differs.has(at) ? (changes[at] ?? []) : []), ...(isOtherAsset ? (['assets'] as const) : [])];
  });
}

/** Returns a function that computes the digests of films and caches them. */
function createDigests(inspector: MovieInspector) {
  const cache = new Map<string, FilmDigest>();
  return async (xml: string, films: readonly ValuedFilm[]): Promise<readonly FilmDigest[]> => {
    const text = createHash('sha256').update(xml).digest('base64');
    const keyOf = (film: ValuedFilm) => {
      const values = createHash('sha256').update(JSON.stringify(film)).digest('base64');
      return `${text} ${values}`;
    };
    const digested = films.map(
      (film): { readonly film: ValuedFilm; readonly key: string; look: FilmDigest | undefined } => {
        const key = keyOf(film);
        return { film, key, look: cache.get(key) };
      },
    );
    const uncached = digested.filter(({ look: digest }) => digest === undefined);
    for (let at = 0; at < uncached.length; ) {
      const digests = await inspector.digests(
        xml,
        uncached.slice(at, at + SLICE).map(({ film }) => film),
      );
      for (const digest of digests) {
        const film = uncached[at];
        if (film !== undefined) {
          film.look = digest;
          cache.set(film.key, digest);
        }
        at += 1;
      }
    }
    for (const [key] of cache) {
      if (cache.size <= MAX_DIGESTS) break;
      cache.delete(key);
    }
    return digested.map(({ look: digest }) => digest ?? null);
  };
}
