import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { required } from '#shared/lib/assert.ts';
import type { IdentifiedRows } from '#shared/live-tables/row-identity.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { createResolveMemory } from '#shared/resolve/reading-context.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { nameOfCell } from '#shared/tables/workbook.ts';
import { packageSources } from '#shared/timeline/film-package.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { systemCode } from '../errors/system-code.ts';
import { cachedDigest } from '../files/digest-file.ts';
import { cacheFolder } from '../files/user-folders.ts';
import { listFilesOf } from '../tables/table-source.ts';
import type { WatchInvocation } from './arguments.ts';
import type { Subject } from './batch-films.ts';
import type { PreparedFilms } from './prepare-films.ts';
import type { VariableValues } from './variable-values.ts';
import type { WatchFolder } from './watch-state.ts';

/** Returns the SHA-256 of a text as lower-case hex. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns a function that computes the key of a film: a digest of the engine, the template, the values, the bytes of
 * its assets, and the format. Reads each asset once.
 */
export function filmKeys(
  args: WatchInvocation,
  subject: Subject,
  options: {
    readonly folder: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
    /** Receives the `nameKey` of each asset that a film uses. The asset can be missing. */
    readonly usedAssets: Set<string>;
  },
): (values: VariableValues) => Promise<string> {
  const { folder, environment, signal, usedAssets } = options;
  const document = required(subject.document, 'a readable template');
  const assets = resolve(folder, args.assetsFolder ?? dirname(args.template));
  const cache = cacheFolder(environment, process.platform);
  const memory = createResolveMemory();
  const digests = new Map<string, Promise<string>>();
  const digestOfAsset = (name: string): Promise<string> => {
    const known = digests.get(name);
    if (known !== undefined) return known;
    const digest = cachedDigest(join(assets, name), { cacheFolder: cache, signal }).then(
      ({ sha256 }) => sha256,
      (error: unknown) => {
        signal.throwIfAborted();
        if (!(error instanceof Error)) throw error;
        return 'missing';
      },
    );
    digests.set(name, digest);
    return digest;
  };
  const template = digestOf(subject.displayed.text);
  const { format, quality, hardware, maxBytes, package: parts } = args;
  return async (values) => {
    const { movie, partial } = resolveTemplate(document, { values, missing: 'error', memory });
    const resolved = movie ?? partial;
    const sources = resolved === null ? [] : [...playedSources(resolved), ...(parts ? packageSources(resolved) : [])];
    const names = [...new Set(sources.flatMap(({ source }) => (source.kind === 'asset' ? [source.name] : [])))].sort();
    const fonts = resolved?.fonts.flatMap(({ source }) => (source.kind === 'asset' ? [source.name] : [])) ?? [];
    for (const name of [...names, ...fonts]) usedAssets.add(nameKey(name));
    const inputs = await Promise.all(names.map(async (name) => [name, await digestOfAsset(name)]));
    const sorted = [...values].sort(([left], [right]) => (left < right ? -1 : 1));
    return digestOf(
      JSON.stringify([ENGINE_VERSION, template, sorted, inputs, format, quality, hardware, maxBytes, parts]),
    );
  };
}

/** Returns the indexes of the columns that fill variables, occur in file names, or identify the rows. */
export function usedColumns(
  { table: { columns }, uses, inFileNames }: PreparedFilms,
  key: number | null,
): readonly number[] {
  return [...columns.keys()].filter(
    (at) => (uses[at] ?? null) !== null || at === key || inFileNames.has(columns[at] ?? ''),
  );
}

/** The maximum number of reported rows without a unique key. */
const MAX_FAULTS = 20;

/** Returns a message for each row with an empty key, and for each row with the key of an earlier row. */
export function keyFaults({ faults }: IdentifiedRows, column: string, prepared: PreparedFilms): readonly string[] {
  const { lines, places } = prepared;
  const at = prepared.table.columns.indexOf(column);
  const lineOf = (index: number) => lines[index] ?? index + 1;
  const later = faults.filter(({ index, other }) => other === null || other < index);
  return later.slice(0, MAX_FAULTS).map(({ index, key, other }) => {
    const [row, otherRow] = other === null ? [index, null] : [other, index];
    const [line, cell] = [lineOf(row), nameOfCell(places, row, at)];
    const [otherLine, otherCell] =
      otherRow === null ? [null, null] : [lineOf(otherRow), nameOfCell(places, otherRow, at)];
    return inEnglish(message('live/key', { line, column, key, other: otherLine, cell, otherCell }));
  });
}

/** The interval in milliseconds at which the other files of the films are checked. */
const LOOK_MS = 2000;
const STEADY_MS = 300;

/** The files of the films except the table: the template, its assets, and the files of values and lists. */
export interface WatchedInputs extends Disposable {
  /** Waits until a file changed since the last call. */
  next(signal: AbortSignal): Promise<void>;
}

