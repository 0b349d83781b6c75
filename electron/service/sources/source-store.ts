import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../files/file-digest.ts';
import { type FolderBounds, type Pruned, pruneFolder, UNFINISHED } from '../files/prune-folder.ts';
import { recall, remember } from '../files/remembered.ts';
import { openSourceUses, removeAbandonedUses } from './source-uses.ts';

/** A file on disk and the digest of its bytes. */
export interface LocalFile {
  readonly path: string;
  readonly sha256: string;
}

/** What an address gave, and how to ask whether it still does. */
export interface StoredCopy {
  readonly sha256: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * Remote sources on disk: bytes by their digest, and by address which bytes it gave. What was taken or kept stays there
 * for whoever opened the store until the scope ends, whoever clears the cache.
 */
export interface SourceStore extends AsyncDisposable {
  /** What the address gave last; null if that is not there, or not all of it. */
  find(url: string): Promise<StoredCopy | null>;
  /** A copy to be read, which counts as used; null where somebody has cleared it away. */
  take(copy: Pick<StoredCopy, 'sha256'>): Promise<LocalFile | null>;
  /** A path for a download that nobody else uses. */
  unfinishedPath(): Promise<string>;
  /** Keeps a finished download under its digest and remembers it for the address. */
  keep(unfinished: string, url: string, facts: StoredCopy): Promise<LocalFile>;
  /** Keeps what was taken from being given back as idle. */
  hold(digest: string): Disposable;
  /** Gives back what nobody holds and nobody has taken for so long; for a store that is open for long. */
  releaseIdle(milliseconds: number): Promise<void>;
}

const DAY_MILLISECONDS = 24 * 3_600_000;
/** Of fetched sources, where nothing else is set. */
const SOURCE_BYTES = 8 * 2 ** 30;
const SOURCE_AGE_MILLISECONDS = 90 * DAY_MILLISECONDS;
/** Which bytes an address gave: some hundred bytes each. */
const ADDRESSES: FolderBounds = { bytes: 2 ** 25, files: 20_000, ageMilliseconds: SOURCE_AGE_MILLISECONDS };

/** Opens the store in a folder, which is made when it is first needed. */
export function openSourceStore(folder: string): SourceStore {
  const bytesPath = (digest: string) => join(folder, 'bytes', digest);
  // Addresses may hold signatures in their query, so only their digest is written down.
  const addressPath = (url: string) => join(folder, 'addresses', `${sha256(url)}.json`);
  const uses = openSourceUses(usesFolder(folder));

  return {
    find: async (url) => {
      const known = await recall(addressPath(url));
      const digest = known?.['sha256'];
      if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return null;
      const size = await stat(bytesPath(digest)).then(
        (file) => file.size,
        () => null,
      );
      if (size === null || size !== known?.['bytes']) return null;
      return { sha256: digest, etag: textOrNull(known['etag']), lastModified: textOrNull(known['lastModified']) };
    },
    take: async ({ sha256: digest }) => {
      const path = await uses.take(bytesPath(digest), digest);
      if (path === null) return null;
      // A cache that cannot be written is used all the same.
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
      // Taken before anybody else can see it and clear it away.
      const path = await uses.take(unfinished, facts.sha256);
      await rename(unfinished, bytesPath(facts.sha256));
      await remember(addressPath(url), { ...facts, bytes: size });
      return { path: path ?? bytesPath(facts.sha256), sha256: facts.sha256 };
    },
    hold: uses.hold,
    releaseIdle: uses.releaseIdle,
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  };
}

/**
 * Brings a store within its bounds; the least recently used go first. Whoever reads a source has taken it and goes on.
 * Gives back what was removed of the sources' bytes.
 */
export async function pruneSources(
  folder: string,
  { bytes = SOURCE_BYTES, now = Date.now() }: { readonly bytes?: number; readonly now?: number } = {},
): Promise<Pruned> {
  const bounds = { bytes, files: Number.POSITIVE_INFINITY, ageMilliseconds: SOURCE_AGE_MILLISECONDS };
  const pruned = await pruneFolder(join(folder, 'bytes'), bounds, now);
  await pruneFolder(join(folder, 'addresses'), ADDRESSES, now);
  await removeAbandonedUses(usesFolder(folder));
  return pruned;
}

/** Removes every source. */
export async function emptySources(folder: string): Promise<Pruned> {
  const pruned = await pruneSources(folder, { bytes: -1 });
  await rm(join(folder, 'addresses'), { recursive: true, force: true });
  return pruned;
}

/** Beside the store, so that nothing is counted twice. */
function usesFolder(folder: string): string {
  return `${folder}-in-use`;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
