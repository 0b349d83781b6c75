import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurn, PIECE_ROWS, piecesOf } from '../storage/pieces.ts';
import type { Database, DatabaseRow, Foundation, ProjectUid } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';

/** Something that is published. */
export interface ProjectItem {
  readonly kind: 'asset' | 'movie' | 'template';
  readonly name: string;
  /** The name as it is compared, `name_key` in the tables. */
  readonly key: string;
}

/** What is done with the items; all of it is called inside a transaction. */
export interface ItemTaking<Value> {
  readonly signal: AbortSignal;
  /** Takes an item as it is now. */
  readonly take: (item: ProjectItem) => void;
  /** Lets go of one that was taken, since it has changed or is no more. */
  readonly drop: (item: ProjectItem) => void;
  /** Called once all that is taken is the project as it is now. */
  readonly finish: () => Value;
}

/**
 * After so many rounds the rest is taken at a stretch, however much it is: somebody changes all of it again and again.
 */
const MOST_ROUNDS = 10;

/**
 * Takes all items of a project as they are at one moment, piece by piece, others going on meanwhile: ten thousand
 * movies would keep them waiting for a second. What changes while it goes on is taken again, until the events say that
 * nothing has changed since all of it was read.
 */
export async function takeItems<Value>(
  { database, events }: Pick<Foundation, 'database' | 'events'>,
  project: ProjectUid,
  { signal, take, drop, finish }: ItemTaking<Value>,
): Promise<Value> {
  const taken = new Map<string, DatabaseRow>();
  const takeRow = (row: DatabaseRow): void => {
    const before = taken.get(keyOf(row));
    if (before !== undefined) drop(itemOf(before));
    take(itemOf(row));
    taken.set(keyOf(row), row);
  };
  const isAnother = (row: DatabaseRow): boolean => taken.get(keyOf(row))?.['tag'] !== row['tag'];
  const dropMissing = (present: ReadonlySet<string>): void => {
    for (const [key, row] of taken)
      if (!present.has(key)) {
        drop(itemOf(row));
        taken.delete(key);
      }
  };
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    signal.throwIfAborted();
    const before = events.latest();
    const present = new Set<string>();
    for (const kind of KINDS)
      for await (const rows of pagesOf(database, kind, project)) {
        for (const row of rows) present.add(keyOf(row));
        for (const piece of piecesOf(rows.filter(isAnother))) {
          signal.throwIfAborted();
          await inTurn(database, () => piece.forEach(takeRow));
        }
      }
    await database.freeToWrite();
    const done = database.transaction(() => {
      if (events.hasRecorded(before, project, CHANGES)) return null;
      dropMissing(present);
      return { value: finish() };
    });
    if (done !== null) return done.value;
  }
  return database.transaction(() => {
    const rows = KINDS.flatMap((kind) => database.all(`${ITEMS[kind]} ORDER BY name_key`, project));
    dropMissing(new Set(rows.map(keyOf)));
    rows.filter(isAnother).forEach(takeRow);
    return finish();
  });
}

const KINDS = ['asset', 'movie', 'template'] as const;

/** Whatever changes an item records one of these. */
const CHANGES = KINDS.flatMap((kind) => [`${kind}.saved`, `${kind}.deleted`] as const);

/** The revision of a template that is published: the newest without errors, and the newest of all where each has some. */
export const IS_PUBLISHED = `template_revision.template = template.id
  AND template_revision.revision = coalesce(template.good_revision, template.revision)`;

/** The tag is another once the item has changed. */
const ITEMS: Readonly<Record<ProjectItem['kind'], string>> = {
  asset: `SELECT 'asset' AS kind, name, name_key, name || ' ' || etag || ' ' || content_type AS tag, 0 AS size
    FROM asset WHERE project = ?1`,
  movie: `SELECT 'movie' AS kind, name, name_key, name || ' ' || etag AS tag, octet_length(xml) AS size
    FROM movie WHERE project = ?1`,
  template: `SELECT 'template' AS kind, template.name, name_key,
    template.name || ' ' || template.id || ' ' || template_revision.revision AS tag, octet_length(bytes) AS size
    FROM template JOIN template_revision ON ${IS_PUBLISHED}
    WHERE project = ?1`,
};

/** The items of a kind by name, each page as it is when its turn comes. */
async function* pagesOf(
  database: Database,
  kind: ProjectItem['kind'],
  project: ProjectUid,
): AsyncGenerator<readonly DatabaseRow[]> {
  for (let after = ''; ; ) {
    await nextTurn();
    const rows = database.all(
      `${ITEMS[kind]} AND name_key > ?2 ORDER BY name_key LIMIT ?3`,
      project,
      after,
      PIECE_ROWS,
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE_ROWS) return;
    after = text(last, 'name_key');
  }
}

function itemOf(row: DatabaseRow): ProjectItem {
  // The statement has no other kinds.
  return { kind: text(row, 'kind') as ProjectItem['kind'], name: text(row, 'name'), key: text(row, 'name_key') };
}

function keyOf(row: DatabaseRow): string {
  return `${text(row, 'kind')} ${text(row, 'name_key')}`;
}
