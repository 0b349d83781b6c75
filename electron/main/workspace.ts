import { cp, mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { WorkspaceOutcome } from '../../shared/contract/desktop-bridge.ts';

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
): Promise<{ readonly keep: () => Promise<void>; readonly undo: () => Promise<void> }> {
  try {
    await rmdir(to);
    await rename(from, to);
    return { keep: async () => undefined, undo: () => rename(to, from) };
  } catch (error) {
    await mkdir(to, { recursive: true });
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
  }
  try {
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, preserveTimestamps: true });
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
  return {
    keep: () => rm(from, { recursive: true, force: true }),
    undo: () => rm(to, { recursive: true, force: true }),
  };
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
