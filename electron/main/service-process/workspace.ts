import { cp, mkdir, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { WorkspaceMoveProgress, WorkspaceOutcome } from '#shared/contract/desktop/desktop-shapes.ts';

type Failure = Extract<WorkspaceOutcome, { kind: 'failed' }>['reason'];

/** Why a folder cannot take a workspace that is at `from`; null where it can. Both are absolute and there. */
export async function obstacleTo(from: string, to: string): Promise<Failure | null> {
  const [source, target] = await Promise.all([realpath(from), realpath(to)]);
  if (source === target || isInside(target, source) || isInside(source, target)) return 'inside';
  return (await readdir(target)).length === 0 ? null : 'not-empty';
}

/**
 * Moves a closed workspace into an empty folder. On one disk that is a rename; else all is copied, and the old folder
 * goes only when `keep` was called, after the service has opened the new one.
 */
export async function moveFolder(
  from: string,
  to: string,
  onProgress: (progress: WorkspaceMoveProgress) => void,
): Promise<{ readonly keep: () => Promise<void>; readonly undo: () => Promise<void> }> {
  try {
    await rmdir(to);
    await rename(from, to);
    return { keep: async () => undefined, undo: () => rename(to, from) };
  } catch (error) {
    // Closed to others before anything lies in it.
    await mkdir(to, { recursive: true, mode: 0o700 });
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
  }
  try {
    await copyFolder(from, to, onProgress);
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
  return {
    keep: () => rm(from, { recursive: true, force: true }),
    undo: () => rm(to, { recursive: true, force: true }),
  };
}

/** Copies a folder with everything in it; a file counts once the next one is begun. */
export async function copyFolder(
  from: string,
  to: string,
  onProgress: (progress: WorkspaceMoveProgress) => void,
): Promise<void> {
  let total = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name))).size;
  onProgress({ bytes: 0, total });
  let bytes = 0;
  let begun = 0;
  const count = async (path: string): Promise<boolean> => {
    bytes += begun;
    const facts = await stat(path);
    begun = facts.isFile() ? facts.size : 0;
    onProgress({ bytes, total });
    return true;
  };
  // The folder is there and empty.
  await cp(from, to, { recursive: true, force: false, preserveTimestamps: true, filter: count });
  onProgress({ bytes: total, total });
}

/** The reason to show for what the system said. */
export function moveFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'forbidden';
  return 'other';
}

/** Whether one folder lies below another. */
export function isInside(inner: string, outer: string): boolean {
  const path = relative(resolve(outer), resolve(inner));
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`);
}
