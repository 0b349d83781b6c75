import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type * as shapes from '#shared/contract/shapes/shapes.ts';
import { openPartStore } from '../engine/cache/part-store.ts';
import type { Database } from '../storage/ports.ts';
import type { AreaLimits } from './area-limits.ts';

export type StorageArea = z.output<typeof shapes.storageArea>;
/** What can be made again. */
export type CacheArea = 'segments' | 'views' | 'sources' | 'links';

/** A cache that knows what of it is in use. */
export interface OwnedCache {
  /** Removes what nobody uses now, and gives back what that was. */
  empty(): Promise<Amount>;
  /** Removes the least recently used until the rest is within the limit. */
  prune(): Promise<unknown>;
}

/** What the workspace is made of on disk. */
export interface WorkspaceAreas {
  list(): Promise<readonly StorageArea[]>;
  /** Removes what can be made again; what is being used stays. */
  empty(area: CacheArea): Promise<Amount>;
  /** Brings every area within its limit, such as after one was lowered. */
  prune(): Promise<void>;
}

export interface WorkspaceAreaOptions {
  /** Absolute. */
  readonly workspace: string;
  readonly database: Database;
  readonly limits: AreaLimits;
  readonly views: OwnedCache;
  readonly sources: OwnedCache;
  /** Lets films of links go, but for those that are being downloaded. */
  readonly emptyLinks: () => unknown;
  /** Forgets films beyond their limit. */
  readonly expire: () => Promise<unknown>;
}

export function createWorkspaceAreas(options: WorkspaceAreaOptions): WorkspaceAreas {
  const { workspace, database, limits, views, sources, emptyLinks, expire } = options;
  const folders = {
    segments: join(workspace, 'workshop', 'kept'),
    views: join(workspace, 'cache', 'views'),
    sources: join(workspace, 'cache', 'sources'),
  } as const;
  const partStore = (limitBytes: number) =>
    openPartStore({ folder: join(workspace, 'workshop'), keeps: true, limitBytes });

  return {
    list: async () => {
      const { films, links, media, trash, chunks } = amountsOf(database);
      const bounds = limits.get();
      const area = (
        name: StorageArea['name'],
        { bytes, files }: Amount,
        limitBytes: number | null = null,
        canEmpty = false,
      ): StorageArea => ({ name, bytes, files, limitBytes, canEmpty });
      return [
        area('media', media),
        area('trash', trash),
        area('films', films, bounds.films),
        area('links', links, bounds.links, true),
        area('segments', await amountIn(filesIn(folders.segments)), bounds.segments, true),
        area('views', await amountIn(filesIn(folders.views)), bounds.views, true),
        area('sources', await amountIn(filesIn(folders.sources)), bounds.sources, true),
        area('uploads', chunks),
        area('database', await amountIn(filesIn(workspace, 'top'))),
      ];
    },
    empty: async (name) => {
      switch (name) {
        case 'views':
          return views.empty();
        case 'sources':
          return sources.empty();
        case 'links': {
          const before = amountsOf(database).links;
          emptyLinks();
          const left = amountsOf(database).links;
          return { bytes: before.bytes - left.bytes, files: before.files - left.files };
        }
        case 'segments': {
          // A render has what it uses under a name of its own, so nothing is taken from it.
          const before = await amountIn(filesIn(folders.segments));
          await partStore(0).prune();
          const left = await amountIn(filesIn(folders.segments));
          return { bytes: Math.max(0, before.bytes - left.bytes), files: Math.max(0, before.files - left.files) };
        }
        default:
          return name satisfies never;
      }
    },
    prune: async () => {
      await partStore(limits.get().segments).prune();
      await views.prune();
      await sources.prune();
      await expire();
    },
  };
}

/** What the database knows of blobs and chunks, so that nobody has to look at files by the ten thousand. */
function amountsOf(database: Database): {
  readonly [Name in 'films' | 'links' | 'media' | 'trash' | 'chunks']: Amount;
} {
  const amount = (sql: string): Amount => {
    const row = database.get(sql);
    return { bytes: Number(row?.['bytes'] ?? 0), files: Number(row?.['files'] ?? 0) };
  };
  const blobs = 'SELECT COUNT(*) AS files, SUM(bytes) AS bytes FROM blob WHERE sha256';
  const films = 'SELECT film FROM render WHERE film IS NOT NULL';
  // The same bytes may be a film that was asked for and one of a link.
  const linked = 'SELECT film FROM linked_film WHERE film IS NOT NULL';
  const others = ['asset', 'render_input', 'publication_item'].map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.sha256 = blob.sha256)`,
  );
  // What something else needs as well would not be freed with the trash.
  const onlyTrash = `IN (SELECT sha256 FROM trashed_asset) AND sha256 NOT IN (${films})
    AND sha256 NOT IN (${linked}) AND ${others.join(' AND ')}`;
  const trash = amount(`${blobs} ${onlyTrash}`);
  const media = amount(`${blobs} NOT IN (${films}) AND sha256 NOT IN (${linked})`);
  return {
    films: amount(`${blobs} IN (${films})`),
    links: amount(`${blobs} IN (${linked}) AND sha256 NOT IN (${films})`),
    media: { bytes: media.bytes - trash.bytes, files: media.files - trash.files },
    trash,
    chunks: amount('SELECT COUNT(*) AS files, SUM(bytes) AS bytes FROM chunk'),
  };
}

export interface FolderFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Files and their bytes. */
export interface Amount {
  readonly bytes: number;
  readonly files: number;
}

const NO_FILES: Amount = { bytes: 0, files: 0 };

/** Every file below a folder, or only those in it; what goes away meanwhile is left out. */
async function* filesIn(folder: string, depth: 'all' | 'top' = 'all'): AsyncGenerator<FolderFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth === 'all') yield* filesIn(path);
      continue;
    }
    const facts = await stat(path).catch(ignoreMissing);
    if (facts?.isFile()) yield { path, bytes: facts.size, changedAt: facts.mtimeMs };
  }
}

async function amountIn(files: AsyncIterable<FolderFile>): Promise<Amount> {
  let amount = NO_FILES;
  for await (const { bytes } of files) amount = withFile(amount, bytes);
  return amount;
}

function withFile({ bytes, files }: Amount, more: number): Amount {
  return { bytes: bytes + more, files: files + 1 };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return;
  throw error;
}
