import { constants } from 'node:fs';
import { copyFile, link, mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';
import { isAbandoned, releaseMark, takeMark } from '../files/owner-mark.ts';
import { namesIn } from '../files/prune-folder.ts';

/**
 * A store of second names (hard links) of fetched sources. Each open store has its own folder of names. A file with a
 * second name stays on disk even if this process or another one clears the cache.
 */
export interface SourceUses extends AsyncDisposable {
  /** Gives a file a second name, which keeps it readable. Returns the second name; null if the file does not exist. */
  take(path: string, digest: string): Promise<string | null>;
  /**
   * Prevents {@link releaseIdle} from releasing a taken file until the result is disposed of. Does nothing if the file
   * was already released.
   */
  hold(digest: string): Disposable;
  /** Releases files that are not held and that were last taken longer ago than this time. */
  releaseIdle(milliseconds: number): Promise<void>;
}

interface Use {
  readonly path: string;
  takenAt: number;
  holds: number;
}

/** Opens a folder of second names. The folder is created at its first use. */
export function openSourceUses(parent: string, now: () => number = Date.now): SourceUses {
  const uses = new Map<string, Use>();
  let current: { readonly mark: string; readonly folder: string } | null = null;

  const ownFolder = async (): Promise<string> => {
    if (current === null) {
      const mark = takeMark();
      current = { mark, folder: join(parent, mark) };
      await removeAbandonedUses(parent);
    }
    await mkdir(current.folder, { recursive: true });
    return current.folder;
  };

  return {
    take: async (path, digest) => {
      const running = uses.get(digest);
      // Create the folder each time, because a user may delete it at any time.
      if (running !== undefined && (await exists(running.path))) {
        running.takenAt = now();
        return running.path;
      }
      const second = join(await ownFolder(), digest);
      if (!(await linkOrCopy(path, second))) return null;
      // Two simultaneous calls share one use.
      const use = uses.get(digest) ?? { path: second, takenAt: 0, holds: 0 };
      use.takenAt = now();
      uses.set(digest, use);
      return second;
    },
    hold: (digest) => {
      const use = uses.get(digest);
      let isHeld = use !== undefined;
      if (use !== undefined) use.holds += 1;
      return {
        [Symbol.dispose]: () => {
          if (isHeld && use !== undefined) use.holds -= 1;
          isHeld = false;
        },
      };
    },
    releaseIdle: async (milliseconds) => {
      for (const [digest, { path, takenAt, holds }] of uses) {
        if (holds > 0 || now() - takenAt <= milliseconds) continue;
        uses.delete(digest);
        await rm(path, { force: true });
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (current === null) return;
      const { mark, folder } = current;
      uses.clear();
      current = null;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      releaseMark(mark);
      // Ignore the error, because other processes still use the folder.
      await rmdir(parent).catch(() => undefined);
    },
  };
}

/** Removes the second names of processes that have ended. */
export async function removeAbandonedUses(parent: string): Promise<void> {
  for (const name of await namesIn(parent))
    if (isAbandoned(name)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Makes a hard link, which takes no space. On file systems that lack links, such as exFAT, makes a copy. Returns
 * whether the file exists.
 */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return true;
    if (systemCode(error) === 'ENOENT') return false;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
