import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Log } from '#main/system/log.ts';
import { openSettingsFile } from '#main/system/settings-file.ts';
import type { DesktopFile, DesktopFolder, WatchedFile } from '#shared/contract/desktop/desktop-shapes.ts';
import { watchedFiles } from '#shared/contract/desktop/service-channel.ts';
import { isTableFile } from '#shared/live-tables/reading-changes.ts';

/** The limits exceed realistic selections. The oldest files are removed first. */
const FILE_LIMIT = 20_000;
const FOLDER_FILE_LIMIT = 10_000;
const DEPTH_LIMIT = 32;
const WATCHED_LIMIT = 1000;

const storedFiles = z.record(
  z.string(),
  z.object({ path: z.string(), shown: z.string(), size: z.number(), lastModified: z.number() }),
);
type StoredFile = z.output<typeof storedFiles>[string];

/**
 * The files that the user chose, dropped, or opened. The page can read only these files, by their tokens. Tokens
 * survive restarts so that uploads can continue.
 */
export interface UserFiles {
  /** Adds the files among the paths and returns them. */
  readonly add: (paths: readonly string[]) => Promise<readonly DesktopFile[]>;
  /** Adds the files below a folder in the order of their paths. Ignores hidden files and links. */
  readonly addFolder: (path: string) => Promise<DesktopFolder>;
  /** Returns the files of the tokens. Omits changed and missing files. */
  readonly find: (tokens: readonly string[]) => Promise<readonly DesktopFile[]>;
  /** Permits the service to watch a file. Returns null if the token or the file does not exist. */
  readonly watch: (token: string) => Promise<WatchedFile | null>;
  /** Returns the files that the service can watch. */
  readonly watched: () => readonly WatchedFile[];
  /** Withdraws the permission to watch files. Ignores unknown ids. */
  readonly unwatch: (ids: readonly string[]) => Promise<void>;
  /** Returns the path of a watched file if the file can be a table; otherwise null. */
  readonly tablePathOf: (id: string) => string | null;
  readonly serve: (token: string, request: Request) => Promise<Response>;
}

/** Opens the files of the user. `path` and `watched` are the files with the tokens and with the watched files. */
export function openUserFiles(
  { path, watched }: { readonly path: string; readonly watched: string },
  log: Log,
): UserFiles {
  const common = { version: 1, onUnusable: (why: string) => log.warn(why) };
  const file = openSettingsFile({ ...common, path, fallback: {}, schema: storedFiles });
  const grants = openSettingsFile({ ...common, path: watched, fallback: {}, schema: watchedFiles });
  const storeEntries = async (entries: readonly (readonly [string, StoredFile])[]): Promise<void> => {
    const all = [...Object.entries(file.get()), ...entries];
    // Without a writable disk, tokens are valid until the app ends.
    await file
      .set(Object.fromEntries(all.slice(-FILE_LIMIT)))
      .catch((error: unknown) => log.error('failed to save the file tokens', error));
  };
  const addAll = async (paths: readonly { readonly path: string; readonly shown: string }[]) => {
    const files = await Promise.all(paths.map(readFacts));
    const entries = files.flatMap((facts) => (facts === null ? [] : [[newToken(), facts] as const]));
    if (entries.length > 0) await storeEntries(entries);
    return entries.map(([token, facts]) => desktopFile(token, facts));
  };
  return {
    add: (paths) => addAll(paths.map((each) => ({ path: each, shown: basename(each) }))),
    addFolder: async (folder) => {
      const root = await realpath(folder);
      const { found: filePaths, truncated } = await filesBelow(root);
      return { name: basename(root), files: await addAll(filePaths), truncated };
    },
    find: async (tokens) => {
      const stored = file.get();
      const current = await Promise.all(tokens.map(async (token) => [token, await unchanged(stored[token])] as const));
      return current.flatMap(([token, facts]) => (facts === null ? [] : [desktopFile(token, facts)]));
    },
    watch: async (token) => {
      const stored = Object.hasOwn(file.get(), token) ? file.get()[token] : undefined;
      if (stored === undefined || (await readFacts(stored)) === null) return null;
      const id = newToken();
      await grants.set(Object.fromEntries([...Object.entries(grants.get()), [id, stored.path]].slice(-WATCHED_LIMIT)));
      return watchedFile(id, stored.path);
    },
    watched: () => Object.entries(grants.get()).map(([id, granted]) => watchedFile(id, granted)),
    unwatch: async (ids) => {
      const all = Object.entries(grants.get());
      const others = all.filter(([id]) => !ids.includes(id));
      if (others.length < all.length) await grants.set(Object.fromEntries(others));
    },
    tablePathOf: (id) => {
      const granted = Object.hasOwn(grants.get(), id) ? (grants.get()[id] ?? null) : null;
      return granted !== null && isTableFile(granted) ? granted : null;
    },
    serve: async (token, request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
      const requested = Object.hasOwn(file.get(), token) ? file.get()[token] : undefined;
      if (requested === undefined) return new Response(null, { status: 404 });
      const current = await unchanged(requested);
      if (current === null) return new Response(null, { status: 410 });
      return answer(current, request);
    },
  };
}

