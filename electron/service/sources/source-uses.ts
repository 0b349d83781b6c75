import { constants } from 'node:fs';
import { copyFile, link, mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbandoned, letGo, takeMark } from '../files/owner-mark.ts';
import { namesIn } from '../files/prune-folder.ts';

/**
 * Second names of fetched sources, one folder for each user. What has a second name stays on disk whoever clears the
 * cache meanwhile, in this process or in another.
 */
export interface SourceUses extends AsyncDisposable {
  /** Gives a file its second name, under which it is to be read; null where it is gone. */
  take(path: string, digest: string): Promise<string | null>;
  /** Keeps what was taken from being given back as idle; does nothing for what was given back already. */
  hold(digest: string): Disposable;
  /** Gives back what nobody holds and nobody has taken for so long. */
  releaseIdle(milliseconds: number): Promise<void>;
}

interface Use {
  readonly path: string;
  takenAt: number;
  holds: number;
}

/** Opens a folder of second names; nothing is made before it is needed. */
export function openSourceUses(parent: string, now: () => number = Date.now): SourceUses {
  const uses = new Map<string, Use>();
  let own: { readonly mark: string; readonly folder: string } | null = null;

  const ownFolder = async (): Promise<string> => {
    if (own === null) {
      const mark = takeMark();
      own = { mark, folder: join(parent, mark) };
      await removeAbandonedUses(parent);
    }
    await mkdir(own.folder, { recursive: true });
    return own.folder;
  };

  return {
    take: async (path, digest) => {
      const known = uses.get(digest);
      // The folder may be cleared by hand at any time.
      if (known !== undefined && (await isThere(known.path))) {
        known.takenAt = now();
        return known.path;
      }
      const second = join(await ownFolder(), digest);
      if (!(await linkOrCopy(path, second))) return null;
      // Taken twice at the same time, it is one use.
      const use = uses.get(digest) ?? { path: second, takenAt: 0, holds: 0 };
      use.takenAt = now();
      uses.set(digest, use);
      return second;
    },
    hold: (digest) => {
      const use = uses.get(digest);
      let held = use !== undefined;
      if (use !== undefined) use.holds += 1;
      return {
        [Symbol.dispose]: () => {
          if (held && use !== undefined) use.holds -= 1;
          held = false;
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
      if (own === null) return;
      const { mark, folder } = own;
      uses.clear();
      own = null;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      letGo(mark);
      // Others may use it.
      await rmdir(parent).catch(() => undefined);
    },
  };
}

/** Removes what was taken by processes that are gone. */
export async function removeAbandonedUses(parent: string): Promise<void> {
  for (const name of await namesIn(parent))
    if (isAbandoned(name)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
}

/** A second name costs nothing; where the file system has none, such as exFAT, a copy does. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (codeOf(error) === 'ENOENT') return false;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
