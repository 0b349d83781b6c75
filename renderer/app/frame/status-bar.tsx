import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clapperboard, Folder, HardDrive, Server, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction } from '#renderer/actions/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import styles from '#renderer/shell/frame/frame.module.css';
import { areaProps } from '#renderer/shell/window/areas.ts';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatPercent } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';

/** The status bar with the state of the machine and of the service. The editor adds its problems. */
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

/** The number of workers in the render farm. A click opens the farm page. */
function FarmStatus() {
  const { farm: strings } = useStrings();
  const { go } = useNavigation();
  const farm = useHealth().data?.farm ?? null;
  if (farm === null) return null;
  const { waitsFor, workers } = farm;
  const isAway = farm.queue === 'away' || farm.store === 'away';
  const text = waitsFor === null ? strings.status(workers.able) : isAway ? strings.statusAway : strings.statusWaits;
  return (
    <Tooltip content={waitsFor === null ? strings.title : say(waitsFor)} side="top">
      <button type="button" className={styles.item} onClick={() => go({ screen: 'farm' })}>
        <Icon
          icon={waitsFor === null ? Server : TriangleAlert}
          size={14}
          className={waitsFor === null ? undefined : styles.warning}
        />
        {text}
      </button>
    </Tooltip>
  );
}

/**
 * The progress of the running render, from any project. If several films are running, shows their number instead. A
 * click opens the queue.
 */
function RenderStatus() {
  const { app } = useStrings();
  const queue = useHealth().data?.queue;
  const running = useRunningRender();
  const open = useAction('render/queue');
  const total = queue === undefined ? 0 : queue.running + queue.queued;
  if (total === 0 && running === null) return null;
  const isWaiting = running === null && total > 0 && queue?.running === 0;
  return (
    <button type="button" className={styles.item} disabled={!open.enabled} onClick={open.run}>
      <Icon icon={Clapperboard} size={14} className={styles.accent} />
      <span>{isWaiting ? app.filmsWait(total) : app.rendering(Math.max(1, total))}</span>
      {running !== null && total <= 1 && (
        <>
          <Progress value={running.share} label={app.queueArea} className={styles.bar} />
          <span className={styles.strong}>{formatPercent(running.share)}</span>
          {running.etaSeconds !== null && <span>{app.timeLeft(formatTimeLeft(running.etaSeconds))}</span>}
        </>
      )}
    </button>
  );
}

/** Returns the render that last reported progress; null if no render is running. */
function useRunningRender(): RunningRender | null {
  const { events, queries } = useApi();
  const [running, setRunning] = useState<RunningRender | null>(null);
  const ended = useRef(new Set<string>());
  useEffect(
    () =>
      events.subscribe((event) => {
        if (event.type === 'render.changed') void queries.invalidateQueries({ queryKey: queryKeys.health });
        setRunning((current) => displayedRender(current, event, ended.current));
      }),
    [events, queries],
  );
  return running;
}

export interface RunningRender {
  readonly id: string;
  /** The fraction done, from 0 to 1. */
  readonly share: number;
  readonly etaSeconds: number | null;
}

/** The number of ended renders to remember. Late progress of an ended render arrives within seconds. */
const MAX_ENDED = 100;

/**
 * Returns the render to display after an event: the render that last reported progress, or null after it has ended.
 * Adds ended renders to `ended`, which has a limited size.
 */
export function displayedRender(
  current: RunningRender | null,
  event: ServiceEvent,
  ended: Set<string> = new Set(),
): RunningRender | null {
  noteEnd(event, ended);
  if (event.type === 'render.progress') {
    const { id, done, total, etaSeconds } = event.data;
    if (ended.has(id)) return current;
    return { id, share: total === 0 ? 0 : done / total, etaSeconds };
  }
  if (event.type !== 'render.changed' || event.data.id !== current?.id) return current;
  return isEnd(event.data.state) ? null : current;
}

function noteEnd(event: ServiceEvent, ended: Set<string>): void {
  if (event.type !== 'render.changed') return;
  const { id, state } = event.data;
  ended.delete(id);
  // Retrying a render makes it report progress again, so remove it from the ended renders.
  if (isEnd(state)) ended.add(id);
  for (const oldest of ended) {
    if (ended.size <= MAX_ENDED) break;
    ended.delete(oldest);
  }
}

function isEnd(state: string): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/** The free space in bytes below which a render can run out of space. */
const LOW_DISK_BYTES = 2_000_000_000;

/** Returns whether free disk space is low enough for a warning. */
export function isLowOnDisk(freeBytes: number): boolean {
  return freeBytes < LOW_DISK_BYTES;
}

/** Shortens a package version: `5.1.9-0+deb12u1` becomes `5.1.9`. Returns a version without a number unchanged. */
export function shortVersion(version: string): string {
  return /^n?\d+(?:\.\d+)*/.exec(version)?.[0] ?? version;
}
