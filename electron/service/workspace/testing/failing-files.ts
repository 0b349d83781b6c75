import { type FileSystem, nodeFileSystem, type OpenFile } from '#service/files/file-system.ts';

/** A real file system that fails a chosen call. */
export interface FailingFiles {
  readonly files: FileSystem;
  /**
   * Makes the n-th call from now, counted from 1, fail with an error code of the system. With `only`, counts the calls
   * with this name. The code `SIGKILL` kills this process instead.
   */
  failCall(n: number, code: string, only?: string): void;
  heal(): void;
  /** The name of the call that failed since the last {@link failCall}; null if none failed. */
  failed(): string | null;
}

export function failingFiles(): FailingFiles {
  let left = 0;
  let code = '';
  let only: string | null = null;
  let failed: string | null = null;
  const step = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    if (left > 0 && (only === null || only === name)) {
      left -= 1;
      if (left === 0) {
        failed = name;
        if (code === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
        // A failing `close` closes the file nevertheless.
        if (name === 'close') await work();
        throw Object.assign(new Error(`${code}: ${name} fails on purpose`), { code, syscall: name });
      }
    }
    return work();
  };
  const fileOf = (file: OpenFile): OpenFile => ({
    write: (pieces, position) => step('write', () => file.write(pieces, position)),
    read: (buffer, position) => step('read', () => file.read(buffer, position)),
    truncate: (size) => step('truncate', () => file.truncate(size)),
    sync: () => step('sync', file.sync),
    close: () => step('close', file.close),
  });
  const real = nodeFileSystem;
  return {
    files: {
      open: async (path, mode) => fileOf(await step('open', () => real.open(path, mode))),
      makeFolder: (path) => step('makeFolder', () => real.makeFolder(path)),
      rename: (from, to) => step('rename', () => real.rename(from, to)),
      link: (from, to) => step('link', () => real.link(from, to)),
      remove: (path) => step('remove', () => real.remove(path)),
      list: (path) => step('list', () => real.list(path)),
      fileFacts: (path) => step('look', () => real.fileFacts(path)),
      syncFolder: (path) => step('syncFolder', () => real.syncFolder(path)),
    },
    failCall: (n, failure, name) => {
      left = n;
      code = failure;
      only = name ?? null;
      failed = null;
    },
    heal: () => {
      left = 0;
    },
    failed: () => failed,
  };
}
