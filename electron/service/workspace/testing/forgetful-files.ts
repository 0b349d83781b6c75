import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type FileSystem, nodeFileSystem, type OpenFile } from '#service/files/file-system.ts';

/** The unsynced data that survives a power failure: no data, the names of empty files, or all data. */
export const SURVIVALS = ['nothing', 'names', 'everything'] as const;
export type Survival = (typeof SURVIVALS)[number];

/** A real file system below a folder. It tracks the state that would remain after a power failure. */
export interface ForgetfulFiles {
  readonly files: FileSystem;
  /** Cuts the power before the n-th call from now, counted from 1. That call and all later ones fail. */
  cutAt(n: number): void;
  /** Cuts the power now if it is not yet cut. */
  cut(): void;
  isCut(): boolean;
  /** Creates a folder with the state after the power failure. */
  restore(survival: Survival, folder: string): void;
}

/** The files that survive completely. SQLite syncs its own files at each commit and does not rely on unsynced data. */
const DATABASE = ['db.sqlite', 'db.sqlite-wal', 'owner.json'];

type Entry = 'folder' | { synced: Buffer };
interface Leftovers {
  readonly durable: ReadonlyMap<string, Entry>;
  readonly live: ReadonlyMap<string, Entry>;
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** Tracks a folder. Its current content counts as durable. */
export function forgetfulFiles(root: string): ForgetfulFiles {
  const live = new Map<string, Entry>();
  const look = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        live.set(path, 'folder');
        look(path);
      } else if (!entry.name.startsWith('db.sqlite') && !entry.name.startsWith('owner.'))
        live.set(path, { synced: readFileSync(path) });
    }
  };
  look(root);
  const durable = new Map(live);
  let left = Number.POSITIVE_INFINITY;
  let leftovers: Leftovers | null = null;

  const cut = (): void => {
    if (leftovers !== null) return;
    // Copy everything at this moment, because running code still fails and cleans up later.
    const paths = [...DATABASE.map((name) => join(root, name)), ...live.keys()];
    const files = paths.filter((path) => existsSync(path) && statSync(path).isFile());
    const contents = new Map(files.map((path) => [path, readFileSync(path)]));
    const copy = (entries: ReadonlyMap<string, Entry>) =>
      new Map([...entries].map(([path, entry]) => [path, entry === 'folder' ? entry : { ...entry }]));
    leftovers = { durable: copy(durable), live: copy(live), contents };
  };
  const step = <Value>(work: () => Promise<Value>): Promise<Value> => {
    left -= 1;
    if (left <= 0) cut();
    if (leftovers !== null) return Promise.reject(new Error('the power is gone'));
    return work();
  };
  const under = (entries: Map<string, Entry>, path: string) =>
    [...entries.keys()].filter((entry) => entry === path || entry.startsWith(path + sep));
  const fileOf = (file: OpenFile, entry: { synced: Buffer }): OpenFile => ({
    write: (pieces, position) => step(() => file.write(pieces, position)),
    read: (buffer, position) => step(() => file.read(buffer, position)),
    truncate: (size) => step(() => file.truncate(size)),
    sync: () =>
      step(async () => {
        await file.sync();
        entry.synced = await wholeOf(file);
      }),
    // The file is always closed, because the test continues and needs its handles.
    close: async () => {
      await file.close();
      await step(async () => undefined);
    },
  });
  const real = nodeFileSystem;
  const files: FileSystem = {
    open: (path, mode) =>
      step(async () => {
        const file = await real.open(path, mode);
        const known = live.get(path);
        const entry = known === undefined || known === 'folder' ? { synced: Buffer.alloc(0) } : known;
        live.set(path, entry);
        return fileOf(file, entry);
      }),
    makeFolder: (path) =>
      step(async () => {
        await real.makeFolder(path);
        for (let at = path; at !== root && at.startsWith(root); at = dirname(at)) live.set(at, 'folder');
      }),
    rename: (from, to) =>
      step(async () => {
        await real.rename(from, to);
        const entry = live.get(from);
        live.delete(from);
        if (entry !== undefined) live.set(to, entry);
      }),
    link: (from, to) =>
      step(async () => {
        await real.link(from, to);
        const entry = live.get(from);
        if (entry !== undefined) live.set(to, entry);
      }),
    remove: (path) =>
      step(async () => {
        await real.remove(path);
        for (const each of under(live, path)) live.delete(each);
      }),
    list: (path) => step(() => real.list(path)),
    fileFacts: (path) => step(() => real.fileFacts(path)),
    syncFolder: (path) =>
      step(async () => {
        await real.syncFolder(path);
        for (const [each, entry] of live) if (dirname(each) === path) durable.set(each, entry);
        for (const each of [...durable.keys()])
          if (dirname(each) === path && !live.has(each)) for (const gone of under(durable, each)) durable.delete(gone);
      }),
  };

  return {
    files,
    cutAt: (n) => {
      left = n;
    },
    cut,
    isCut: () => leftovers !== null,
    restore: (survival, folder) => {
      if (leftovers === null) throw new Error('the power was not cut');
      restore(leftovers, survival, { from: root, to: folder });
    },
  };
}

function restore(
  { durable, live, contents }: Leftovers,
  survival: Survival,
  place: { readonly from: string; readonly to: string },
): void {
  const pathIn = (path: string) => join(place.to, relative(place.from, path));
  const entries = survival === 'nothing' ? durable : live;
  const sorted = [...entries].toSorted(([a], [b]) => a.length - b.length);
  for (const [path, entry] of sorted) {
    // A name exists only if all folders above it exist.
    if (!existsSync(dirname(pathIn(path)))) continue;
    if (entry === 'folder') mkdirSync(pathIn(path), { recursive: true });
    else writeFileSync(pathIn(path), survival === 'everything' ? (contents.get(path) ?? entry.synced) : entry.synced);
  }
  for (const name of DATABASE) {
    const bytes = contents.get(join(place.from, name));
    if (bytes !== undefined) writeFileSync(join(place.to, name), bytes);
  }
  const lock = join(place.from, 'owner.lock');
  if (existsSync(lock)) copyFileSync(lock, join(place.to, 'owner.lock'));
}

async function wholeOf(file: OpenFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const buffer = Buffer.alloc(65_536);
    const count = await file.read(buffer, at);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, count));
    at += count;
  }
}
