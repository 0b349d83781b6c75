import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Folder, HardDrive, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { areaProps } from '#renderer/shell/window/areas.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { formatSize } from '#renderer/ui/format/size.ts';
import styles from '../../shell/frame/frame.module.css';
import { FarmStatus } from './farm-status.tsx';
import { isLowOnDisk, shortVersion } from './machine-facts.ts';
import { RenderStatus } from './render-status.tsx';

/** What the machine and the service are at; the editor adds its problems. */
export function StatusBar({ children }: { readonly children?: ReactNode }) {
  return (
    <footer {...areaProps} className={`${styles.status} tabular`}>
      <FfmpegStatus />
      <WorkspaceStatus />
      <FarmStatus />
      {children}
      <span className={styles.space} />
      <RenderStatus />
    </footer>
  );
}

function FfmpegStatus() {
  const { app } = useStrings();
  const { data } = useHealth();
  if (data === undefined) return <span className={styles.item}>{'\u2009'}</span>;
  const { ffmpeg } = data;
  if (ffmpeg === null) {
    return (
      <span className={styles.item}>
        <Icon icon={CircleX} size={14} className={styles.danger} />
        {app.ffmpegMissing}
      </span>
    );
  }
  return (
    <Tooltip content={ffmpeg.knownBad ? app.ffmpegBad(ffmpeg.version) : app.ffmpeg(ffmpeg.version)} side="top">
      <span className={styles.item}>
        <Icon
          icon={ffmpeg.knownBad ? TriangleAlert : CircleCheck}
          size={14}
          className={ffmpeg.knownBad ? styles.warning : styles.success}
        />
        {app.ffmpeg(shortVersion(ffmpeg.version))}
      </span>
    </Tooltip>
  );
}

function WorkspaceStatus() {
  const { app } = useStrings();
  const desktop = useDesktop();
  const { data: health } = useHealth();
  const { data: place } = useQuery({
    queryKey: ['desktop', 'workspace'],
    queryFn: () => desktop?.workspace() ?? null,
    enabled: desktop !== null,
  });
  const free = health?.disk.freeBytes;
  const low = free !== undefined && isLowOnDisk(free);
  return (
    <>
      {place && (
        <button
          type="button"
          className={styles.item}
          title={app.workspace}
          onClick={() => void desktop?.showWorkspace()}
        >
          <Icon icon={Folder} size={14} />
          {place.folder}
        </button>
      )}
      {free !== undefined && (place === undefined || place === null || low) && (
        <span className={styles.item}>
          <Icon icon={low ? TriangleAlert : HardDrive} size={14} className={low ? styles.warning : undefined} />
          {low ? app.diskLow(formatSize(free)) : app.diskFree(formatSize(free))}
        </span>
      )}
    </>
  );
}
