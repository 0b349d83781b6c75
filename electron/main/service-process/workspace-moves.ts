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
 * Switches to another folder, with or without moving the current workspace. If the service does not start there, the
 * old state is restored.
 */
export function createWorkspaceMoves(options: {
  readonly dialogs: Pick<Dialogs, 'chooseWorkspace'>;
  readonly settings: SettingsFile<StoredSettings>;
  readonly host: ServiceHost;
  readonly log: Log;
  /** Called with the progress of a move; with null when the move is over. */
  readonly onProgress: (progress: WorkspaceMoveProgress | null) => void;
}): WorkspaceMoves {
  const { dialogs, settings, host, log, onProgress } = options;
  // The last known folder. It is used while the service does not run.
  let lastFolder = '';
  const folder = (): string => {
    lastFolder = host.running()?.workspace ?? settings.get().workspace ?? lastFolder;
    return lastFolder;
  };
  const location = (): WorkspaceLocation => ({ folder: folder(), isDefault: settings.get().workspace === null });

  /** Restarts the service in the folder. If it fails, restores the old folder and returns the failure. */
  const restartIn = async (next: string, undo: () => Promise<void>): Promise<WorkspaceOutcome> => {
    const previous = settings.get();
    await settings.set({ ...previous, workspace: next });
    if (await host.restart()) return { kind: 'changed', location: location() };
    const state = host.state();
    await host.stop();
    await undo();
    await settings.set(previous);
    await host.restart();
    const inUse = state.kind === 'waiting' && state.code === 'workspace/in-use';
    return { kind: 'failed', reason: inUse ? 'in-use' : 'other' };
  };

  return {
    location,
    choose: async () => {
      const chosen = await dialogs.chooseWorkspace('open');
      if (chosen === null || resolve(chosen) === folder()) return { kind: 'cancelled' };
      return await restartIn(resolve(chosen), async () => undefined);
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
        const moved = await moveFolder(from, to, throttled(onProgress));
        const outcome = await restartIn(to, moved.undo);
        if (outcome.kind === 'changed')
          await moved.removeOld().catch((error: unknown) => log.error('failed to remove the old workspace', error));
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

const REPORT_MILLISECONDS = 100;

/** Limits how often progress is reported: thousands of small files can be copied in a second. */
function throttled(report: (progress: WorkspaceMoveProgress) => void): (progress: WorkspaceMoveProgress) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - reportedAt < REPORT_MILLISECONDS && progress.bytes < progress.total) return;
    reportedAt = now;
    report(progress);
  };
}

type MoveFailure = Extract<WorkspaceOutcome, { kind: 'failed' }>['reason'];

/**
 * Returns the reason why a folder cannot take the workspace at `from`; null if it can. Both paths are absolute and
 * exist.
 */
async function obstacleTo(from: string, to: string): Promise<MoveFailure | null> {
  const [source, target] = await Promise.all([realpath(from), realpath(to)]);
  if (source === target || isInside(target, source) || isInside(source, target)) return 'inside';
  return (await readdir(target)).length === 0 ? null : 'not-empty';
}

/**
 * Moves a closed workspace into an empty folder. On the same disk, renames it. Otherwise copies it; `removeOld` then
 * removes the old folder.
 */
async function moveFolder(
  from: string,
  to: string,
  onProgress: (progress: WorkspaceMoveProgress) => void,
): Promise<{ readonly removeOld: () => Promise<void>; readonly undo: () => Promise<void> }> {
  try {
    await rmdir(to);
    await rename(from, to);
    return { removeOld: async () => undefined, undo: () => rename(to, from) };
  } catch (error) {
    // Restrict the folder before it contains anything.
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
    removeOld: () => rm(from, { recursive: true, force: true }),
    undo: () => rm(to, { recursive: true, force: true }),
  };
}

/** Copies a folder with its content. A file counts as copied when the copy of the next one starts. */
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
  let currentBytes = 0;
  const count = async (path: string): Promise<boolean> => {
    bytes += currentBytes;
    const facts = await stat(path);
    currentBytes = facts.isFile() ? facts.size : 0;
    onProgress({ bytes, total });
    return true;
  };
  // The folder exists and is empty.
  await cp(from, to, { recursive: true, force: false, preserveTimestamps: true, filter: count });
  onProgress({ bytes: total, total });
}

/** Returns the reason for a system error in the form for the page. */
function moveFailure(error: unknown): MoveFailure {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'forbidden';
  return 'other';
}

/** Checks whether one folder is below another. */
export function isInside(inner: string, outer: string): boolean {
  const path = relative(resolve(outer), resolve(inner));
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`);
}
