import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useStorage } from '#renderer/api/queries/use-storage.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize, formatSizeOf } from '#renderer/ui/format/size.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import type { WatchedFile, WorkspaceMoveProgress, WorkspaceOutcome } from '#shared/contract/desktop/desktop-shapes.ts';
import styles from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

/** The folder of the workspace and its size. */
export function WorkspaceSection() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const { data: projects } = useProjects();
  const disk = useHealth().data?.disk;
  const bytes = projects?.reduce((sum, project) => sum + project.bytes, 0) ?? 0;
  const assets = projects?.reduce((sum, project) => sum + project.counts.assets, 0) ?? 0;
  return (
    <SettingsGroup name="workspace" title={strings.workspace}>
      {desktop !== null && <FolderRow />}
      {desktop !== null && <MoveProgress />}
      {desktop === null && <ServiceFolderRow />}
      <SettingsRow label={strings.size}>
        <span className={`${styles.text} tabular`}>
          {projects === undefined ? ' ' : strings.sizeOf(formatSize(bytes), projects.length, formatCount(assets))}
        </span>
      </SettingsRow>
      <SettingsRow label={strings.disk}>
        <span className={`${styles.text} tabular`}>
          {disk === undefined ? ' ' : strings.diskFree(formatSize(disk.freeBytes), formatSize(disk.totalBytes))}
        </span>
      </SettingsRow>
      {desktop !== null && <WatchedFiles desktop={desktop} />}
    </SettingsGroup>
  );
}

/** The files of this computer that live tables can read, each with a button that withdraws the permission. */
function WatchedFiles({ desktop }: { readonly desktop: DesktopBridge }) {
  const { settings: strings } = useStrings();
  const queries = useQueryClient();
  const toasts = useToast();
  const queryKey = ['desktop', 'watchedFiles'];
  const { data: files = [] } = useQuery({ queryKey, queryFn: () => desktop.watchedFiles() });
  const withdraw = async ({ id, name }: WatchedFile) => {
    try {
      await desktop.unwatchFile(id);
      toasts.show({ message: strings.withdrawn(name), tone: 'success' });
    } catch {
      toasts.show({ message: strings.notWithdrawn, tone: 'danger' });
    }
    await queries.invalidateQueries({ queryKey });
  };
  if (files.length === 0) return null;
  return (
    <>
      {files.map((file) => (
        <SettingsRow key={file.id} label={strings.watchedFiles}>
          <span className={styles.path} title={strings.watchedIn(file.name, file.folder)}>
            {strings.watchedIn(file.name, file.folder)}
          </span>
          <Button size="sm" aria-label={strings.withdrawOf(file.name)} onClick={() => void withdraw(file)}>
            {strings.withdraw}
          </Button>
        </SettingsRow>
      ))}
      <p className={styles.hint}>{strings.withdrawHint}</p>
    </>
  );
}

/** The folder of the workspace, which cannot be changed in a browser. */
function ServiceFolderRow() {
  const { settings: strings } = useStrings();
  const { data: storage } = useStorage();
  return (
    <>
      <SettingsRow label={strings.folder}>
        <span className={`${styles.path} mono`} title={storage?.folder}>
          {storage?.folder}
        </span>
      </SettingsRow>
      <p className={styles.hint}>{strings.workspaceInBrowser}</p>
    </>
  );
}

/** The progress of moving the workspace to another disk, during which the service is unavailable. */
function MoveProgress() {
  const { settings: strings } = useStrings();
  const [move, setMove] = useState<WorkspaceMoveProgress | null>(null);
  useEffect(() => onDesktopEvent(window, 'workspaceMove', setMove), []);
  if (move === null) return null;
  const share = move.total === 0 ? 0 : move.bytes / move.total;
  return (
    <div role="status" className={styles.moving}>
      <span>{strings.moving}</span>
      <span className="tabular">{strings.movingAmount(formatSizeOf(move.bytes, move.total, strings.of))}</span>
      <Progress value={share} label={strings.moving} />
    </div>
  );
}

function FolderRow() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const queries = useQueryClient();
  const toasts = useToast();
  const queryKey = ['desktop', 'workspace'];
  const { data: workspace } = useQuery({ queryKey, queryFn: async () => (await desktop?.workspace()) ?? null });
  const applyOutcome = (outcome: WorkspaceOutcome | undefined) => {
    switch (outcome?.kind) {
      case undefined:
      case 'cancelled':
        return;
      case 'changed':
        // Reload the page, because its data can belong to the previous workspace.
        void queries.invalidateQueries({ queryKey });
        location.reload();
        return;
      case 'failed':
        toasts.show({
          message: strings.workspaceStays,
          detail: strings.workspaceFailures[outcome.reason],
          tone: 'danger',
        });
        return;
      default:
        outcome satisfies never;
    }
  };
  return (
    <SettingsRow label={strings.folder}>
      <span className={`${styles.path} mono`} title={workspace?.folder}>
        {workspace?.folder}
      </span>
      <Button size="sm" onClick={() => void desktop?.showWorkspace()}>
        {strings.showFolder}
      </Button>
      <Button size="sm" onClick={() => void desktop?.chooseWorkspace().then(applyOutcome)}>
        {strings.change}
      </Button>
      <Button size="sm" onClick={() => void desktop?.moveWorkspace().then(applyOutcome)}>
        {strings.move}
      </Button>
    </SettingsRow>
  );
}
