import { type FSWatcher, watch } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tableLimits } from '#shared/batch/table.ts';
import { isTemporaryFile, lineEndsIn, seemsHalfWritten } from '#shared/live-tables/reading-changes.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';

/**
 * The interval in milliseconds between checks of a file. Checks are needed where the system reports no changes, such as
 * on network drives.
 */
const LOOK_MS = 2000;
/** The time in milliseconds for which a file must stay unchanged before it is read. */
const STEADY_MS = 300;
/** The age in milliseconds from which a file is steady immediately. */
const OLD_MS = 2000;
/** The times in milliseconds after which a file that seems half-written is checked again. */
const HALF_WRITTEN_MS = [300, 600, 1200, 2400, 4800] as const;
/** The age in milliseconds from which a file with fewer lines is complete. */
const COMPLETE_MS = HALF_WRITTEN_MS.reduce<number>((sum, delay) => sum + delay, 0);
/** The maximum time in milliseconds for retrying a locked file or a file that changes constantly. */
const MAX_MS = 60_000;

export interface TableContent {
  readonly bytes: Uint8Array;
}

/** A source of a table that may change. */
export interface TableSource extends AsyncDisposable {
  /**
   * Waits until the table differs from the content that was returned last, and returns it. The first call returns
   * without waiting for a change. Rejects with `table/unreachable` or `table/source` if the table cannot be read, once
   * for each new reason. Rejects with the signal's reason when aborted.
   */
  next(signal: AbortSignal): Promise<TableContent>;
  /** Makes the next call read the table again even if it is unchanged. */
  again(): void;
}

