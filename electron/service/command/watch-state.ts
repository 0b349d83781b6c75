import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { FileStamp, NotedFilm } from '#shared/live-tables/film-choices.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { digestFile } from '../files/digest-file.ts';
import { isAbandoned } from '../files/owner-mark.ts';
import { writePrivate } from '../files/write-private.ts';
import { type Ownership, ownWorkspace } from '../storage/database/owner.ts';
import { CommandError } from './shown/report.ts';

/** The version of the state file. A newer version is refused. */
const VERSION = 1;
const STATE = 'scenewright-state.json';
/** The folder of the lock and of the list of digests. */
const HIDDEN = '.scenewright';
const TRASH = '.trash';
const TRASH_DAYS = 30;

const filmShape = z.object({
  key: z.string(),
  file: z.string(),
  bytes: z.int(),
  modified: z.number(),
  sha256: z.string(),
});
const rowShape = z.object({
  key: z.string(),
  line: z.int(),
  index: z.int(),
  digest: z.string(),
  changedIn: z.int(),
  state: z.enum(['current', 'waiting', 'failed', 'removed']),
  error: z.string().nullable(),
  name: z.object({ name: z.string(), file: z.string() }).nullable(),
  film: filmShape.nullable(),
});
const stateShape = z.object({
  version: z.int(),
  table: z.string(),
  keyColumn: z.string().nullable(),
  /** The used columns of the last applied reading. */
  columns: z.array(z.string()),
  /** The number of applied readings. */
  readings: z.int(),
  /** The size of the table of the last applied reading in bytes; null before the first one. */
  bytes: z.int().nullable(),
  rows: z.array(rowShape),
});

export type WatchedFilm = z.output<typeof filmShape>;
export type WatchedRow = z.output<typeof rowShape>;
/** The state of a watched table. */
export type WatchedTable = Omit<z.output<typeof stateShape>, 'version' | 'rows'> & { rows: Map<string, WatchedRow> };

/** The state and the films in an output folder, which only this process changes. */
export interface WatchFolder extends Disposable {
  readonly path: string;
  readonly table: WatchedTable;
  /** The film files of a damaged state, by film key. */
  readonly recognized: ReadonlyMap<string, WatchedFilm>;
  /** A message about a damaged state file that was renamed; null if there was none. */
  readonly notice: string | null;
  /** Writes the state durably. Calls that come during a write are combined. */
  save(): Promise<void>;
  /** Returns the size and the time of a film file; null if it is missing. */
  stampOf(file: string): Promise<FileStamp | null>;
  /** Records a new film file. */
  note(key: string, file: string, signal: AbortSignal): Promise<WatchedFilm>;
  /** Renames a film file. */
  move(from: string, to: string): Promise<void>;
  /** Moves a film file to the trash. */
  discard(file: string): Promise<void>;
  /** Returns whether a name directly in the folder belongs to the state or to a film. */
  isOwn(name: string): boolean;
}

/**
 * Opens the state of an output folder. Renames a damaged state file. With `readOnly`, neither locks nor changes the
 * folder. Throws a {@link CommandError} if another process uses the folder, or if a newer version wrote the state.
 */
export async function openWatchFolder(
  path: string,
  { name, readOnly, signal }: { readonly name: string; readonly readOnly: boolean; readonly signal: AbortSignal },
): Promise<WatchFolder> {
  const hidden = join(path, HIDDEN);
  let owner: Ownership | null = null;
  if (!readOnly) {
    await mkdir(hidden, { recursive: true, mode: 0o700 });
    owner = own(hidden, name);
  }
  try {
    const file = join(path, STATE);
    const read = await readState(file, name);
    if (read.isDamaged && !readOnly) await rename(file, `${file}.damaged-${Date.now()}`);
    const table = read.table ?? emptyTable();
    const log = join(hidden, 'films.ndjson');
    const recognized = read.isDamaged ? await recognizedFilms(path, log, signal) : new Map<string, WatchedFilm>();
    if (!readOnly) {
      await removeLeftovers(path);
      await emptyTrash(join(path, TRASH));
      const noted = [...table.rows.values()].flatMap(({ film }) => film ?? []);
      await writeFile(log, [...noted, ...recognized.values()].map(logLine).join(''));
    }
    const saver = createSaver(file, table);
    const at = (film: string) => join(path, ...film.split('/'));
    return {
      path,
      table,
      recognized,
      notice: read.isDamaged
        ? `${name}/${STATE} is damaged and was set aside. Films are recognized by their content.`
        : null,
      save: saver,
      stampOf: (film) => stampOf(at(film)),
      note: async (key, film, until) => {
        const sha256 = await digestFile(at(film), until);
        const stamp = await stampOf(at(film));
        if (stamp === null)
          throw new CommandError('command/output-refused', `${film} was deleted while it was being rendered.`);
        const noted = { key, file: film, sha256, ...stamp };
        await appendFile(log, logLine(noted));
        return noted;
      },
      move: async (from, to) => {
        await mkdir(dirname(at(to)), { recursive: true });
        await rename(at(from), at(to));
      },
      discard: (film) => discard(path, film),
      isOwn: (entry) =>
        entry.startsWith(STATE) ||
        entry.startsWith('.') ||
        [...table.rows.values()].some(({ film, name: allocated }) => film?.file === entry || allocated?.file === entry),
      [Symbol.dispose]: () => owner?.release(true),
    };
  } catch (error) {
    owner?.release(true);
    throw error;
  }
}

