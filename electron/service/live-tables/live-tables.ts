import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_LIVE_TABLES } from '#shared/contract/calls/live-tables.ts';
import { type Issue, issueOf, ServiceError } from '../errors/service-error.ts';
import { listedVariables } from '../links/check-link.ts';
import { entityTag } from '../movies/entity-tag.ts';
import type { SecretKeeper } from '../renders/records/secret-keeper.ts';
import { recordChange } from '../renders/records/transitions.ts';
import type { LoggedEvent, ProjectUid } from '../storage/ports.ts';
import { webAddress } from '../tables/address-source.ts';
import { readAnyTable } from '../tables/read-any-table.ts';
import { tableAnswer, tableRefusal } from '../tables/table-fault.ts';
import type { TableSource } from '../tables/table-source.ts';
import { type ApplyDependencies, applyReading } from './apply-reading.ts';
import {
  findRowOfRender,
  findTables,
  type LiveTableRecord,
  type PreviewRequest,
  requireTable,
  type TableSettings,
  withdrawWaiting,
} from './live-table-rows.ts';
import { createTableSources, type SourceOptions, taskOf } from './live-table-sources.ts';
import type { Preview } from './plan-reading.ts';

export interface LiveTableOptions extends Omit<ApplyDependencies, 'sources'>, SourceOptions {
  readonly secrets: SecretKeeper;
  /** Called with the ids of permitted files that no live table uses any more. */
  readonly onFilesReleased: (ids: readonly string[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Stores, watches, and applies live tables. All methods throw `table/not-found`. */
export interface LiveTables {
  /** Starts watching the stored tables. */
  start(): void;
  stop(): Promise<void>;
  create(
    project: ProjectUid,
    settings: TableSettings,
    from: { readonly origin: string; readonly start: boolean },
  ): Promise<LiveTableRecord>;
  /** Changes the settings of a table. Throws `table/precondition` if the entity tag differs. */
  change(table: LiveTableRecord, settings: TableSettings, ifMatch: string | undefined): Promise<LiveTableRecord>;
  readNow(table: LiveTableRecord, options: { readonly dry: boolean; readonly isConfirmed?: boolean }): Promise<Preview>;
  /** Reads the first rows of a source. Stores nothing. Throws the faults of tables. */
  preview(project: ProjectUid, request: PreviewRequest, signal: AbortSignal): Promise<object>;
  /** Watches a table again. A reading that a guard holds back is not applied. */
  resume(table: LiveTableRecord): LiveTableRecord;
  /** Stops reading a table, and cancels its waiting films. The next reading requests these films again. */
  pause(table: LiveTableRecord): Promise<LiveTableRecord>;
  delete(table: LiveTableRecord): Promise<void>;
  /** Stops watching the files whose permission a user withdrew, and watches files that are permitted again. */
  checkFiles(): Promise<void>;
  /** Returns the time of the next request to an address in milliseconds since 1970; null for other tables. */
  nextReadingAt(id: string): number | null;
}

/** The time in milliseconds in which changes of a project are coalesced. */
const TOGETHER_MS = 500;
/** The maximum number of row events per second. The other rows of that second share one event. */
const ROW_EVENTS = 10;
const SECOND_MS = 1000;
const TRASH_MS = 30 * 86_400_000;
/** The events after which the films of rows can differ. */
const CONTENT = new Set(['movie.saved', 'template.saved', 'brand.changed', 'asset.saved', 'asset.deleted']);

/** The number of rows in a preview. */
const PREVIEW_ROWS = 20;

interface Watcher {
  /** The source; null until it is open. */
  source: TableSource | null;
  readonly stopping: AbortController;
  done: Promise<void>;
}

export function createLiveTables(options: LiveTableOptions): LiveTables {
  const { records, secrets, assets, policy, onFailure } = options;
  const { database, events, clock } = records;
  const watchers = new Map<string, Watcher>();
  const turns = new Map<string, Promise<unknown>>();
  const nextTimes = new Map<string, number>();
  const stopping = new AbortController();
  const sources = createTableSources(options, stopping.signal);
  const dependencies = { ...options, sources };

  /** Runs work for a table after the earlier work for the same table. */
  const inTurn = <Value>(id: string, work: () => Promise<Value>): Promise<Value> => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work);
    turns.set(
      id,
      turn.catch(() => undefined),
    );
    return turn;
  };
  const changed = ({ id, project }: Pick<LiveTableRecord, 'id' | 'project'>, state: string): void =>
    events.record({ type: 'table.changed', project, data: { id, state } });

  /** Returns the header of an address with its stored value; null without one. */
  const headerOf = async ({ settings: { source }, secretName }: LiveTableRecord) => {
    const value = secretName === null ? null : await secrets.get(secretName);
    if (value === null || source.kind !== 'address' || source.header === undefined) return null;
    return { name: source.header.name, value };
  };
  const open = async (table: LiveTableRecord): Promise<TableSource> => {
    const { id, project, settings, bytes } = table;
    const onNext = (at: number) => void nextTimes.set(id, at);
    const lists = listsOf(project, settings.movie);
    return await sources.open(project, settings, { header: await headerOf(table), bytes, onNext, lists });
  };
  /** Returns a function that returns the names of the lists of a movie. It reads the movie again after a change. */
  const listsOf = (project: ProjectUid, movie: string) => {
    let known: { readonly xml: string; readonly lists: readonly string[] } = { xml: '', lists: [] };
    return async (): Promise<readonly string[]> => {
      try {
        const xml = options.requests.movieXml(project, movie);
        if (xml === known.xml) return known.lists;
        const variables = await listedVariables({ movie, project }, options.requests);
        known = { xml, lists: variables.flatMap(({ name, list }) => (list === undefined ? [] : [name])) };
        return known.lists;
      } catch (error) {
        // The next reading reports that the movie was deleted.
        if (error instanceof ServiceError) return [];
        throw error;
      }
    };
  };

  const apply = (id: string, content: Uint8Array, how: { readonly dry: boolean; readonly isConfirmed: boolean }) =>
    inTurn(id, async () => {
      const table = requireTable(database, null, id);
      const preview = await applyReading(table, content, dependencies, { ...how, signal: stopping.signal });
      if (how.dry) return preview;
      database.transaction(() => {
        const after = requireTable(database, null, id);
        database.run('UPDATE live_table SET bytes = ? WHERE id = ?', content.length, id);
        const wasHeld = table.problem !== null || table.state === 'guarded';
        if (wasHeld && after.state !== 'guarded') changed(after, after.state);
      });
      return preview;
    });

  /** Stores the reason why a table cannot be read. */
  const noteFault = (id: string, error: unknown): void => {
    if (!(error instanceof ServiceError)) {
      onFailure(error);
      return;
    }
    const issue: Issue = error.issues[0] ?? issueOfError(error);
    database.transaction(() => {
      const table = requireTable(database, null, id);
      if (table.problem?.message === issue.message) return;
      database.run('UPDATE live_table SET problem = ? WHERE id = ?', JSON.stringify(issue), id);
      changed(table, 'unreadable');
    });
  };

  const watch = (id: string): void => {
    if (watchers.has(id) || stopping.signal.aborted) return;
    const watcher: Watcher = { source: null, stopping: new AbortController(), done: Promise.resolve() };
    watchers.set(id, watcher);
    watcher.done = follow(id, watcher);
  };
  /** Applies each change of a table. Ends when the watcher stops or the source cannot be opened. */
  const follow = async (id: string, watcher: Watcher): Promise<void> => {
    const signal = AbortSignal.any([watcher.stopping.signal, stopping.signal]);
    try {
      await using source = await open(requireTable(database, null, id));
      watcher.source = source;
      for (;;) await followOnce(id, source, signal);
    } catch (error) {
      if (!signal.aborted) noteFault(id, error);
    }
  };
  const followOnce = async (id: string, source: TableSource, signal: AbortSignal): Promise<void> => {
    try {
      const { bytes } = await source.next(signal);
      await apply(id, bytes, { dry: false, isConfirmed: false });
    } catch (error) {
      signal.throwIfAborted();
      noteFault(id, error);
    }
  };
  const unwatch = async (id: string): Promise<void> => {
    const watcher = watchers.get(id);
    watchers.delete(id);
    nextTimes.delete(id);
    watcher?.stopping.abort();
    await watcher?.done;
  };

  let permitted = grantsOf(findTables(database, null));
  /** Reports the files that tables used and that no table uses any more. Ignores the tables of a deleted project. */
  const releaseFiles = (deleted: string | null): void => {
    const used = grantsOf(findTables(database, null).filter(({ project }) => project !== deleted));
    const released = [...permitted].filter((id) => !used.has(id));
    permitted = used;
    if (released.length > 0) options.onFilesReleased(released);
  };

  let pending = new Set<string>();
  const onEvent = ({ type, project, data }: LoggedEvent): void => {
    if (type === 'render.changed' && 'id' in data) reportRow(String(data.id));
    if (type === 'table.changed') releaseFiles(null);
    if (type === 'project.deleted' && project !== null) {
      releaseFiles(project);
      for (const { id } of findTables(database, project)) void unwatch(id).catch(onFailure);
    }
    if (!CONTENT.has(type) || project === null || watchers.size === 0) return;
    if (pending.size === 0)
      void pause(TOGETHER_MS, undefined, { signal: stopping.signal }).then(
        () => {
          const projects = pending;
          pending = new Set();
          for (const table of findTables(database, null))
            if (projects.has(table.project)) watchers.get(table.id)?.source?.again();
        },
        () => undefined,
      );
    pending.add(project);
  };

  /**
   * The rows that changed in the current second, by table. The first rows are announced by their keys, and the others
   * as a number.
   */
  const bursts = new Map<string, { count: number; more: number }>();
  const reportRow = (render: string): void => {
    const row = findRowOfRender(database, render);
    if (row === null) return;
    const { table: id, project, key, state } = row;
    const burst = bursts.get(id) ?? { count: 0, more: 0 };
    if (burst.count === 0) {
      bursts.set(id, burst);
      void pause(SECOND_MS, undefined, { signal: stopping.signal }).then(
        () => {
          bursts.delete(id);
          const { more } = burst;
          if (more > 0)
            events.announce({ type: 'table.row', project, data: { id, key: null, state: null, rows: more } });
        },
        () => undefined,
      );
    }
    burst.count += 1;
    if (burst.count > ROW_EVENTS) burst.more += 1;
    else events.announce({ type: 'table.row', project, data: { id, key, state, rows: 1 } });
  };
  const subscription = events.subscribe(onEvent);

  /** Deletes the films of removed rows of a table with a trash, 30 days after their removal. */
  const emptyTrash = (): void => {
    for (const { id, settings } of findTables(database, null)) {
      if (settings.removed !== 'trash') continue;
      database.transaction(() => {
        const rows = database.all(
          'DELETE FROM live_row WHERE live_table = ? AND removed_at < ? RETURNING render, film',
          id,
          clock() - TRASH_MS,
        );
        for (const render of rows.flatMap((row) => [row['render'], row['film']])) {
          if (typeof render !== 'string') continue;
          database.run('UPDATE render SET film = NULL WHERE id = ? AND ended_at IS NOT NULL', render);
          recordChange(records, render as Parameters<typeof recordChange>[1]);
        }
      });
    }
  };

  /**
   * Stores the header of an address with the secret keeper. Returns the settings without the header's value, and the
   * name of the secret.
   */
  const withoutSecret = async (settings: TableSettings, before: string | null) => {
    const { source } = settings;
    if (source.kind !== 'address' || source.header === undefined) return { settings, secretName: null };
    const { name, value } = source.header;
    const stored = { ...settings, source: { ...source, header: { name } } };
    if (value === undefined) return { settings: stored, secretName: before };
    const secretName = randomUUID();
    await secrets.put(secretName, value);
    return { settings: stored, secretName };
  };
  const setState = (table: LiveTableRecord, state: 'watching' | 'paused'): void =>
    database.transaction(() => {
      database.run('UPDATE live_table SET state = ?, guard = NULL WHERE id = ?', state, table.id);
      changed(table, state);
    });
  /** Performs the checks that are possible before the first reading. Throws `table/source` and `movie/not-found`. */
  const check = async (project: ProjectUid, { source, movie }: TableSettings): Promise<void> => {
    options.requests.movieXml(project, movie);
    if (source.kind === 'asset') assets.get(project, source.name);
    else if (source.kind === 'file') await sources.fileOf(source);
    else webAddress(source.url, policy);
  };

  return {
    start: () => {
      emptyTrash();
      for (const { id, state } of findTables(database, null)) if (state !== 'paused') watch(id);
    },
    stop: async () => {
      stopping.abort();
      subscription[Symbol.dispose]();
      await Promise.all([...watchers.values()].map(({ done }) => done));
      await Promise.all(turns.values());
    },
    create: async (project, requested, { origin, start }) => {
      await check(project, requested);
      if (findTables(database, project).length >= MAX_LIVE_TABLES)
        throw new ServiceError('table/too-many', `The limit is ${MAX_LIVE_TABLES}.`);
      const { settings, secretName } = await withoutSecret(requested, null);
      const id = randomUUID();
      const text = JSON.stringify(settings);
      await database.waitForWriteLock();
      database.transaction(() => {
        database.run(
          'INSERT INTO live_table (id, project, settings, etag, secret_name, origin, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
          ...[id, project, text, entityTag(text), secretName, origin, start ? 'watching' : 'paused', clock()],
        );
        changed({ id, project }, start ? 'watching' : 'paused');
      });
      if (start) watch(id);
      return requireTable(database, project, id);
    },
    change: async (table, requested, ifMatch) => {
      const { id, project } = table;
      if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== table.etag)
        throw new ServiceError('table/precondition');
      await check(project, requested);
      const { settings, secretName } = await withoutSecret(requested, table.secretName);
      const text = JSON.stringify(settings);
      await unwatch(id);
      await database.waitForWriteLock();
      database.transaction(() => {
        const sql = 'UPDATE live_table SET settings = ?, etag = ?, secret_name = ?, problem = NULL WHERE id = ?';
        database.run(sql, text, entityTag(text), secretName, id);
        changed(table, table.state);
      });
      if (table.secretName !== null && table.secretName !== secretName) await secrets.remove(table.secretName);
      if (table.state !== 'paused') watch(id);
      return requireTable(database, project, id);
    },
    preview: async (project, { source, form, table: id }, signal) => {
      const stored = id === undefined ? null : requireTable(database, project, id);
      const typed = source.kind === 'address' ? source.header : undefined;
      // Send the stored value only to the stored address.
      const before = stored?.settings.source;
      const isStored = before?.kind === 'address' && source.kind === 'address' && before.url === source.url;
      const own = typed?.value === undefined ? null : { name: typed.name, value: typed.value };
      const header = own ?? (isStored && typed !== undefined && stored ? await headerOf(stored) : null);
      await using opened = await sources.open(
        project,
        { source, form },
        { header, bytes: null, onNext: () => undefined, lists: () => Promise.resolve([]) },
      );
      const { bytes } = await opened.next(AbortSignal.any([signal, stopping.signal]));
      const read = await readAnyTable(taskOf(bytes, form), signal);
      if (!read.ok) throw tableRefusal(read.error);
      return tableAnswer(read.value, PREVIEW_ROWS);
    },
    readNow: async (table, { dry, isConfirmed = false }) => {
      await using source = await open(table);
      const { bytes } = await source.next(stopping.signal);
      return await apply(table.id, bytes, { dry, isConfirmed });
    },
    resume: (table) => {
      setState(table, 'watching');
      watch(table.id);
      return requireTable(database, table.project, table.id);
    },
    pause: async (table) => {
      setState(table, 'paused');
      // A reading that is being applied can still request films.
      await unwatch(table.id);
      await inTurn(table.id, async () => {
        await database.waitForWriteLock();
        await options.queue.cancelAll(database.transaction(() => withdrawWaiting(database, table.id)));
      });
      return requireTable(database, table.project, table.id);
    },
    delete: async ({ id, project, secretName }) => {
      await unwatch(id);
      await database.waitForWriteLock();
      database.transaction(() => {
        database.run('DELETE FROM live_table WHERE id = ?', id);
        changed({ id, project }, 'deleted');
      });
      if (secretName !== null) await secrets.remove(secretName);
    },
    checkFiles: async () => {
      for (const { id, state, settings } of findTables(database, null)) {
        if (state === 'paused' || grantOf(settings) === null) continue;
        await unwatch(id);
        watch(id);
      }
    },
    nextReadingAt: (id) => nextTimes.get(id) ?? null,
  };
}

function issueOfError(error: ServiceError): Issue {
  if (error.says !== null) return { ...issueOf(error.code, error.says), message: error.message };
  const place = { line: null, column: null, path: '' };
  return { code: error.code, severity: 'error', message: error.message, ...place };
}

/** Returns the permission of the desktop that a table uses; null if it uses none. */
function grantOf({ source }: TableSettings): string | null {
  return source.kind === 'file' ? (source.grant ?? null) : null;
}

function grantsOf(tables: readonly LiveTableRecord[]): ReadonlySet<string> {
  return new Set(tables.flatMap(({ settings }) => grantOf(settings) ?? []));
}
