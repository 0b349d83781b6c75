import { clsx } from 'clsx';
import { ListVideo, PanelRightClose, RefreshCw } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useIsOpen } from '#renderer/actions/dialogs.ts';
import { ActionButton } from '#renderer/actions/use-actions.tsx';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import type { OutdatedFilm } from '#renderer/api/queries/use-outdated.ts';
import { useRovingFocus } from '#renderer/interaction/focus.ts';
import { nameOf } from '#renderer/project/save-film.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { areaProps } from '#renderer/shell/window/areas.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { PanelBoundary } from '#renderer/ui/layout/panel-boundary.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { distinguishingTexts, queueEntries } from '../jobs/queue-entries.ts';
import { summarise } from '../jobs/queue-summary.ts';
import { useListedRenders, useQueue } from '../jobs/use-queue.ts';
import { useQueueBatches } from '../jobs/use-queue-batches.ts';
import { hasNoNewerRender, useOutdatedJobs, useRenderOutdated } from '../jobs/use-render-outdated.ts';
import { BatchGroup } from './batch-group.tsx';
import { JobRow } from './job-row.tsx';
import styles from './render-queue.module.css';

/**
 * The render queue with running, waiting, and ended renders. It is available on all screens. It is rendered outside the
 * page element, so that it stays interactive beside the Render dialog.
 */
export function RenderQueue({ onClose }: { readonly onClose: () => void }) {
  const { render: strings } = useStrings();
  const listedRenders = useListedRenders();
  const batches = useQueueBatches();
  const dialogOpen = useIsOpen('render');
  const outdated = useOutdatedJobs({ renders: listedRenders, batches });
  const toRender = [...outdated.values()].filter(hasNoNewerRender);
  const { again } = useRenderOutdated();
  return createPortal(
    <aside
      {...areaProps}
      data-beside-dialog=""
      aria-label={strings.queue}
      className={clsx(styles.queue, dialogOpen && styles.overScrim)}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{strings.queue}</h2>
        <span className={`${styles.count} tabular`}>{listedRenders.length + batches.length}</span>
        <span className={styles.space} />
        <ActionButton action="render/clear-finished" variant="quiet" size="sm" withIcon={false}>
          {strings.clearFinished}
        </ActionButton>
        <IconButton icon={PanelRightClose} label={strings.closeQueue} size="sm" onClick={onClose} />
      </header>
      {toRender.length > 0 && (
        <div className={`${styles.outdated} tabular`}>
          <span>{strings.filmsOutdated(toRender.length)}</span>
          <span className={styles.space} />
          <Button size="sm" icon={RefreshCw} onClick={() => void again(toRender)}>
            {strings.renderOutdated(toRender.length)}
          </Button>
        </div>
      )}
      <PanelBoundary name={strings.queue}>
        <Jobs listedRenders={listedRenders} batches={batches} outdated={outdated} />
      </PanelBoundary>
      <Foot listedRenders={listedRenders} />
    </aside>,
    document.body,
  );
}

interface JobsProps {
  /** The outdated films by render id. */
  readonly outdated: ReadonlyMap<string, OutdatedFilm>;
  readonly listedRenders: readonly RenderEntry[];
  readonly batches: readonly BatchEntry[];
}

function Jobs({ listedRenders, batches, outdated }: JobsProps) {
  const { render: strings } = useStrings();
  const query = useQueue();
  const oneStop = useRovingFocus();
  if (query.data === undefined) {
    return (
      <LoadFallback query={query} title={strings.queueFailed}>
        <div className={styles.waiting}>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </div>
      </LoadFallback>
    );
  }
  const labels = distinguishingTexts(listedRenders, (render) => nameOf(render, strings), strings, new Date());
  const entries = queueEntries(listedRenders, batches);
  if (entries.length === 0) return <EmptyState icon={ListVideo} title={strings.emptyTitle} hint={strings.emptyHint} />;
  return (
    <ScrollArea className={styles.list}>
      <ul {...oneStop} aria-label={strings.renders}>
        {entries.map((entry) =>
          entry.kind === 'render' ? (
            <JobRow
              key={entry.id}
              render={entry.render}
              distinction={labels.get(entry.id) ?? null}
              outdated={outdated.get(entry.id) ?? null}
            />
          ) : (
            <BatchGroup
              key={entry.id}
              batch={entry.batch}
              outdated={
                [...outdated.values()].filter((film) => film.batch === entry.id && hasNoNewerRender(film)).length
              }
            />
          ),
        )}
      </ul>
    </ScrollArea>
  );
}

function Foot({ listedRenders }: { readonly listedRenders: readonly RenderEntry[] }) {
  const { render: strings } = useStrings();
  const all = useHealth().data?.queue;
  const { running, queued, secondsLeft } = summarise(listedRenders);
  // The service also counts the films of batches, which are not in the list.
  const others = Math.max(0, (all?.running ?? 0) + (all?.queued ?? 0) - running - queued);
  const parts = [
    ...(running > 0 ? [strings.running(running)] : []),
    ...(queued > 0 ? [strings.waiting(queued)] : []),
    ...(others > 0 && running + queued === 0 ? [strings.atWork(others)] : []),
  ];
  return (
    <footer className={`${styles.foot} tabular`}>
      <span>{parts.length === 0 ? strings.idle : parts.join(' · ')}</span>
      <span className={styles.space} />
      {secondsLeft !== null && <span>{strings.allDone(formatTimeLeft(secondsLeft))}</span>}
    </footer>
  );
}
