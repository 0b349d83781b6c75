import { inTurn, piecesOf } from '../storage/pieces.ts';
import type { Database, DatabaseRow, ProjectUid } from '../storage/ports.ts';
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
 * movies would keep them waiting for a second. What changes while it goes on is taken again, until all of it is as it
 * is now.
 */
export async function takeItems<Value>(
  database: Database,
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
  const dropMissing = (kind: ProjectItem['kind'], rows: readonly DatabaseRow[]): void => {
    const present = new Set(rows.map(keyOf));
    for (const [key, row] of taken)
      if (row['kind'] === kind && !present.has(key)) {
        drop(itemOf(row));
        taken.delete(key);
      }
  };
  let before: string | null = null;
  for (let round = 1; ; round++) {
    signal.throwIfAborted();
    await database.freeToWrite();
    const tags = tagsOf(database, project);
    if (tags === before) return database.transaction(finish);
    if (round > MOST_ROUNDS)
      return database.transaction(() => {
        for (const kind of KINDS) {
          const rows = database.all(ITEMS[kind], project);
          dropMissing(kind, rows);
          rows.filter((row) => isAnother(taken, row)).forEach(takeRow);
        }
        return finish();
      });
    for (const kind of KINDS) {
      const rows = await inTurn(database, () => {
        const all = database.all(ITEMS[kind], project);
        dropMissing(kind, all);
        return all.filter((row) => isAnother(taken, row));
      });
      for (const piece of piecesOf(rows)) {
        signal.throwIfAborted();
        await inTurn(database, () => piece.forEach(takeRow));
      }
    }
    before = tags;
  }
}

const KINDS = ['asset', 'movie', 'template'] as const;

/** The tag is another once the item has changed. */
const ITEMS: Readonly<Record<ProjectItem['kind'], string>> = {
  asset: `SELECT 'asset' AS kind, name, name_key, name || ' ' || etag || ' ' || content_type AS tag, 0 AS size
    FROM asset WHERE project = ?1`,
  movie: `SELECT 'movie' AS kind, name, name_key, name || ' ' || etag AS tag, octet_length(xml) AS size
    FROM movie WHERE project = ?1`,
  template: `SELECT 'template' AS kind, template.name, name_key,
    template.name || ' ' || template.id || ' ' || template.revision AS tag, octet_length(bytes) AS size FROM template
    JOIN template_revision ON template_revision.template = template.id AND template_revision.revision = template.revision
    WHERE project = ?1`,
};

const TAGS = `SELECT group_concat(tag, char(10)) AS tags FROM (${KINDS.map((kind) => `SELECT tag FROM (${ITEMS[kind]} ORDER BY name_key)`).join(' UNION ALL ')})`;

/** The tags of all items as one text, which is quick to read and to compare. */
function tagsOf(database: Database, project: ProjectUid): string {
  return String(database.get(TAGS, project)?.['tags']);
}

function isAnother(taken: ReadonlyMap<string, DatabaseRow>, row: DatabaseRow): boolean {
  return taken.get(keyOf(row))?.['tag'] !== row['tag'];
}

function itemOf(row: DatabaseRow): ProjectItem {
  // The statement has no other kinds.
  return { kind: text(row, 'kind') as ProjectItem['kind'], name: text(row, 'name'), key: text(row, 'name_key') };
}

function keyOf(row: DatabaseRow): string {
  return `${text(row, 'kind')} ${text(row, 'name_key')}`;
}
