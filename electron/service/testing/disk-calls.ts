import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';

/** The disk calls below a folder until the end of the scope, in order, with names and paths. */
export interface DiskCalls extends AsyncDisposable {
  /** The calls, such as `sync a.new`, `rename a.new a`, and `sync .`. */
  readonly calls: readonly string[];
}

/** Records all syncs and renames of this process. Works only on Linux, because it looks up the file of a handle. */
export async function noteDiskCalls(folder: string): Promise<DiskCalls> {
  const calls: string[] = [];
  const note = (call: string, ...paths: readonly string[]): void => {
    const names = paths.map((path) => relative(folder, path) || '.');
    if (names.every((name) => !name.startsWith('..'))) calls.push([call, ...names].join(' '));
  };
  const pathOf = (descriptor: number): string => fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  const { fsyncSync, renameSync } = fs;
  const { rename } = fs.promises;
  await using handle = await fs.promises.open(folder);
  const handles: { sync(this: fs.promises.FileHandle): Promise<void> } = Object.getPrototypeOf(handle);
  const { sync } = handles;

  handles.sync = async function () {
    const path = pathOf(this.fd);
    await sync.call(this);
    note('sync', path);
  };
  fs.promises.rename = async (from, to) => {
    await rename(from, to);
    note('rename', String(from), String(to));
  };
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    note('sync', pathOf(descriptor));
  };
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    note('rename', String(from), String(to));
  };
  syncBuiltinESMExports();
  return {
    calls,
    [Symbol.asyncDispose]: async () => {
      handles.sync = sync;
      Object.assign(fs, { fsyncSync, renameSync });
      fs.promises.rename = rename;
      syncBuiltinESMExports();
    },
  };
}
