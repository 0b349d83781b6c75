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
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import type { WorkspaceMoveProgress, WorkspaceOutcome } from '#shared/contract/desktop/desktop-shapes.ts';
import styles from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

/** The folder of the workspace and its size. */
export function WorkspaceSection() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const { data: projects } = useProjects();
  const disk = useHealth().data?.disk;
  const bytes = projects?.reduce((sum, project) => sum + project.bytes, 0) ?? 0;
  const assets = projects?.reduce((sum, project) => sum + project.counts.assets, 0) ?? 0;
  return (
    <SettingsGroup name="workspace" title={words.workspace}>
      {desktop !== null && <FolderRow />}
      {desktop !== null && <MoveProgress />}
      {desktop === null && <ServiceFolderRow />}
      <SettingsRow label={words.size}>
        <span className={`${styles.text} tabular`}>
          {projects === undefined ? ' ' : words.sizeOf(formatSize(bytes), projects.length, formatCount(assets))}
        </span>
      </SettingsRow>
      <SettingsRow label={words.disk}>
        <span className={`${styles.text} tabular`}>
          {disk === undefined ? ' ' : words.diskFree(formatSize(disk.freeBytes), formatSize(disk.totalBytes))}
        </span>
      </SettingsRow>
    </SettingsGroup>
  );
}

/** The folder of the workspace, which cannot be changed in a browser. */
function ServiceFolderRow() {
  const { settings: words } = useStrings();
  const { data: storage } = useStorage();
  return (
    <>
      <SettingsRow label={words.folder}>
        <span className={`${styles.path} mono`} title={storage?.folder}>
          {storage?.folder}
        </span>
      </SettingsRow>
      <p className={styles.hint}>{words.workspaceInBrowser}</p>
    </>
  );
}

/** The progress of moving the workspace to another disk, during which the service is unavailable. */
function MoveProgress() {
  const { settings: words } = useStrings();
  const [move, setMove] = useState<WorkspaceMoveProgress | null>(null);
  useEffect(() => onDesktopEvent(window, 'workspaceMove', setMove), []);
  if (move === null) return null;
  const share = move.total === 0 ? 0 : move.bytes / move.total;
  return (
    <div role="status" className={styles.moving}>
      <span>{words.moving}</span>
      <span className="tabular">{words.movingAmount(formatSizeOf(move.bytes, move.total, words.of))}</span>
      <Progress value={share} label={words.moving} />
    </div>
  );
}

function FolderRow() {
  const { settings: words } = useStrings();
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
        // Reload: the data on the page can belong to the previous workspace.
        void queries.invalidateQueries({ queryKey });
        location.reload();
        return;
      case 'failed':
        toasts.show({ message: words.workspaceStays, detail: words.workspaceFailures[outcome.reason], tone: 'danger' });
        return;
      default:
        outcome satisfies never;
    }
  };
  return (
    <SettingsRow label={words.folder}>
      <span className={`${styles.path} mono`} title={workspace?.folder}>
        {workspace?.folder}
      </span>
      <Button size="sm" onClick={() => void desktop?.showWorkspace()}>
        {words.showFolder}
      </Button>
      <Button size="sm" onClick={() => void desktop?.chooseWorkspace().then(applyOutcome)}>
        {words.change}
      </Button>
      <Button size="sm" onClick={() => void desktop?.moveWorkspace().then(applyOutcome)}>
        {words.move}
      </Button>
    </SettingsRow>
  );
}