/**
 * Watches the other files of the films through file system events, and checks them every 2 seconds.
 * @param isUsed Returns whether a film can use the asset of a `nameKey`. Changes of other assets are ignored, because a
 * log in the same folder changes with each reading.
 */
export async function watchInputs(
  args: WatchInvocation,
  folder: string,
  films: Pick<WatchFolder, 'path' | 'isOwn'>,
  isUsed: (assetKey: string) => boolean,
): Promise<WatchedInputs> {
  const template = resolve(folder, args.template);
  const assets = resolve(folder, args.assetsFolder ?? dirname(args.template));
  const named = [args.variablesFile, args.brandFile, ...args.lists.map(({ file }) => file)];
  const files = [template, ...named.flatMap((name) => (name === null ? [] : [resolve(folder, name)]))];
  const table = resolve(folder, args.rows);
  /** Returns the stamps of all files that films can use, by path. */
  const stamps = async (): Promise<ReadonlyMap<string, string>> => {
    const names = await readdir(assets).catch(() => []);
    const own = names.filter((name) => assets !== films.path || !films.isOwn(name)).map((name) => join(assets, name));
    const all = new Set([...files, ...(await listFilesOf(table)), ...own]);
    all.delete(table);
    return new Map(await Promise.all([...all].map(async (file) => [file, await fileStampOf(file)] as const)));
  };
  const start = join(dirname(table), `${basename(table, extname(table))}.`);
  const matters = (file: string): boolean =>
    files.includes(file) || file.startsWith(start) || isUsed(nameKey(relative(assets, file)));
  const hasChanged = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean =>
    [...new Set([...before.keys(), ...after.keys()])].some(
      (file) => before.get(file) !== after.get(file) && matters(file),
    );
  let wake: () => void = () => undefined;
  const watchers = [...new Set([assets, ...[...files, table].map((file) => dirname(file))])].flatMap((each) => {
    try {
      const watcher = watch(each, { persistent: false }, () => wake());
      watcher.on('error', () => watcher.close());
      return [watcher];
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return [];
    }
  });
  let seen = await stamps();
  return {
    next: async (signal) => {
      for (;;) {
        const change = Promise.withResolvers<void>();
        wake = change.resolve;
        const found = await stamps();
        if (hasChanged(seen, found)) {
          await pause(STEADY_MS, undefined, { signal });
          if (hasChanged(found, await stamps())) continue;
          seen = found;
          return;
        }
        await Promise.race([change.promise, pause(LOOK_MS, undefined, { signal })]);
        signal.throwIfAborted();
      }
    },
    [Symbol.dispose]: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}

async function fileStampOf(file: string): Promise<string> {
  try {
    const found = await stat(file, { bigint: true });
    // Ignore the size and time of a folder, because they change with each film that is made in it.
    return found.isFile() ? [file, found.size, found.mtimeNs, found.ino].join(' ') : file;
  } catch (error) {
    return `${file} ${systemCode(error)}`;
  }
}

/** A pool that runs jobs in order, with at most one running job per key. */
interface Pool<Job> {
  /** Replaces the waiting jobs. */
  set(jobs: readonly Job[]): void;
  idle(): Promise<void>;
  finished(): Promise<void>;
  readonly failed: Promise<never>;
}

/**
 * Creates a pool. It runs the jobs one by one until one has succeeded, because the first film fills the cache with the
 * shared parts. After an error, it starts no further job.
 */
export function createPool<Job extends { readonly key: string }>(options: {
  readonly atOnce: number;
  readonly make: (job: Job, isWaiting: () => boolean) => Promise<boolean>;
  readonly onIdle: () => void;
}): Pool<Job> {
  const { atOnce, make, onIdle } = options;
  const running = new Map<string, Promise<void>>();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  let waiting: readonly Job[] = [];
  let [hasSucceeded, hasFailed] = [false, false];
  let whenIdle: (() => void)[] = [];
  const run = async (job: Job): Promise<void> => {
    try {
      const succeeded = await make(job, () => waiting.some(({ key }) => key === job.key));
      hasSucceeded ||= succeeded;
    } catch (error) {
      hasFailed = true;
      failed.reject(error);
    }
    running.delete(job.key);
    startMore();
  };
  const startMore = (): void => {
    while (!hasFailed && running.size < (hasSucceeded ? atOnce : 1)) {
      const next = waiting.find(({ key }) => !running.has(key));
      if (next === undefined) break;
      waiting = waiting.filter((job) => job !== next);
      running.set(next.key, run(next));
    }
    if (hasFailed || running.size > 0 || waiting.length > 0) return;
    onIdle();
    for (const report of whenIdle) report();
    whenIdle = [];
  };
  return {
    set: (jobs) => {
      waiting = jobs;
      startMore();
    },
    idle: () => {
      if (running.size === 0 && waiting.length === 0) return Promise.resolve();
      return Promise.race([new Promise<void>((report) => whenIdle.push(report)), failed.promise]);
    },
    finished: async () => {
      waiting = [];
      while (running.size > 0) await Promise.all(running.values());
    },
    failed: failed.promise,
  };
}