export interface FileOptions {
  /** Returns whether content seems to end early, such as a last line with fewer cells. */
  readonly isCut: (bytes: Uint8Array) => Promise<boolean>;
  /** The size in bytes of the last content that was applied; null if none was applied. */
  readonly before?: number | null;
  /**
   * Returns the names of the lists whose files belong to the table, such as `items` for `people.items.csv` beside
   * `people.csv`. The default is an empty list.
   */
  readonly lists?: () => Promise<readonly string[]>;
  /** Calls `report` at each change in a folder; by default with the events of the system. */
  readonly watchFolder?: (folder: string, report: (name: string | null) => void) => Disposable;
  /** Waits before the next check of a file that another program may be writing. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Watches a file. Returns its content when no program is writing to it. */
export function fileSource(
  file: string,
  { isCut, before = null, lists, watchFolder = systemEvents, wait = systemWait }: FileOptions,
): TableSource {
  const name = basename(file);
  const stampNow = async () => (lists === undefined ? await stampOf(file) : await stampWithLists(file, await lists()));
  let wake: () => void = () => undefined;
  // Watch the folder, because a watch on the file ends when a program replaces the file by a rename.
  const events = watchFolder(dirname(file), (changed) => {
    if (changed === null || changed === name || !isTemporaryFile(changed)) wake();
  });
  /** The stamp of the content or of the fault that was returned last; null before the first call. */
  let seen: string | null = null;
  let bytesBefore = before;
  let linesBefore: number | null = null;

  /** Waits until the stamp of the file differs from the last one and the file has stopped changing. */
  const steadyStamp = async (signal: AbortSignal): Promise<FileStamp> => {
    for (;;) {
      const change = Promise.withResolvers<void>();
      wake = change.resolve;
      const found = await stampNow();
      if (found.text !== seen) return await steady(found, signal);
      await Promise.race([change.promise, pause(LOOK_MS, undefined, { signal })]);
      signal.throwIfAborted();
    }
  };
  const steady = async (first: FileStamp, signal: AbortSignal): Promise<FileStamp> => {
    let stamp = first;
    const until = performance.now() + MAX_MS;
    while (stamp.age < OLD_MS && performance.now() < until) {
      await wait(STEADY_MS, signal);
      const later = await stampNow();
      if (later.text === stamp.text) return later;
      stamp = later;
    }
    return stamp;
  };
  /** Checks a file several times if it seems half-written. Returns null if it changes. */
  const waited = async (stamp: FileStamp, bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null> => {
    const isHalf = seemsHalfWritten({
      ...{ bytes: bytes.length, before: bytesBefore, isCut: await isCut(bytes) },
      ...{ lines: stamp.age < COMPLETE_MS ? lineEndsIn(bytes) : null, linesBefore },
    });
    if (!isHalf) return bytes;
    for (const delay of HALF_WRITTEN_MS) {
      await wait(delay, signal);
      if ((await stampNow()).text !== stamp.text) return null;
    }
    return bytes;
  };

  return {
    next: async (signal) => {
      for (;;) {
        const stamp = await steadyStamp(signal);
        try {
          const content = await readLocked(file, signal);
          const bytes = (await stampNow()).text === stamp.text ? await waited(stamp, content, signal) : null;
          if (bytes === null) continue;
          seen = stamp.text;
          bytesBefore = bytes.length;
          linesBefore = lineEndsIn(bytes);
          return { bytes };
        } catch (error) {
          signal.throwIfAborted();
          seen = stamp.text;
          if (systemCode(error) === null) throw error;
          throw unreadableFile(error, { name, wasRead: bytesBefore !== null });
        }
      }
    },
    again: () => {
      seen = null;
      wake();
    },
    [Symbol.asyncDispose]: async () => events[Symbol.dispose](),
  };
}

function systemWait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pause(milliseconds, undefined, { signal });
}

interface FileStamp {
  /** A text that differs after each change. */
  readonly text: string;
  /** The time in milliseconds since the last change. */
  readonly age: number;
}

async function stampOf(file: string): Promise<FileStamp> {
  try {
    const { size, mtimeNs, ino, mtimeMs } = await stat(file, { bigint: true });
    return { text: [size, mtimeNs, ino].join(' '), age: Date.now() - Number(mtimeMs) };
  } catch (error) {
    return { text: systemCode(error) ?? 'unreadable', age: Number.POSITIVE_INFINITY };
  }
}

/** Returns the stamp of a file and of the files of its lists. */
async function stampWithLists(file: string, lists: readonly string[]): Promise<FileStamp> {
  const stamps = await Promise.all([file, ...lists.map((list) => fileOfList(file, list))].map(stampOf));
  return { text: stamps.map(({ text }) => text).join('\n'), age: Math.min(...stamps.map(({ age }) => age)) };
}

/** Returns the path of the file of a list, such as `people.items.csv` for the list `items` of `people.csv`. */
export function fileOfList(file: string, list: string): string {
  const extension = extname(file);
  return `${file.slice(0, file.length - extension.length)}.${list}${extension}`;
}

/** Returns the paths of the files beside a table that can be files of its lists, in order. */
export async function listFilesOf(file: string): Promise<readonly string[]> {
  const extension = extname(file);
  const start = `${basename(file, extension)}.`;
  const names = await readdir(dirname(file)).catch(() => []);
  return names
    .filter(
      (name) => name.startsWith(start) && name.endsWith(extension) && name.length > start.length + extension.length,
    )
    .sort()
    .map((name) => join(dirname(file), name));
}

/** The error codes of a file that another program has locked. */
const LOCKED = new Set(['EBUSY', 'EPERM', 'EACCES']);

/**
 * Reads a file. Rejects with the error of the system. Retries while another program has locked it, as spreadsheet
 * programs do on Windows.
 */
async function readLocked(file: string, signal: AbortSignal): Promise<Uint8Array> {
  const until = performance.now() + (process.platform === 'win32' ? MAX_MS : 0);
  for (;;) {
    try {
      return await readWhole(file);
    } catch (error) {
      const code = systemCode(error);
      if (code === null) throw error;
      if (!LOCKED.has(code) || performance.now() >= until) throw error;
      await pause(STEADY_MS, undefined, { signal });
    }
  }
}

/** Reads a table's file. Throws `table/source` for a folder, `table/too-large`, and the errors of the system. */
export async function readWhole(file: string): Promise<Uint8Array> {
  await using handle = await open(file, 'r');
  const found = await handle.stat();
  if (!found.isFile()) throw new ServiceError('table/source', message('live/file', { fault: 'no-file', code: '' }));
  if (found.size > tableLimits.bytes)
    throw new ServiceError('table/too-large', message('sheet/file-size', { most: tableLimits.bytes / 2 ** 20 }));
  return await handle.readFile();
}

function unreadableFile(cause: unknown, { name, wasRead }: { name: string; wasRead: boolean }): ServiceError {
  const code = systemCode(cause) ?? '';
  const missing = wasRead ? 'gone' : 'missing';
  const says = message('live/file', { fault: code === 'ENOENT' ? missing : 'unreadable', code, name });
  return new ServiceError('table/unreachable', says, { cause });
}

function systemEvents(folder: string, report: (name: string | null) => void): Disposable {
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, { persistent: false }, (_, name) => report(name));
    // If the system stops reporting, the checks at the interval continue.
    watcher.on('error', () => watcher?.close());
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
  return { [Symbol.dispose]: () => watcher?.close() };
}

/** Creates a source that reports new content after each call of `again`. */
export function assetSource(read: (signal: AbortSignal) => Promise<Uint8Array>): TableSource {
  let change = Promise.withResolvers<void>();
  change.resolve();
  return {
    next: async (signal) => {
      const ended = Promise.withResolvers<never>();
      const onAbort = () => ended.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        signal.throwIfAborted();
        await Promise.race([change.promise, ended.promise]);
        change = Promise.withResolvers<void>();
        return { bytes: await read(signal) };
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    again: () => change.resolve(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
