import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './file-digest.ts';
import { recall, remember } from './remembered.ts';

/** A file on disk and the digest of its bytes. */
export interface LocalFile {
  readonly path: string;
  readonly sha256: string;
}

/** A copy of what an address gave, and how to ask whether it still does. */
export interface StoredCopy extends LocalFile {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Remote sources on disk: bytes by their digest, and by address which bytes it gave. */
export interface SourceStore {
  /** The copy of what the address gave last; null if there is none, or not all of it. */
  find(url: string): Promise<StoredCopy | null>;
  /** A path for a download that nobody else uses. */
  unfinishedPath(): Promise<string>;
  /** Keeps a finished download under its digest and remembers it for the address. */
  keep(unfinished: string, url: string, facts: Omit<StoredCopy, 'path'>): Promise<LocalFile>;
}

const UNFINISHED = '.unfinished';
/** An unfinished download this old is nobody's: longer than a fetch may take. */
const ABANDONED_MILLISECONDS = 3_600_000;

/** Opens the store in a folder, which is made when it is first needed. */
export function openSourceStore(folder: string): SourceStore {
  const bytesPath = (digest: string) => join(folder, 'bytes', digest);
  // Addresses may hold signatures in their query, so only their digest is written down.
  const addressPath = (url: string) => join(folder, 'addresses', `${sha256(url)}.json`);
  let swept = false;

  return {
    find: async (url) => {
      const known = await recall(addressPath(url));
      const digest = known?.['sha256'];
      if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return null;
      const path = bytesPath(digest);
      const size = await stat(path).then(
        (file) => file.size,
        () => null,
      );
      if (size === null || size !== known?.['bytes']) return null;
      return { path, sha256: digest, etag: textOrNull(known['etag']), lastModified: textOrNull(known['lastModified']) };
    },
    unfinishedPath: async () => {
      await mkdir(join(folder, 'bytes'), { recursive: true });
      if (!swept) await sweep(join(folder, 'bytes'));
      swept = true;
      return join(folder, 'bytes', `${randomUUID()}${UNFINISHED}`);
    },
    keep: async (unfinished, url, facts) => {
      const path = bytesPath(facts.sha256);
      const { size } = await stat(unfinished);
      await rename(unfinished, path);
      await remember(addressPath(url), { ...facts, bytes: size });
      return { path, sha256: facts.sha256 };
    },
  };
}

/** Tells whatever clears the cache that a copy was used; a cache that cannot be written is used all the same. */
export async function markUsed({ path }: LocalFile): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

/** Removes downloads that a crash left behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const age = await stat(path).then(
      (file) => Date.now() - file.mtimeMs,
      () => 0,
    );
    if (age > ABANDONED_MILLISECONDS) await rm(path, { force: true });
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
