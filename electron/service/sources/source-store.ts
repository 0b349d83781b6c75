import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { digestFile, sha256 } from '../files/digest-file.ts';
import { type FolderBounds, type PruneResult, pruneFolder, UNFINISHED } from '../files/prune-folder.ts';
import { readCachedJson, writeCachedJson } from '../files/remembered.ts';
import { openSourceUses, removeAbandonedUses } from './source-uses.ts';

/** A file on disk and the digest of its bytes. */
export interface LocalFile {
  readonly path: string;
  readonly sha256: string;
}

/** The last result of an address, and the validators for its revalidation. */
export interface StoredCopy {
  readonly sha256: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * A store of remote sources on disk: the bytes by digest, and the digest for each address. A taken or stored source
 * stays on disk until the store is closed, even if the cache is cleared.
 */
export interface SourceStore extends AsyncDisposable {
  /** Returns the last copy of an address; null if it is missing or incomplete. */
  find(url: string): Promise<StoredCopy | null>;
  /** Returns a copy for reading and renews its use time; null if the copy was removed. */
  take(copy: Pick<StoredCopy, 'sha256'>): Promise<LocalFile | null>;
  /** Returns a unique path for an unfinished download. */
  unfinishedPath(): Promise<string>;
  /** Stores a finished download by its digest, and records this digest for the address. */
  keep(unfinished: string, url: string, facts: StoredCopy): Promise<LocalFile>;
  /** Prevents {@link releaseIdle} from releasing a taken source until the result is disposed of. */
  hold(digest: string): Disposable;
  /**
   * Releases sources that are not held and that were last taken longer ago than this time. Call it regularly if the
   * store stays open for long.
   */
  releaseIdle(milliseconds: number): Promise<void>;
}

const DAY_MILLISECONDS = 24 * 3_600_000;
/** The default limits of the fetched sources: their size in bytes, and their age. */
const SOURCE_BYTES = 8 * 2 ** 30;
const SOURCE_AGE_MILLISECONDS = 90 * DAY_MILLISECONDS;
/** The limits of the records of addresses. A record has a few hundred bytes. */
const ADDRESSES: FolderBounds = { bytes: 2 ** 25, files: 20_000, ageMilliseconds: SOURCE_AGE_MILLISECONDS };

/** Opens the store in a folder. The folder is created at its first use. */
export function openSourceStore(folder: string): SourceStore {
  const bytesPath = (digest: string) => join(folder, 'bytes', digest);
  // Store only the digest of an address, because its query may contain a signature.
  const addressPath = (url: string) => join(folder, 'addresses', `${sha256(url)}.json`);
  const uses = openSourceUses(usesFolder(folder));

  return {
    find: async (url) => {
      const addressRecord = await readCachedJson(addressPath(url));
      const digest = addressRecord?.['sha256'];
      if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return null;
      const size = await stat(bytesPath(digest)).then(
        (file) => file.size,
        () => null,
      );
      if (size === null || size !== addressRecord?.['bytes']) return null;
      return {
        sha256: digest,
        etag: textOrNull(addressRecord['etag']),
        lastModified: textOrNull(addressRecord['lastModified']),
      };
    },
    take: async ({ sha256: digest }) => {
      const path = await uses.take(bytesPath(digest), digest);
      if (path === null) return null;
      // Ignore the error, because a read-only cache stays readable.
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
      return { path, sha256: digest };
    },
    unfinishedPath: async () => {
      await mkdir(join(folder, 'bytes'), { recursive: true });
      return join(folder, 'bytes', `${randomUUID()}${UNFINISHED}`);
    },
    keep: async (unfinished, url, facts) => {
      const { size } = await stat(unfinished);
      // Take the file first, because other processes could see it afterward and remove it.
      const path = await uses.take(unfinished, facts.sha256);
      await rename(unfinished, bytesPath(facts.sha256));
      await writeCachedJson(addressPath(url), { ...facts, bytes: size });
      return { path: path ?? bytesPath(facts.sha256), sha256: facts.sha256 };
    },
    hold: uses.hold,
    releaseIdle: uses.releaseIdle,
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  };
}

/** Returns the copy of a source that was made under this name; null if it is missing. */
export async function takeCopy(store: SourceStore, name: string): Promise<LocalFile | null> {
  const cached = await store.find(name);
  return cached === null ? null : await store.take(cached);
}

/**
 * Returns the copy of a source with this name. If it is missing, `make` writes it to a path. An error of `make` is
 * returned, and the file is then removed.
 */
export async function makeCopy<Failure>(
  store: SourceStore,
  name: string,
  signal: AbortSignal,
  make: (path: string) => Promise<Failure | null>,
): Promise<Result<LocalFile, Failure>> {
  const copy = await takeCopy(store, name);
  if (copy !== null) return ok(copy);
  // If the process is killed, the file remains among the unfinished downloads, which are removed later.
  const unfinished = await store.unfinishedPath();
  try {
    const failure = await make(unfinished);
    if (failure !== null) return err(failure);
    return ok(
      await store.keep(unfinished, name, {
        sha256: await digestFile(unfinished, signal),
        etag: null,
        lastModified: null,
      }),
    );
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Removes the least recently used sources until the store is within its limits. Readers are not affected, because they
 * have taken their sources. Returns the number of removed sources and their size in bytes.
 */
export async function pruneSources(
  folder: string,
  { bytes = SOURCE_BYTES, now = Date.now() }: { readonly bytes?: number; readonly now?: number } = {},
): Promise<PruneResult> {
  const bounds = { bytes, files: Number.POSITIVE_INFINITY, ageMilliseconds: SOURCE_AGE_MILLISECONDS };
  const pruned = await pruneFolder(join(folder, 'bytes'), bounds, now);
  await pruneFolder(join(folder, 'addresses'), ADDRESSES, now);
  await removeAbandonedUses(usesFolder(folder));
  return pruned;
}

/** Removes every source. */
export async function emptySources(folder: string): Promise<PruneResult> {
  const pruned = await pruneSources(folder, { bytes: -1 });
  await rm(join(folder, 'addresses'), { recursive: true, force: true });
  return pruned;
}

/** Returns the folder of the sources in use. It is outside of the store, so that their bytes are not counted twice. */
function usesFolder(folder: string): string {
  return `${folder}-in-use`;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
