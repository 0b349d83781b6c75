import { clsx } from 'clsx';
import { ChevronRight, Ellipsis, Layers, Pause, Play, RefreshCw, RotateCw, Table2, X } from 'lucide-react';
import { memo, useId, useMemo, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import {
  type BatchEntry,
  useCancelBatch,
  usePauseBatch,
  useRenderBatchAgain,
  useRetryBatch,
} from '#renderer/api/queries/use-batches.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useRetryRender } from '#renderer/api/queries/use-renders.ts';
import { type BatchRow, type RenderProgress, useBatchRows } from '#renderer/project/batch-rows.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatCount, formatPercent } from '#renderer/ui/format/number.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { batchOutcome, batchProgress, filmsDone } from '../jobs/queue-entries.ts';
import { useHideBatches } from '../jobs/use-queue-batches.ts';
import styles from './job-row.module.css';

/** A batch as one entry of the queue. When expanded, it lists its active and failed films. */
export const BatchGroup = memo(function BatchGroup({
  batch,
  outdated,
}: {
  readonly batch: BatchEntry;
  /** The number of outdated films in the batch. */
  readonly outdated: number;
}) {
  const { render: strings } = useStrings();
  const [unfolded, setUnfolded] = useState(false);
  const films = useId();
  const name = strings.batch(batch.movie);
  const { counts, state } = batch;
  const outcome = batchOutcome(batch);
  return (
    <li className={styles.job} aria-label={name} data-state={state}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={unfolded}
        aria-controls={unfolded ? films : undefined}
        aria-label={strings.showFilms(name)}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Icon icon={ChevronRight} size={14} className={clsx(styles.chevron, unfolded && styles.open)} />
        <Icon icon={Layers} size={16} />
      </button>
      <span className={clsx(styles.name, styles.cut)}>{name}</span>
      <div className={styles.buttons}>
        <BatchButtons batch={batch} name={name} outdated={outdated} />
      </div>
      <div className={clsx(styles.facts, 'tabular')}>
        <span className={clsx(styles.state, tones[outcome])}>{strings.batchStates[outcome]}</span>
        <span>{strings.filmsOf(formatCount(filmsDone(batch)), formatCount(counts.total))}</span>
        {counts.failed > 0 && <span className={styles.danger}>{strings.filmsFailed(formatCount(counts.failed))}</span>}
        {outdated > 0 && <span className={styles.warning}>{strings.filmsOutdated(outdated)}</span>}
      </div>
      <BatchOrigin batch={batch} />
      {state !== 'ended' && (
        <Progress
          className={styles.bar}
          tone={state === 'paused' ? 'muted' : 'accent'}
          value={batchProgress(batch)}
          label={strings.progressOf(name)}
        />
      )}
      {unfolded && <BatchFilms id={films} batch={batch} name={name} />}
    </li>
  );
});

const tones: Partial<Readonly<Record<ReturnType<typeof batchOutcome>, string | undefined>>> = {
  running: styles.accent,
  ended: styles.success,
  failed: styles.danger,
};

/** The project of a batch, the time of its request, and the format of its films. */
function BatchOrigin({ batch }: { readonly batch: BatchEntry }) {
  const { data: projects } = useProjects();
  const { project, createdAt, format } = batch;
  const name = projects?.find(({ uid }) => uid === project)?.name ?? null;
  const facts = [formatMoment(new Date(createdAt), new Date()), format.toUpperCase()];
  return (
    <>
      {name !== null && <div className={styles.origin}>{name}</div>}
      <div className={clsx(styles.origin, 'tabular')}>{facts.join(' · ')}</div>
    </>
  );
}

function BatchButtons({
  batch,
  name,
  outdated,
}: {
  readonly batch: BatchEntry;
  readonly name: string;
  readonly outdated: number;
}) {
  const { render: strings } = useStrings();
  const { go } = useNavigation();
  const toasts = useToast();
  const pauseBatch = usePauseBatch(batch.project);
  const cancel = useCancelBatch(batch.project);
  const retry = useRetryBatch(batch.project);
  const renderAgain = useRenderBatchAgain(batch.project);
  const hide = useHideBatches();
  const { id, project, movie, state, counts } = batch;
  const onError = (error: unknown) =>
    void toasts.show({ message: strings.batchRefused, detail: problemText(error), tone: 'danger' });
  const menu: readonly MenuEntry[] = [
    {
      kind: 'command',
      id: 'open',
      icon: Table2,
      label: strings.openBatch,
      run: () => go({ screen: 'batch', project, movie }),
    },
    {
      kind: 'command',
      id: 'retry',
      icon: RotateCw,
      label: strings.retryFailedFilms,
      disabled: counts.failed === 0,
      run: () => retry.mutate(id, { onError }),
    },
    ...(outdated === 0
      ? []
      : [
          {
            kind: 'command',
            id: 'again',
            icon: RefreshCw,
            label: strings.renderOutdated(outdated),
            disabled: renderAgain.isPending,
            run: () => renderAgain.mutate(id, { onError }),
          } as const,
        ]),
    ...(state === 'ended'
      ? [{ kind: 'command', id: 'hide', icon: X, label: strings.remove, run: () => hide([id]) } as const]
      : []),
  ];
  const isPaused = state === 'paused';
  return (
    <>
      {state !== 'ended' && (
        <>
          <IconButton
            icon={isPaused ? Play : Pause}
            label={isPaused ? strings.resumeBatch(name) : strings.pauseBatch(name)}
            size="sm"
            iconSize={14}
            disabled={pauseBatch.isPending}
            onClick={() => pauseBatch.mutate({ batch: id, held: !isPaused }, { onError })}
          />
          <IconButton
            icon={X}
            label={strings.stopBatch(name)}
            size="sm"
            iconSize={14}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(id, { onError })}
          />
        </>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={strings.more(name)} size="sm" iconSize={14} />}
        entries={menu}
      />
    </>
  );
}

export interface BatchFilmsProps {
  readonly id: string;
  readonly batch: BatchEntry;
  readonly name: string;
}

/** The maximum number of listed films. The batch screen lists all. */
const MAX_LISTED = 20;

/** The active and the failed films of a batch. */
function BatchFilms({ id, batch, name }: BatchFilmsProps) {
  const { render: strings } = useStrings();
  const ids = useMemo(() => [batch.id], [batch.id]);
  const { batches, progress } = useBatchRows(batch.project, ids);
  const rows = batches.get(batch.id)?.rows;
  if (rows === undefined) return <Skeleton className={styles.films} height={40} />;
  const shownFilms = [...rows.filter(isAtWork), ...rows.filter(({ state }) => state === 'failed')].slice(0, MAX_LISTED);
  const more = rows.length - shownFilms.length;
  return (
    <div id={id} className={styles.films}>
      <ul aria-label={strings.showFilms(name)}>
        {shownFilms.map((row) => (
          <Film key={row.index} project={batch.project} row={row} progress={progress.get(row.render ?? '')} />
        ))}
      </ul>
      <p className={clsx(styles.place, 'tabular')}>
        {shownFilms.length === 0 ? strings.noFilmsNow : more > 0 ? strings.moreFilms(formatCount(more)) : null}
      </p>
    </div>
  );
}

interface FilmProps {
  readonly project: string;
  readonly row: BatchRow;
  readonly progress: RenderProgress | undefined;
}

function Film({ project, row, progress }: FilmProps) {
  const { render: strings } = useStrings();
  const retry = useRetryRender(project);
  const { filename, state, render, error } = row;
  const share = progress === undefined || progress.total === 0 ? null : progress.done / progress.total;
  return (
    <li className={styles.film}>
      <FileName name={filename} className={styles.cut} />
      <span className={clsx(state === 'failed' ? styles.danger : styles.accent, 'tabular')}>
        {share === null ? strings.states[state] : formatPercent(share)}
      </span>
      {state === 'failed' && render !== null && (
        <IconButton
          icon={RotateCw}
          label={strings.retryFilm(filename)}
          size="sm"
          iconSize={14}
          disabled={retry.isPending}
          onClick={() => retry.mutate(render)}
        />
      )}
      {error !== null && <p className={styles.filmError}>{error}</p>}
    </li>
  );
}

function isAtWork({ state }: BatchRow): boolean {
  return state === 'fetching' || state === 'rendering' || state === 'uploading';
}
