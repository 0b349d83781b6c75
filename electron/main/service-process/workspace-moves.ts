import { cp, mkdir, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { StoredSettings } from '#main/system/desktop-settings.ts';
import type { Log } from '#main/system/log.ts';
import type { SettingsFile } from '#main/system/settings-file.ts';
import type { Dialogs } from '#main/window/dialogs.ts';
import type {
  WorkspaceLocation,
  WorkspaceMoveProgress,
  WorkspaceOutcome,
} from '#shared/contract/desktop/desktop-shapes.ts';
import type { ServiceHost } from './service-host.ts';

export interface WorkspaceMoves {
  readonly location: () => WorkspaceLocation;
  readonly choose: () => Promise<WorkspaceOutcome>;
  readonly move: () => Promise<WorkspaceOutcome>;
}

/**
 * Goes on in another folder, with or without what is in this one. If the service does not start there, all is as it
 * was.
 */
export function createWorkspaceMoves(options: {
  readonly dialogs: Pick<Dialogs, 'chooseWorkspace'>;
  readonly settings: SettingsFile<StoredSettings>;
  readonly host: ServiceHost;
  readonly log: Log;
  /** How far a move is; null when it is over. */
  readonly onProgress: (progress: WorkspaceMoveProgress | null) => void;
}): WorkspaceMoves {
  const { dialogs, settings, host, log, onProgress } = options;
  // While the service does not run, where it was last.
  let last = '';
  const folder = (): string => {
    last = host.running()?.workspace ?? settings.get().workspace ?? last;
    return last;
  };
  const location = (): WorkspaceLocation => ({ folder: folder(), isDefault: settings.get().workspace === null });

  /** Restarts the service in the folder; false, and back in the old one, where it does not start. */
  const goOnIn = async (next: string, undo: () => Promise<void>): Promise<WorkspaceOutcome> => {
    const before = settings.get();
    await settings.set({ ...before, workspace: next });
    if (await host.restart()) return { kind: 'changed', location: location() };
    const state = host.state();
    await host.stop();
    await undo();
    await settings.set(before);
    await host.restart();
    const inUse = state.kind === 'waiting' && state.code === 'workspace/in-use';
    return { kind: 'failed', reason: inUse ? 'in-use' : 'other' };
  };

  return {
    location,
    choose: async () => {
      const chosen = await dialogs.chooseWorkspace('open');
      if (chosen === null || resolve(chosen) === folder()) return { kind: 'cancelled' };
      return await goOnIn(resolve(chosen), async () => undefined);
    },
    move: async () => {
      const from = folder();
      const chosen = await dialogs.chooseWorkspace('move');
      if (chosen === null || from === '') return { kind: 'cancelled' };
      const to = resolve(chosen);
      try {
        const obstacle = await obstacleTo(from, to);
        if (obstacle !== null) return { kind: 'failed', reason: obstacle };
        await host.stop();
        const moved = await moveFolder(from, to, seldom(onProgress));
        const outcome = await goOnIn(to, moved.undo);
        if (outcome.kind === 'changed')
          await moved.keep().catch((error: unknown) => log.error('failed to remove the old workspace', error));
        return outcome;
      } catch (error) {
        log.error('failed to move the workspace', error);
        host.start();
        return { kind: 'failed', reason: moveFailure(error) };
      } finally {
        onProgress(null);
      }
    },
  };
}

const TELL_MILLISECONDS = 100;

/** Thousands of small files are copied in a second. */
function seldom(tell: (progress: WorkspaceMoveProgress) => void): (progress: WorkspaceMoveProgress) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - toldAt < TELL_MILLISECONDS && progress.bytes < progress.total) return;
    toldAt = now;
    tell(progress);
  };
}

type MoveFailure = Extract<WorkspaceOutcome, { kind: 'failed' }>['reason'];

/** Why a folder cannot take a workspace that is at `from`; null where it can. Both are absolute and there. */
async function obstacleTo(from: string, to: string): Promise<MoveFailure | null> {
  const [source, target] = await Promise.all([realpath(from), realpath(to)]);
  if (source === target || isInside(target, source) || isInside(source, target)) return 'inside';
  return (await readdir(target)).length === 0 ? null : 'not-empty';
}

/**
 * Moves a closed workspace into an empty folder. On one disk that is a rename; else all is copied, and the old folder
 * goes only when `keep` was called, after the service has opened the new one.
 */
async function moveFolder(
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
function moveFailure(error: unknown): MoveFailure {
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
