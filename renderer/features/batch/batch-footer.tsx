import { rowsWithFilm } from '#renderer/common/batches/row-status.ts';
import { labelWithName } from '#renderer/common/values/asked.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import type { BatchButtonsProps } from './batch-buttons.tsx';
import styles from './batch-screen.module.css';
import { ExportButton } from './export-button.tsx';

/** How far the whole batch is; before it begins, how many rows are meant. */
export function BatchFooter({ model, commands }: BatchButtonsProps) {
  const { batch } = useStrings();
  const { progress, next, open, statuses } = model;
  const labels = new Map((model.template?.variables ?? []).map((each) => [each.name, labelWithName(each)]));
  const unmatched = model.unused.variables;
  const warning =
    unmatched.length > 0 && next.length > 0 ? (
      <span className={styles.warning}>
        {batch.usesDefaults(unmatched.map(({ variable }) => labels.get(variable) ?? variable))}
      </span>
    ) : null;
  const films = rowsWithFilm(statuses);
  const isOutdated = films.some((row) => statuses[row]?.kind === 'outdated');
  const warned = next.filter((row) => statuses[row]?.kind === 'warning').length;
  const exporting = films.length > 0 && <ExportButton rows={films} isOutdated={isOutdated} commands={commands} />;
  if (progress === null) {
    const left = statuses.length - next.length;
    return (
      <footer className={`${styles.footer} tabular`}>
        <strong>{batch.chosen(formatCount(next.length), next.length === 1)}</strong>
        {left > 0 && <span>{batch.leftOut(formatCount(left), left === 1)}</span>}
        {warned > 0 && <span className={styles.warning}>{batch.warned(formatCount(warned), warned === 1)}</span>}
        {warning}
        {exporting}
      </footer>
    );
  }
  const { ended, total, stopped, doneFrames, totalFrames, fps, secondsLeft } = progress;
  const share = totalFrames > 0 ? doneFrames / totalFrames : ended / total;
  const isHeld = open.length > 0 && open.every(({ state }) => state === 'paused');
  return (
    <footer className={`${styles.footer} tabular`}>
      <strong>{(stopped > 0 ? batch.stoppedAt : batch.done)(formatCount(ended), formatCount(total))}</strong>
      <Progress
        value={share}
        label={batch.progress}
        tone={open.length === 0 && stopped === 0 ? 'success' : isHeld || stopped > 0 ? 'muted' : 'accent'}
        className={styles.bar}
      />
      <span>{batch.frames(formatCount(doneFrames), formatCount(totalFrames))}</span>
      {fps !== null && <span>{batch.fps(formatCount(fps))}</span>}
      {isHeld && <strong>{batch.paused}</strong>}
      {secondsLeft !== null && !isHeld && <strong>{batch.left(formatTimeLeft(secondsLeft))}</strong>}
      {open.length === 0 && warning}
      {exporting}
    </footer>
  );
}