function own(hidden: string, name: string): Ownership {
  try {
    return ownWorkspace(hidden);
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'workspace/in-use' ? ownedByOther(error, name) : error;
  }
}

function ownedByOther(cause: ServiceError, name: string): CommandError {
  const pid = /\d+/.exec(cause.message)?.[0];
  const who = pid === undefined ? 'Another process' : `Process ${pid}`;
  const text = `${name}: ${who} already watches a table into this folder.`;
  return new CommandError('command/output-refused', text, { cause });
}

function emptyTable(): WatchedTable {
  return { table: '', keyColumn: null, columns: [], readings: 0, bytes: null, rows: new Map() };
}

async function readState(
  file: string,
  name: string,
): Promise<{ readonly table: WatchedTable | null; readonly isDamaged: boolean }> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { table: null, isDamaged: false };
  const json = parsed(text);
  const version = z.object({ version: z.int() }).safeParse(json);
  if (version.success && version.data.version > VERSION)
    throw new CommandError(
      'command/output-refused',
      `${name}/${STATE} was written by a newer version of Scenewright. Update Scenewright, or choose another folder.`,
    );
  const read = stateShape.safeParse(json);
  if (!read.success) return { table: null, isDamaged: true };
  const { version: _, rows, ...table } = read.data;
  return { table: { ...table, rows: new Map(rows.map((row) => [row.key, row])) }, isDamaged: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns a function that writes the state. At most one write runs; later calls share one more write with the latest
 * state.
 */
function createSaver(file: string, table: WatchedTable): () => Promise<void> {
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const write = (): Promise<void> => {
    const { rows, ...rest } = table;
    const content = { version: VERSION, ...rest, rows: [...rows.values()] };
    return writePrivate(file, `${JSON.stringify(content, null, 1)}\n`);
  };
  const start = (): Promise<void> => {
    running = write().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return start();
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = null;
        return start();
      });
    return following;
  };
}

function logLine({ key, sha256 }: WatchedFilm): string {
  return `${JSON.stringify({ key, sha256 })}\n`;
}

/** Returns the film files in the folder `path` whose digests are in the file `log`, by their film keys. */
async function recognizedFilms(
  path: string,
  log: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, WatchedFilm>> {
  const line = z.object({ key: z.string(), sha256: z.string() });
  const text = await readFile(log, 'utf8').catch(() => '');
  const keys = new Map(
    text.split('\n').flatMap((each) => {
      const read = line.safeParse(parsed(each));
      return read.success ? [[read.data.sha256, read.data.key] as const] : [];
    }),
  );
  const films = new Map<string, WatchedFilm>();
  if (keys.size === 0) return films;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const file = relative(path, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || file.startsWith('.') || file.startsWith(STATE)) continue;
    const full = join(path, file);
    const sha256 = await digestFile(full, signal);
    const key = keys.get(sha256);
    const stamp = await stampOf(full);
    if (key !== undefined && stamp !== null) films.set(key, { key, file, sha256, ...stamp });
  }
  return films;
}

async function stampOf(file: string): Promise<Pick<NotedFilm, 'bytes' | 'modified'> | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { bytes: size, modified: mtimeMs };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}

/** Removes the unfinished films of killed processes. */
async function removeLeftovers(path: string): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const isLeft = entry.name.endsWith('.part') && entry.name.startsWith('.') && isAbandoned(entry.name);
    if (entry.isFile() && isLeft) await rm(join(entry.parentPath, entry.name), { force: true });
  }
}

async function discard(path: string, film: string): Promise<void> {
  const from = join(path, ...film.split('/'));
  if ((await stampOf(from)) === null) return;
  const day = new Date().toISOString().slice(0, 10);
  const flat = film.replaceAll('/', '-');
  const folder = join(path, TRASH, day);
  await mkdir(folder, { recursive: true });
  let to = join(folder, flat);
  for (let number = 2; (await stampOf(to)) !== null; number += 1) to = join(folder, `${number}-${flat}`);
  await rename(from, to).catch(async (error: unknown) => {
    if (systemCode(error) !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  });
  // The time in the trash starts now.
  await utimes(to, new Date(), new Date());
}

/** Removes the folders of the trash that are older than 30 days. */
async function emptyTrash(trash: string): Promise<void> {
  const oldest = new Date(Date.now() - TRASH_DAYS * 86_400_000).toISOString().slice(0, 10);
  const days = await readdir(trash).catch(() => []);
  for (const day of days)
    if (/^\d{4}-\d{2}-\d{2}$/.test(day) && day < oldest) await rm(join(trash, day), { recursive: true, force: true });
}
