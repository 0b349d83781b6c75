import { Clapperboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatPercent } from '#renderer/ui/format/number.ts';
import styles from '../../shell/frame/frame.module.css';
import { type RunningRender, runningAfter } from './running-render.ts';

/** How far the render is that runs, of whatever project; a click opens the queue. */
export function RenderStatus() {
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
      <span>
        {isWaiting ? app.filmsWait(total) : app.rendering(Math.max(1, queue?.running ?? 1), Math.max(1, total))}
      </span>
      {running !== null && (
        <>
          <Progress value={running.share} label={app.queueArea} className={styles.bar} />
          <span className={styles.strong}>{formatPercent(running.share)}</span>
          {running.etaSeconds !== null && <span>{app.timeLeft(formatTimeLeft(running.etaSeconds))}</span>}
        </>
      )}
    </button>
  );
}

/** The render that last told how far it is, until it ends. */
function useRunningRender(): RunningRender | null {
  const { events, queries } = useApi();
  const [running, setRunning] = useState<RunningRender | null>(null);
  const ended = useRef(new Set<string>());
  useEffect(
    () =>
      events.subscribe((event) => {
        if (event.type === 'render.changed') void queries.invalidateQueries({ queryKey: queryKeys.health });
        setRunning((current) => runningAfter(current, event, ended.current));
      }),
    [events, queries],
  );
  return running;
}
