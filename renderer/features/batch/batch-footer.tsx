import { useStrings } from '../../strings/use-strings.tsx';
import { Progress } from '../../ui/display/progress.tsx';
import { formatTimeLeft } from '../../ui/format/duration.ts';
import { formatCount } from '../../ui/format/number.ts';
import type { BatchButtonsProps } from './batch-buttons.tsx';
import styles from './batch-screen.module.css';
import { ExportButton } from './export-button.tsx';

/** How far the whole batch is; before it begins, how many rows are meant. */
export function BatchFooter({ model, commands }: BatchButtonsProps) {
  const { batch } = useStrings();
  const { progress, next, open, statuses } = model;
  const unmatched = model.unused.variables;
  const warning =
    unmatched.length > 0 && next.length > 0 ? (
      <span className={styles.warning}>{batch.usesDefaults(unmatched.map(({ variable }) => variable))}</span>
    ) : null;
  const done = statuses.flatMap(({ kind }, row) => (kind === 'done' ? [row] : []));
  if (progress === null) {
    const left = statuses.length - next.length;
    return (
      <footer className={`${styles.footer} tabular`}>
        <strong>{batch.chosen(formatCount(next.length), next.length === 1)}</strong>
        {left > 0 && <span>{batch.leftOut(formatCount(left), left === 1)}</span>}
        {warning}
      </footer>
    );
  }
  const { ended, total, doneFrames, totalFrames, fps, secondsLeft } = progress;
  const share = totalFrames > 0 ? doneFrames / totalFrames : ended / total;
  const isHeld = open.length > 0 && open.every(({ state }) => state === 'paused');
  return (
    <footer className={`${styles.footer} tabular`}>
      <strong>{batch.done(formatCount(ended), formatCount(total))}</strong>
      <Progress
        value={share}
        label={batch.progress}
        tone={open.length === 0 ? 'success' : isHeld ? 'muted' : 'accent'}
        className={styles.bar}
      />
      <span>{batch.frames(formatCount(doneFrames), formatCount(totalFrames))}</span>
      {fps !== null && <span>{batch.fps(formatCount(fps))}</span>}
      {isHeld && <strong>{batch.paused}</strong>}
      {secondsLeft !== null && !isHeld && <strong>{batch.left(formatTimeLeft(secondsLeft))}</strong>}
      {open.length === 0 && warning}
      {done.length > 0 && <ExportButton rows={done} commands={commands} />}
    </footer>
  );
}
