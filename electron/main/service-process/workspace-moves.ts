import { resolve } from 'node:path';
import type { KeptSettings } from '#main/settings/desktop-settings.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { Log } from '#main/system/log.ts';
import type { Dialogs } from '#main/window/dialogs.ts';
import type {
  WorkspaceLocation,
  WorkspaceMoveProgress,
  WorkspaceOutcome,
} from '#shared/contract/desktop/desktop-shapes.ts';
import type { ServiceHost } from './service-host.ts';
import { moveFailure, moveFolder, obstacleTo } from './workspace.ts';

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
  readonly settings: SettingsFile<KeptSettings>;
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
