import { serviceLimits } from '../../../shared/contract/limits.ts';
import { nameKey } from '../../../shared/names/asset-name.ts';
import { statement } from '../../../shared/statements/statement.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import type { InspectedMovie } from '../inspection/inspect.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { checkedName } from '../storage/checked-name.ts';
import type { DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { bytesOf } from '../storage/row-bytes.ts';
import { integer as integerOf, integerOrNull, text as textOf } from '../storage/rows.ts';
import { entityTag } from './entity-tag.ts';
import { movieTag, removeMovie, touchProject, writeMovie } from './movie-rows.ts';
import { inspectOrRefuse } from './movie-store.ts';
import { type Conditions, mayChange } from './preconditions.ts';
import type { StoreFoundation } from './store-foundation.ts';
import { requireTemplate, templateRow } from './template-rows.ts';

export interface TemplateEntry {
  readonly name: string;
  readonly updatedAt: number;
  readonly revision: number;
  readonly durationFrames: number | null;
}

export interface TemplateText {
  /** As they were sent. */
  readonly bytes: Uint8Array;
  /** Strong, with its quotes. */
  readonly etag: string;
  readonly revision: number;
}

export interface TemplateRevision {
  readonly revision: number;
  readonly savedAt: number;
  readonly size: number;
  readonly etag: string;
}

export interface SavedTemplate {
  readonly name: string;
  /** Name of the dynamic movie that was exported. */
  readonly movie: string;
  readonly revision: number;
  readonly etag: string;
  /** JSON, a list of `ListedVariable`. */
  readonly variablesJson: string;
  /** Warnings only. */
  readonly issues: readonly Issue[];
  readonly created: boolean;
}

/** All methods throw `project/not-found`; those that write throw what the database's transactions throw. */
export interface TemplateStore {
  /** By name. */
  list(project: string): readonly TemplateEntry[];
  /** The newest revision, or the one that is asked for. Throws `template/not-found`. */
  get(project: string, name: string, revision?: number): TemplateText;
  /** Newest first. Throws `template/not-found`. */
  revisions(project: string, name: string): readonly TemplateRevision[];
  /**
   * Keeps the bytes as a new revision, unless they are those of the newest one, and exports the movie. Durable when it
   * settles. Throws `asset/invalid-name`, `template/invalid` with issues, `template/precondition`; nothing is saved
   * then.
   */
  save(project: string, name: string, bytes: Uint8Array, conditions?: Conditions): Promise<SavedTemplate>;
  /** Deletes it with its revisions and its movie. Throws `template/not-found`, `template/precondition`. */
  delete(project: string, name: string, conditions?: Conditions): readonly string[];
}

export function createTemplateStore(
  foundation: StoreFoundation & { readonly inspector: MovieInspector },
): TemplateStore {
  const { database, events, projects, clock, inspector } = foundation;

  const write = (uid: ProjectUid, name: string, bytes: Uint8Array, movie: InspectedMovie, conditions: Conditions) => {
    const present = templateRow(foundation, uid, name);
    const current = present === undefined ? null : textOf(present, 'etag');
    if (!mayChange(current, conditions)) throw precondition(name);
    const kept = present === undefined ? name : textOf(present, 'name');
    const etag = entityTag(bytes);
    if (present !== undefined && current === etag) {
      // The movie may have been edited or deleted since: a save exports it all the same.
      if (movieTag(foundation, uid, kept) !== entityTag(movie.xml)) writeMovie(foundation, uid, kept, movie);
      return { name: kept, revision: integerOf(present, 'revision'), etag, created: false };
    }
    const revision = present === undefined ? 1 : integerOf(present, 'revision') + 1;
    writeTemplate(foundation, uid, { name: kept, revision, etag, bytes, durationFrames: movie.durationFrames });
    writeMovie(foundation, uid, kept, movie);
    events.record({ type: 'template.saved', project: uid, data: { name: kept, revision, etag } });
    return { name: kept, revision, etag, created: present === undefined };
  };

  return {
    list: (project) =>
      database
        .all(
          'SELECT name, updated_at, revision, duration_frames FROM template WHERE project = ? ORDER BY name',
          projects.require(project),
        )
        .map(entryOf),
    get: (project, name, revision) => {
      const template = requireTemplate(foundation, projects.require(project), name);
      const wanted = revision ?? integerOf(template, 'revision');
      const row = database.get(
        'SELECT bytes, etag FROM template_revision WHERE template = ? AND revision = ?',
        integerOf(template, 'id'),
        wanted,
      );
      if (row === undefined)
        throw new ServiceError('template/not-found', statement('template/revision-gone', { revision: wanted }));
      return { bytes: bytesOf(row, 'bytes'), etag: textOf(row, 'etag'), revision: wanted };
    },
    revisions: (project, name) =>
      database
        .all(
          'SELECT revision, saved_at, length(bytes) AS size, etag FROM template_revision WHERE template = ? ORDER BY revision DESC',
          integerOf(requireTemplate(foundation, projects.require(project), name), 'id'),
        )
        .map(revisionOf),
    save: async (project, name, bytes, conditions = {}) => {
      const uid = projects.require(project);
      const checked = checkedName(name, 'asset/invalid-name');
      const { movie, ...inspection } = await inspectOrRefuse(inspector, { spelling: 'xml', bytes });
      await database.freeToWrite();
      const saved = database.transaction(() => {
        // Asked a second time: reading took time, and the project may have been deleted meanwhile.
        projects.require(uid);
        return write(uid, checked, bytes, movie, conditions);
      });
      return { ...saved, movie: saved.name, ...inspection };
    },
    delete: (project, name, conditions = {}) =>
      database.transaction(() => {
        const uid = projects.require(project);
        const template = requireTemplate(foundation, uid, name);
        if (!mayChange(textOf(template, 'etag'), conditions)) throw precondition(name);
        const deleted = textOf(template, 'name');
        database.run('DELETE FROM template WHERE id = ?', integerOf(template, 'id'));
        removeMovie(foundation, uid, name);
        touchProject(database, uid, clock());
        events.record({ type: 'template.deleted', project: uid, data: { name: deleted } });
        return [deleted];
      }),
  };
}

interface NewRevision {
  readonly name: string;
  readonly revision: number;
  readonly etag: string;
  readonly bytes: Uint8Array;
  readonly durationFrames: number | null;
}

/** Writes a template with one more revision, and nothing of its movie. Call inside a transaction. */
export function writeTemplate(foundation: StoreFoundation, uid: ProjectUid, next: NewRevision): void {
  const { database, clock } = foundation;
  const { name, revision, etag, bytes, durationFrames } = next;
  const now = clock();
  database.run(
    `INSERT INTO template (project, name, name_key, revision, etag, duration_frames, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project, name_key) DO UPDATE SET revision = excluded.revision, etag = excluded.etag,
       duration_frames = excluded.duration_frames, updated_at = excluded.updated_at`,
    ...[uid, name, nameKey(name), revision, etag, durationFrames, now, now],
  );
  const id = integerOf(requireTemplate(foundation, uid, name), 'id');
  database.run('INSERT INTO template_revision VALUES (?, ?, ?, ?, ?)', id, revision, bytes, etag, now);
  const kept = revision - serviceLimits.templateRevisions;
  database.run('DELETE FROM template_revision WHERE template = ? AND revision <= ?', id, kept);
}

function entryOf(row: DatabaseRow): TemplateEntry {
  return {
    name: textOf(row, 'name'),
    updatedAt: integerOf(row, 'updated_at'),
    revision: integerOf(row, 'revision'),
    durationFrames: integerOrNull(row, 'duration_frames'),
  };
}

function revisionOf(row: DatabaseRow): TemplateRevision {
  return {
    revision: integerOf(row, 'revision'),
    savedAt: integerOf(row, 'saved_at'),
    size: integerOf(row, 'size'),
    etag: textOf(row, 'etag'),
  };
}

function precondition(name: string): ServiceError {
  return new ServiceError('template/precondition', statement('name/called', { name: name.slice(0, 255) }));
}
