import { clsx } from 'clsx';
import { RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';
import { useRetryRender } from '#renderer/api/queries/use-renders.ts';
import type { BatchRow, RenderProgress } from '#renderer/common/batches/row-status.ts';
import { useBatchRows } from '#renderer/common/batches/use-batch-rows.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatCount, formatPercent } from '#renderer/ui/format/number.ts';
import styles from './job-row.module.css';

export interface BatchFilmsProps {
  readonly id: string;
  readonly batch: BatchEntry;
  readonly name: string;
}

/** Lists only the films of a batch that need attention; the batch's own screen has all of them. */
const MOST = 20;

/** The films of a batch that are worked on now, and those that failed. */
export function BatchFilms({ id, batch, name }: BatchFilmsProps) {
  const { render: words } = useStrings();
  const ids = useMemo(() => [batch.id], [batch.id]);
  const { batches, progress } = useBatchRows(batch.project, ids);
  const rows = batches.get(batch.id)?.rows;
  if (rows === undefined) return <Skeleton className={styles.films} height={40} />;
  const shown = [...rows.filter(isAtWork), ...rows.filter(({ state }) => state === 'failed')].slice(0, MOST);
  const more = rows.length - shown.length;
  return (
    <div id={id} className={styles.films}>
      <ul aria-label={words.showFilms(name)}>
        {shown.map((row) => (
          <Film key={row.index} project={batch.project} row={row} progress={progress.get(row.render ?? '')} />
        ))}
      </ul>
      <p className={clsx(styles.place, 'tabular')}>
        {shown.length === 0 ? words.noFilmsNow : more > 0 ? words.moreFilms(formatCount(more)) : null}
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
  const { render: words } = useStrings();
  const retry = useRetryRender(project);
  const { filename, state, render, error } = row;
  const share = progress === undefined || progress.total === 0 ? null : progress.done / progress.total;
  return (
    <li className={styles.film}>
      <FileName name={filename} className={styles.cut} />
      <span className={clsx(state === 'failed' ? styles.danger : styles.accent, 'tabular')}>
        {share === null ? words.states[state] : formatPercent(share)}
      </span>
      {state === 'failed' && render !== null && (
        <IconButton
          icon={RotateCw}
          label={words.retryFilm(filename)}
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
