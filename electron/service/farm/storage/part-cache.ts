import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { message } from '#shared/messages/message.ts';
import type { CachedFilms } from '../../engine/cache/cached-film.ts';
import type { PartStore } from '../../engine/cache/part-store.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { digestFile } from '../../files/digest-file.ts';
import type { Clock } from '../../storage/ports.ts';
import { blobKey, filmKey, type ObjectFacts, type ObjectStorage, partKey, putTextOnce } from './object-storage.ts';

/**
 * The part cache of a farm: the parts of this machine, and the parts in the store. A part of a film that this worker
 * makes alone stays on this machine until a second film uses the part, such as a row of the same batch or the film
 * after an edit. The part then goes to the store, because other workers can need it, too. If every part went there, the
 * store would receive 2.4 times the bytes of the film.
 */
export interface SharedParts extends PartStore {
  /**
   * The cache for the parts of a divided film, which other workers need. `keep` resolves when the store has the part.
   * `take` also puts local parts into the store. Both throw the errors of the store.
   */
  readonly strict: PartStore;
  /**
   * The cache of complete films. A worker puts the film into the store as a blob. The film's key contains only the
   * digest of that blob. A film is therefore stored once, and it is absent if its blob is missing.
   */
  readonly films: CachedFilms;
}

export interface SharedPartsOptions {
  /** The bounded cache of this machine. */
  readonly local: PartStore;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  /** Called with numbers for the worker's totals. */
  readonly count?: (what: PartCounts) => void;
  /** Called with failures of the store that did not fail a film. */
  readonly onFailure?: (error: ServiceError) => void;
  /** The maximum wait in milliseconds for a part that this machine could make itself. */
  readonly timeoutMilliseconds?: number;
}

export interface PartCounts {
  readonly lookups?: number;
  readonly found?: number;
  readonly bytesFetched?: number;
  readonly bytesPut?: number;
}

const TIMEOUT_MILLISECONDS = 120_000;
/** The pause after a failure in milliseconds. Because of it, a film with many parts does not wait for each part. */
const PAUSE_MILLISECONDS = 15_000;
/** The minimum time between two touches of a part. The sweep removes parts without a recent touch. */
const TOUCH_MILLISECONDS = 24 * 60 * 60 * 1000;
/** The maximum time of a removal, which only frees space. */
const REMOVAL_MILLISECONDS = 30_000;
const MAX_DISTRUSTED = 10_000;
/** The number of remembered keys of parts that the store has. A forgotten key costs one request. */
const MAX_REMEMBERED = 50_000;
/** The length of a SHA-256 in hex. */
const DIGEST_CHARACTERS = 64;

/**
 * Opens a cache that looks for parts on this machine and then in the store. If the store fails or is slow, this machine
 * makes the parts, so no film fails. Calls `onFailure` in this case.
 */
