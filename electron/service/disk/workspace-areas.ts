import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type * as shapes from '#shared/contract/shapes/shapes.ts';
import { openPartStore } from '../engine/cache/part-store.ts';
import { systemCode } from '../errors/system-code.ts';
import { emptySources, pruneSources } from '../sources/source-store.ts';
import type { Database } from '../storage/ports.ts';
import type { AreaLimits } from './area-limits.ts';

export type StorageArea = z.output<typeof shapes.storageArea>;
/** An area whose content can be made again. */
export type CacheArea = 'segments' | 'views' | 'sources' | 'links';

/** A cache that tracks which of its files are in use. */
export interface OwnedCache {
  /** Removes unused files. Returns the removed amount. */
  empty(): Promise<Amount>;
  /** Removes the least recently used files until the total size is within the limit. */
  prune(): Promise<unknown>;
}

/** The disk usage of a workspace by area. */
export interface WorkspaceAreas {
  list(): Promise<readonly StorageArea[]>;
  /** Removes the content of an area. Files in use stay. */
  empty(area: CacheArea): Promise<Amount>;
  /** Removes content until every area is within its limit, for example after a limit was lowered. */
  prune(): Promise<void>;
}

export interface WorkspaceAreaOptions {
  /** The absolute path of the workspace. */
  readonly workspace: string;
  readonly database: Database;
  readonly limits: AreaLimits;
  readonly views: OwnedCache;
  readonly sources: OwnedCache;
  /** Removes the films of links except films that are being downloaded. */
  readonly emptyLinks: () => unknown;
  /** Removes films until they are within their limit. */
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
    openPartStore({ folder: join(workspace, 'workshop'), isCacheOn: true, limitBytes });

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
          const after = amountsOf(database).links;
          return { bytes: before.bytes - after.bytes, files: before.files - after.files };
        }
        case 'segments': {
          // Pruning does not affect a render, because it has separate names for the parts that it uses.
          const before = await amountIn(filesIn(folders.segments));
          await partStore(0).prune();
          const after = await amountIn(filesIn(folders.segments));
          return { bytes: Math.max(0, before.bytes - after.bytes), files: Math.max(0, before.files - after.files) };
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

/**
 * Returns the amounts of blobs and chunks. Reads them from the database, because reading tens of thousands of files is
 * slow.
 */
function amountsOf(database: Database): {
  readonly [Name in 'films' | 'links' | 'media' | 'trash' | 'chunks']: Amount;
} {
  const amount = (sql: string): Amount => {
    const row = database.get(sql);
    return { bytes: Number(row?.['bytes'] ?? 0), files: Number(row?.['files'] ?? 0) };
  };
  const blobs = 'SELECT COUNT(*) AS files, SUM(bytes) AS bytes FROM blob WHERE sha256';
  const films = 'SELECT film FROM render WHERE film IS NOT NULL UNION SELECT sha256 FROM render_file';
  // Count each blob once, because a requested film and a film of a link can have the same bytes.
  const linked = 'SELECT film FROM linked_film WHERE film IS NOT NULL';
  const others = ['asset', 'render_input', 'publication_item'].map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.sha256 = blob.sha256)`,
  );
  // Count only bytes that nothing else uses, because emptying the trash frees only these.
  const onlyTrash = `IN (SELECT sha256 FROM trashed_asset) AND sha256 NOT IN (${films})
    AND sha256 NOT IN (${linked}) AND ${others.join(' AND ')}`;
  const trash = amount(`${blobs} ${onlyTrash}`);
  const media = amount(`${blobs} NOT IN (${films}) AND sha256 NOT IN (${linked})`);
  return {
    films: amount(`${blobs} IN (${films})`),
    links: amount(`${blobs} IN (${linked}) AND sha256 NOT IN (${films})`),
    media: { bytes: media.bytes - trash.bytes, files: media.files - trash.files },
    trash,
    chunks: amount(OPEN_CHUNKS),
  };
}

/** The rows of finished uploads stay for a while, although their files are deleted. */
const OPEN_CHUNKS = `SELECT COUNT(*) AS files, SUM(bytes) AS bytes FROM chunk
  WHERE upload IN (SELECT id FROM upload WHERE state = 'open')`;

export interface FolderFile {
  readonly path: string;
  readonly bytes: number;
  /** The time in milliseconds since 1970. */
  readonly changedAt: number;
}

/** The number and the total size of files. */
export interface Amount {
  readonly bytes: number;
  readonly files: number;
}

const NO_FILES: Amount = { bytes: 0, files: 0 };

/**
 * Yields every file below a folder, or only the files directly in it. Skips files that are removed during the listing.
 */
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
  if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return;
  throw error;
}

interface SourceCacheOptions {
  /** The absolute path of the cache. The folder contains `bytes/` and `addresses/`. */
  readonly folder: string;
  readonly limitBytes: () => number;
}

/**
 * Opens the cache of fetched sources. Emptying the cache does not affect readers, because each reader has a second name
 * for its source.
 */
export function openSourceCache({ folder, limitBytes }: SourceCacheOptions): OwnedCache {
  return {
    empty: () => emptySources(folder),
    prune: () => pruneSources(folder, { bytes: limitBytes() }),
  };
}
