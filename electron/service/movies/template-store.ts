import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { type Author, author } from '#shared/contract/shapes/shapes.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import type { InspectedMovie } from '../inspection/inspect.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { checkedName } from '../storage/checked-name.ts';
import type { DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { bytesOf, integer as integerOf, integerOrNull, text as textOf, textOrNull } from '../storage/rows.ts';
import { entityTag } from './entity-tag.ts';
import { movieTag, removeMovie, touchProject, writeMovie } from './movie-rows.ts';
import { type Conditions, meetsPreconditions } from './preconditions.ts';
import type { StoreFoundation } from './store-foundation.ts';
import { requireTemplate, templateRow } from './template-rows.ts';

export interface TemplateEntry {
  readonly name: string;
  readonly updatedAt: number;
  readonly revision: number;
  /** The length in frames of the newest revision without errors. */
  readonly durationFrames: number | null;
  /** The number of errors in the newest revision. */
  readonly errors: number;
}

export interface TemplateText {
  /** The unchanged bytes that the client sent. */
  readonly bytes: Uint8Array;
  /** The strong entity tag with its quotes. */
  readonly etag: string;
  readonly revision: number;
}

export interface TemplateRevision {
  readonly revision: number;
  readonly savedAt: number;
  readonly size: number;
  readonly etag: string;
  /** The number of errors. A revision with errors has no movie. */
  readonly errors: number;
  /** The author; null if it is unknown. */
  readonly author: Author | null;
  /** The description of the change; null if there is none. */
  readonly label: string | null;
}

/** The author of a revision, and a description of the change. */
export interface RevisionOrigin {
  readonly author: Author | null;
  readonly label: string | null;
}

const UNKNOWN_ORIGIN: RevisionOrigin = { author: null, label: null };

export interface SaveOptions extends Conditions {
  /** Whether a text with errors also becomes a revision. The movie then stays unchanged. */
  readonly keepsErrors?: boolean;
  /** Whether to merge the changes of newer revisions into a text that is based on the tag in `ifMatch`. */
  readonly merges?: boolean;
  readonly origin?: RevisionOrigin;
}

export interface SavedTemplate {
  readonly name: string;
  /** The name of the dynamic movie. */
  readonly movie: string;
  /** Whether the movie was exported. If the text has errors, the movie of the newest valid revision stays. */
  readonly exported: boolean;
  readonly revision: number;
  readonly etag: string;
  /** The variables as the JSON of a list of `ListedVariable`. */
  readonly variablesJson: string;
  /** The issues. They include errors only if the caller set `keepsErrors`. */
  readonly issues: readonly Issue[];
  readonly created: boolean;
  /** Whether the saved text also contains changes of a newer revision; absent if it does not. */
  readonly merged?: true;
}

/**
 * The templates of projects. All methods throw `project/not-found`. Writing methods throw the errors of the database's
 * transactions.
 */
export interface TemplateStore {
  /** Returns the templates, sorted by name. */
  list(project: string): readonly TemplateEntry[];
  /** Returns the given revision, or the newest one. Throws `template/not-found`. */
  get(project: string, name: string, revision?: number): TemplateText;
  /** Returns the revisions, the newest first. Throws `template/not-found`. */
  revisions(project: string, name: string): readonly TemplateRevision[];
  /**
   * Saves the bytes as a new revision, unless they equal the newest one, and exports the movie. When the promise
   * resolves, the change is durable. Throws `asset/invalid-name`, `template/invalid` with issues, and
   * `template/precondition`. After an error, nothing is saved.
   */
  save(project: string, name: string, bytes: Uint8Array, options?: SaveOptions): Promise<SavedTemplate>;
  /** Deletes a template with its revisions and its movie. Throws `template/not-found`, `template/precondition`. */
  delete(project: string, name: string, conditions?: Conditions): readonly string[];
}

export function createTemplateStore(
  foundation: StoreFoundation & { readonly inspector: MovieInspector },
): TemplateStore {
  const { database, events, projects, clock, inspector } = foundation;

  const write = (
    uid: ProjectUid,
    name: string,
    {
      bytes,
      movie,
      errors,
      origin,
    }: {
      readonly bytes: Uint8Array;
      readonly movie: InspectedMovie | null;
      readonly errors: number;
      readonly origin: RevisionOrigin;
    },
    conditions: Conditions,
  ) => {
    const existing = templateRow(foundation, uid, name);
    const current = existing === undefined ? null : textOf(existing, 'etag');
    if (!meetsPreconditions(current, conditions)) throw precondition(name);
    const storedName = existing === undefined ? name : textOf(existing, 'name');
    const etag = entityTag(bytes);
    if (existing !== undefined && current === etag) {
      // Always export the movie, because it may have been changed or deleted since the last save.
      if (movie !== null && movieTag(foundation, uid, storedName) !== entityTag(movie.xml))
        writeMovie(foundation, uid, storedName, movie);
      return { name: storedName, revision: integerOf(existing, 'revision'), etag, created: false };
    }
    const revision = existing === undefined ? 1 : integerOf(existing, 'revision') + 1;
    writeTemplate(foundation, uid, { name: storedName, revision, etag, bytes, movie, errors, origin });
    if (movie !== null) writeMovie(foundation, uid, storedName, movie);
    events.record({ type: 'template.saved', project: uid, data: { name: storedName, revision, etag, ...origin } });
    return { name: storedName, revision, etag, created: existing === undefined };
  };

  /** Inspects and writes a text under conditions. */
  const saveText = async (
    uid: ProjectUid,
    name: string,
    bytes: Uint8Array,
    { keepsErrors = false, origin = UNKNOWN_ORIGIN, ...conditions }: SaveOptions,
  ): Promise<SavedTemplate> => {
    const { movie, ...inspection } = await inspector.inspect({ spelling: 'xml', bytes });
    const errors = inspection.issues.filter(({ severity }) => severity === 'error').length;
    if (movie === null && !keepsErrors) throw new ServiceError('template/invalid', '', { issues: inspection.issues });
    await database.waitForWriteLock();
    const saved = database.transaction(() => {
      // Check again, because the project may have been deleted while the text was parsed.
      projects.require(uid);
      return write(uid, name, { bytes, movie, errors, origin }, conditions);
    });
    return { ...saved, movie: saved.name, exported: movie !== null, ...inspection };
  };

  /**
   * Merges a text into the newest revision. Returns null if the base is gone, or if both changed the same place. The
   * caller saves the result on the condition that no other revision was saved in the meantime.
   */
  const mergeIntoNewest = async (uid: ProjectUid, name: string, bytes: Uint8Array, { ifMatch }: SaveOptions) => {
    const template = templateRow(foundation, uid, name);
    if (template === undefined || ifMatch === undefined) return null;
    const rows = database.all(
      'SELECT bytes, etag FROM template_revision WHERE template = ? ORDER BY revision DESC',
      integerOf(template, 'id'),
    );
    const newest = rows[0];
    const base = rows.find((row) => meetsPreconditions(textOf(row, 'etag'), { ifMatch }));
    if (newest === undefined || base === undefined) return null;
    const versions = { base: bytesOf(base, 'bytes'), mine: bytes, theirs: bytesOf(newest, 'bytes') };
    const merged = await inspector.merge(versions);
    return merged === null ? null : { bytes: new TextEncoder().encode(merged), ifMatch: textOf(newest, 'etag') };
  };

  return {
    list: (project) =>
      database
        .all(
          `SELECT name, updated_at, template.revision, duration_frames, errors FROM template
            JOIN template_revision AS newest ON newest.template = template.id AND newest.revision = template.revision
            WHERE project = ? ORDER BY name`,
          projects.require(project),
        )
        .map(entryOf),
    get: (project, name, revision) => {
      const template = requireTemplate(foundation, projects.require(project), name);
      const requested = revision ?? integerOf(template, 'revision');
      const row = database.get(
        'SELECT bytes, etag FROM template_revision WHERE template = ? AND revision = ?',
        integerOf(template, 'id'),
        requested,
      );
      if (row === undefined)
        throw new ServiceError('template/not-found', message('template/revision-gone', { revision: requested }));
      return { bytes: bytesOf(row, 'bytes'), etag: textOf(row, 'etag'), revision: requested };
    },
    revisions: (project, name) =>
      database
        .all(
          'SELECT revision, saved_at, length(bytes) AS size, etag, errors, author, label FROM template_revision WHERE template = ? ORDER BY revision DESC',
          integerOf(requireTemplate(foundation, projects.require(project), name), 'id'),
        )
        .map(revisionOf),
    save: async (project, name, bytes, { merges = false, ...options } = {}) => {
      const uid = projects.require(project);
      const checked = checkedName(name, 'asset/invalid-name');
      let merged: Awaited<ReturnType<typeof mergeIntoNewest>> = null;
      for (let attempt = 0; ; attempt++) {
        try {
          if (merged === null) return await saveText(uid, checked, bytes, options);
          const saved = await saveText(uid, checked, merged.bytes, { ...options, ifMatch: merged.ifMatch });
          return { ...saved, merged: true };
        } catch (error) {
          const isStale = error instanceof ServiceError && error.code === 'template/precondition';
          if (!merges || !isStale || attempt === MAX_MERGES) throw error;
          merged = await mergeIntoNewest(uid, checked, bytes, options);
          if (merged === null) throw error;
        }
      }
    },
    delete: (project, name, conditions = {}) =>
      database.transaction(() => {
        const uid = projects.require(project);
        const template = requireTemplate(foundation, uid, name);
        if (!meetsPreconditions(textOf(template, 'etag'), conditions)) throw precondition(name);
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
  /** The movie in these bytes; null if the bytes have errors. */
  readonly movie: Pick<InspectedMovie, 'durationFrames'> | null;
  readonly errors?: number;
  readonly origin?: RevisionOrigin;
}

/** The maximum number of merges that a save tries while other clients save at the same time. */
const MAX_MERGES = 5;

/**
 * The maximum age in milliseconds of a revision that a later revision with errors replaces. It prevents saves during
 * typing from filling the list.
 */
const REPLACED_WITHIN = 60_000;

/** Writes a template with one more revision, without its movie. Call this inside a transaction. */
export function writeTemplate(foundation: StoreFoundation, uid: ProjectUid, next: NewRevision): void {
  const { database, clock } = foundation;
  const { name, revision, etag, bytes, movie, errors = 0, origin = UNKNOWN_ORIGIN } = next;
  const now = clock();
  database.run(
    `INSERT INTO template (project, name, name_key, revision, good_revision, etag, duration_frames, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
     ON CONFLICT (project, name_key) DO UPDATE SET revision = excluded.revision, etag = excluded.etag,
       good_revision = coalesce(excluded.good_revision, good_revision), updated_at = excluded.updated_at,
       duration_frames = iif(excluded.good_revision IS NULL, duration_frames, excluded.duration_frames)`,
    ...[uid, name, nameKey(name), revision, movie && revision, etag, movie?.durationFrames ?? null, now],
  );
  const id = integerOf(requireTemplate(foundation, uid, name), 'id');
  if (errors > 0)
    database.run(
      'DELETE FROM template_revision WHERE template = ? AND revision = ? AND errors > 0 AND saved_at > ?',
      ...[id, revision - 1, now - REPLACED_WITHIN],
    );
  database.run(
    `INSERT INTO template_revision (template, revision, bytes, etag, saved_at, errors, author, label)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, revision, bytes, etag, now, errors, origin.author && JSON.stringify(origin.author), origin.label],
  );
  // Keep the newest revision without errors, even if many revisions with errors follow.
  database.run(
    `DELETE FROM template_revision WHERE template = ?1 AND revision <= ?2
      AND revision IS NOT (SELECT good_revision FROM template WHERE id = ?1)`,
    ...[id, revision - serviceLimits.templateRevisions],
  );
}

function entryOf(row: DatabaseRow): TemplateEntry {
  return {
    name: textOf(row, 'name'),
    updatedAt: integerOf(row, 'updated_at'),
    revision: integerOf(row, 'revision'),
    durationFrames: integerOrNull(row, 'duration_frames'),
    errors: integerOf(row, 'errors'),
  };
}

function revisionOf(row: DatabaseRow): TemplateRevision {
  return {
    revision: integerOf(row, 'revision'),
    savedAt: integerOf(row, 'saved_at'),
    size: integerOf(row, 'size'),
    etag: textOf(row, 'etag'),
    errors: integerOf(row, 'errors'),
    author: authorOf(row),
    label: textOrNull(row, 'label'),
  };
}

function authorOf(row: DatabaseRow): Author | null {
  const json = textOrNull(row, 'author');
  return json === null ? null : author.parse(JSON.parse(json));
}

function precondition(name: string): ServiceError {
  return new ServiceError('template/precondition', message('name/called', { name: name.slice(0, 255) }));
}
