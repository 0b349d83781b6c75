import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import type { DesktopFile } from '#shared/contract/desktop/desktop-shapes.ts';
import { isOpenable, type UserFiles } from './user-files.ts';

/** The files that were opened with the app. They wait here until the page takes them. */
export interface OpenedFiles {
  readonly add: (paths: readonly string[]) => Promise<void>;
  readonly take: () => readonly DesktopFile[];
}

export function createOpenedFiles(files: UserFiles, onWaiting: (count: number) => void): OpenedFiles {
  let waiting: readonly DesktopFile[] = [];
  return {
    add: async (paths) => {
      const added = await files.add(paths.filter(isOpenable));
      if (added.length === 0) return;
      waiting = [...waiting, ...added];
      onWaiting(waiting.length);
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}

/** Returns the files in a command line. Ignores options, the program itself, and its script. */
export function pathsIn(argv: readonly string[], folder: string): readonly string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-') && isOpenable(argument))
    .map((argument) => (isAbsolute(argument) ? argument : resolve(folder, argument)));
}

const offeredPathsArguments = z.tuple([z.array(z.string().max(4096)).max(10_000)]);

/**
 * Returns the paths that the preload script sent. Ignores relative paths, such as the empty path of a file that was
 * never on disk.
 */
export function offeredPaths(args: readonly unknown[]): readonly string[] {
  return offeredPathsArguments.parse(args)[0].filter(isAbsolute);
}