function answer({ path, size }: StoredFile, request: Request): Response {
  const range = byteRange(request.headers.get('range'), size);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  const [from, to] = range ?? [0, size - 1];
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(to - from + 1),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    ...(range !== null && { 'content-range': `bytes ${from}-${to}/${size}` }),
  };
  const status = range === null ? 200 : 206;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const stream = createReadStream(path, { start: from, end: to });
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status, headers });
}

async function readFacts({
  path,
  shown,
}: {
  readonly path: string;
  readonly shown: string;
}): Promise<StoredFile | null> {
  const stats = await stat(path).catch(() => null);
  if (stats === null || !stats.isFile()) return null;
  return { path, shown, size: stats.size, lastModified: Math.floor(stats.mtimeMs) };
}

/**
 * Returns the file if it has not changed since it was chosen; otherwise null, because mixed parts of two versions are
 * useless.
 */
async function unchanged(file: StoredFile | undefined): Promise<StoredFile | null> {
  if (file === undefined) return null;
  const now = await readFacts(file);
  return now?.size === file.size && now.lastModified === file.lastModified ? file : null;
}

function desktopFile(token: string, { path, shown, size, lastModified }: StoredFile): DesktopFile {
  return { token, name: basename(path), path: shown, size, lastModified, url: `/desktop/files/${token}` };
}

function watchedFile(id: string, path: string): WatchedFile {
  return { id, name: basename(path), folder: basename(dirname(path)) };
}

function newToken(): string {
  return randomBytes(18).toString('base64url');
}

interface Found {
  readonly found: readonly { readonly path: string; readonly shown: string }[];
  readonly truncated: boolean;
}

async function filesBelow(root: string): Promise<Found> {
  const files: { path: string; shown: string }[] = [];
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: root, depth: 0 }];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for await (const entry of await opendir(folder.path)) {
      if (entry.name.startsWith('.')) continue;
      const path = join(folder.path, entry.name);
      // Both checks are false for symbolic links, which can form loops.
      if (entry.isDirectory() && folder.depth < DEPTH_LIMIT) folders.push({ path, depth: folder.depth + 1 });
      if (!entry.isFile()) continue;
      if (files.length === FOLDER_FILE_LIMIT) return { found: sortedByPath(files), truncated: true };
      files.push({
        path,
        shown: path
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      });
    }
  }
  return { found: sortedByPath(files), truncated: false };
}

function sortedByPath(files: readonly { readonly path: string; readonly shown: string }[]) {
  return [...files].sort((left, right) => (left.shown < right.shown ? -1 : 1));
}

/** Checks whether a file can be opened with the app. */
export function isOpenable(path: string): boolean {
  return ['.xml', '.scenewright'].includes(extname(path).toLowerCase());
}

/**
 * Returns the first and last byte of the range in a Range header (RFC 9110, 14.1.2). Returns null if the answer is the
 * whole file: without a header, for several ranges, and for invalid headers.
 */
export function byteRange(header: string | null, size: number): readonly [number, number] | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : [size - count, size - 1];
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : [from, to];
}