export function openSharedParts(options: SharedPartsOptions): SharedParts {
  const { local, storage, clock } = options;
  const count = options.count ?? ignore;
  /** Keys of wrong parts that could not be removed from the store. */
  const distrusted = new Set<string>();
  /** Keys of parts that the store had at the last use by this worker, oldest first. */
  const stored = new Set<string>();
  let pausedUntil = 0;

  const noteFailure = (error: ServiceError): null => {
    pausedUntil = clock() + PAUSE_MILLISECONDS;
    options.onFailure?.(error);
    return null;
  };
  /**
   * Runs a request to the store. Returns null if the store fails, is too slow, or failed a short time ago. Throws the
   * signal's reason and other errors.
   */
  const tryStore = async <Value>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value | null> => {
    signal.throwIfAborted();
    if (clock() < pausedUntil) return null;
    const milliseconds = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
    const timeout = AbortSignal.timeout(milliseconds);
    return await work(AbortSignal.any([signal, timeout])).catch((error: unknown) => {
      signal.throwIfAborted();
      if (timeout.aborted) return noteFailure(timeoutError(milliseconds));
      if (isStoreFailure(error)) return noteFailure(error);
      throw error;
    });
  };
  const put = async (key: string, path: string, sha256: string, signal: AbortSignal): Promise<void> => {
    const { size: bytes } = await stat(path);
    await storage.put(partKey(key), { path, bytes, sha256 }, { signal });
    count({ bytesPut: bytes });
    distrusted.delete(key);
    rememberStored(key);
  };
  const rememberStored = (key: string): void => {
    stored.delete(key);
    stored.add(key);
    const [oldest] = stored;
    if (stored.size > MAX_REMEMBERED && oldest !== undefined) stored.delete(oldest);
  };
  const fetch = async (key: string, path: string, signal: AbortSignal): Promise<string | null> => {
    if (distrusted.has(key)) return null;
    const facts = await storage.fetch(partKey(key), path, { signal });
    if (facts === null) return null;
    count({ bytesFetched: facts.bytes });
    rememberStored(key);
    await ignoreFailure(touchIfOld(key, facts, signal), signal);
    return facts.sha256;
  };
  /** Ignores a failed touch, which loses no data. */
  const ignoreFailure = (touched: Promise<void>, signal: AbortSignal): Promise<void> =>
    touched.catch((error: unknown) => {
      signal.throwIfAborted();
      if (!isStoreFailure(error)) throw error;
      noteFailure(error);
    });
  const fetchFilm = async (key: string, path: string, signal: AbortSignal): Promise<string | null> => {
    const content = await storage.read(filmKey(key), { start: 0, end: DIGEST_CHARACTERS }, signal);
    const sha256 = content === null ? '' : await text(content);
    if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
    const facts = await storage.fetch(blobKey(sha256), path, { signal });
    if (facts === null) return null;
    if (facts.sha256 !== sha256) {
      await rm(path, { force: true });
      return null;
    }
    count({ bytesFetched: facts.bytes });
    await ignoreFailure(storage.touch(filmKey(key), signal), signal);
    return sha256;
  };
  const touchIfOld = async (key: string, { usedAt }: ObjectFacts, signal: AbortSignal): Promise<void> => {
    if (usedAt < clock() - TOUCH_MILLISECONDS) await storage.touch(partKey(key), signal);
  };
  /** Ensures that the store has exactly these bytes. */
  const ensureStored = async (key: string, path: string, sha256: string, signal: AbortSignal): Promise<void> => {
    const facts = await storage.facts(partKey(key), signal);
    if (facts?.sha256 !== sha256 || distrusted.has(key)) return await put(key, path, sha256, signal);
    await touchIfOld(key, facts, signal);
    rememberStored(key);
  };
  const distrust = (keys: readonly string[]): void => {
    for (const key of keys) distrusted.add(key);
    for (const key of distrusted) {
      if (distrusted.size <= MAX_DISTRUSTED) break;
      distrusted.delete(key);
    }
  };

  const putFilmDigest = async (key: string, path: string, sha256: string, signal: AbortSignal): Promise<void> => {
    await putTextOnce(storage, () => filmKey(key), sha256, { folder: dirname(path), signal, clock });
  };

  const takeWith =
    (fromStore: typeof fetch, whenLocal: typeof ensureStored): PartStore['take'] =>
    async (key, path, signal) => {
      count({ lookups: 1 });
      const localDigest = await local.take(key, path, signal);
      if (localDigest !== null) await whenLocal(key, path, localDigest, signal);
      const sha256 = localDigest ?? (await fromStore(key, path, signal));
      if (sha256 === null) return null;
      if (localDigest === null) await local.keep(key, path, signal, { sha256 });
      count({ found: 1 });
      return sha256;
    };
  const keepWith =
    (intoStore: typeof put): PartStore['keep'] =>
    async (key, path, signal, facts = {}) => {
      const sha256 = facts.sha256 ?? (await digestFile(path, signal));
      await local.keep(key, path, signal, { ...facts, sha256 });
      await intoStore(key, path, sha256, signal);
    };
  const sharedMethods: Pick<PartStore, 'drop' | 'prune' | 'pruneIfFull'> = {
    drop: async (dropped) => {
      const keys = [...dropped];
      await local.drop(keys);
      for (const key of keys) stored.delete(key);
      distrust(keys);
      const signal = AbortSignal.timeout(REMOVAL_MILLISECONDS);
      await storage.remove(keys.map(partKey), signal).then(
        () => {
          for (const key of keys) distrusted.delete(key);
        },
        (error: unknown) => {
          if (signal.aborted) noteFailure(timeoutError(REMOVAL_MILLISECONDS));
          else if (isStoreFailure(error)) noteFailure(error);
          else throw error;
        },
      );
    },
    prune: () => local.prune(),
    pruneIfFull: () => local.pruneIfFull(),
  };
  return {
    ...sharedMethods,
    take: takeWith(
      (key, path, signal) => tryStore(signal, (abortSignal) => fetch(key, path, abortSignal)),
      async (key, path, sha256, signal) => {
        if (!stored.has(key)) await tryStore(signal, (abortSignal) => ensureStored(key, path, sha256, abortSignal));
      },
    ),
    keep: local.keep,
    strict: { ...sharedMethods, take: takeWith(fetch, ensureStored), keep: keepWith(put) },
    films: {
      take: takeWith(
        (key, path, signal) => tryStore(signal, (abortSignal) => fetchFilm(key, path, abortSignal)),
        async () => undefined,
      ),
      keep: keepWith(async (key, path, sha256, signal) => {
        await tryStore(signal, (abortSignal) => putFilmDigest(key, path, sha256, abortSignal));
      }),
    },
  };
}

function isStoreFailure(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.code.startsWith('destination/') || error.code === 'storage/full');
}

function timeoutError(milliseconds: number): ServiceError {
  const seconds = Math.ceil(milliseconds / 1000);
  return new ServiceError('destination/failed', message('store/slow', { seconds }));
}

function ignore(): void {
  // The default for a caller that passes no `count`.
}
