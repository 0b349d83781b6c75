import { setImmediate as nextTurn } from 'node:timers/promises';
import { GROUP_ROWS, groupsOfRows, inSeparateTurn } from '../storage/pieces.ts';
import type { Database, DatabaseRow, Foundation, ProjectUid } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';

export interface ProjectItem {
  readonly kind: 'asset' | 'movie' | 'template';
  readonly name: string;
  /** The name key, which is the column `name_key` of the tables. */
  readonly key: string;
}

/** The callbacks for the items, which are called inside a transaction. */
export interface ItemCallbacks<Value> {
  readonly signal: AbortSignal;
  /** Copies an item in its current state. */
  readonly take: (item: ProjectItem) => void;
  /** Drops the copy of an item that has changed or was deleted. */
  readonly drop: (item: ProjectItem) => void;
  /** Called when the copied items equal the current project. */
  readonly finish: () => Value;
}

/** The maximum number of rounds. If the project still changes after them, the rest is copied without a pause. */
const MAX_ROUNDS = 10;

/**
 * Copies the state of all items of a project at one time. Works in pieces with pauses for other work, because ten
 * thousand movies without a pause would block the service for a second. Copies changed items again until the events
 * show no change since the last read.
 */
export async function copyItemsConsistently<Value>(
  { database, events }: Pick<Foundation, 'database' | 'events'>,
  project: ProjectUid,
  { signal, take, drop, finish }: ItemCallbacks<Value>,
): Promise<Value> {
  const taken = new Map<string, DatabaseRow>();
  const takeRow = (row: DatabaseRow): void => {
    const previous = taken.get(keyOf(row));
    if (previous !== undefined) drop(itemOf(previous));
    take(itemOf(row));
    taken.set(keyOf(row), row);
  };
  const hasChanged = (row: DatabaseRow): boolean => taken.get(keyOf(row))?.['tag'] !== row['tag'];
  const dropMissing = (present: ReadonlySet<string>): void => {
    for (const [key, row] of taken)
      if (!present.has(key)) {
        drop(itemOf(row));
        taken.delete(key);
      }
  };
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    signal.throwIfAborted();
    const lastEvent = events.latest();
    const present = new Set<string>();
    for (const kind of KINDS)
      for await (const rows of pagesOf(database, kind, project)) {
        for (const row of rows) present.add(keyOf(row));
        for (const piece of groupsOfRows(rows.filter(hasChanged))) {
          signal.throwIfAborted();
          await inSeparateTurn(database, () => piece.forEach(takeRow));
        }
      }
    await database.waitForWriteLock();
    const done = database.transaction(() => {
      if (events.hasRecorded(lastEvent, project, CHANGE_EVENTS)) return null;
      dropMissing(present);
      return { value: finish() };
    });
    if (done !== null) return done.value;
  }
  return database.transaction(() => {
    const rows = KINDS.flatMap((kind) => database.all(`${ITEM_QUERIES[kind]} ORDER BY name_key`, project));
    dropMissing(new Set(rows.map(keyOf)));
    rows.filter(hasChanged).forEach(takeRow);
    return finish();
  });
}

const KINDS = ['asset', 'movie', 'template'] as const;

/** The types of the events about changes of items. Every change records one event. */
const CHANGE_EVENTS = KINDS.flatMap((kind) => [`${kind}.saved`, `${kind}.deleted`] as const);

/** The condition for the published revision of a template: the newest valid one, or the newest one if none is valid. */
export const IS_PUBLISHED = `template_revision.template = template.id
  AND template_revision.revision = coalesce(template.good_revision, template.revision)`;

/** The queries for items by kind. Every change of an item changes its `tag`. */
const ITEM_QUERIES: Readonly<Record<ProjectItem['kind'], string>> = {
  asset: `SELECT 'asset' AS kind, name, name_key, name || ' ' || etag || ' ' || content_type AS tag, 0 AS size
    FROM asset WHERE project = ?1`,
  movie: `SELECT 'movie' AS kind, name, name_key, name || ' ' || etag AS tag, octet_length(xml) AS size
    FROM movie WHERE project = ?1`,
  template: `SELECT 'template' AS kind, template.name, name_key,
    template.name || ' ' || template.id || ' ' || template_revision.revision AS tag, octet_length(bytes) AS size
    FROM template JOIN template_revision ON ${IS_PUBLISHED}
    WHERE project = ?1`,
};

/** Yields the items of a kind by name, in pages. Each page has the state at the time of its reading. */
async function* pagesOf(
  database: Database,
  kind: ProjectItem['kind'],
  project: ProjectUid,
): AsyncGenerator<readonly DatabaseRow[]> {
  for (let after = ''; ; ) {
    await nextTurn();
    const rows = database.all(
      `${ITEM_QUERIES[kind]} AND name_key > ?2 ORDER BY name_key LIMIT ?3`,
      project,
      after,
      GROUP_ROWS,
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < GROUP_ROWS) return;
    after = text(last, 'name_key');
  }
}

function itemOf(row: DatabaseRow): ProjectItem {
  // The cast is safe: the query returns only these kinds.
  return { kind: text(row, 'kind') as ProjectItem['kind'], name: text(row, 'name'), key: text(row, 'name_key') };
}

function keyOf(row: DatabaseRow): string {
  return `${text(row, 'kind')} ${text(row, 'name_key')}`;
}
