import { useStore } from 'zustand';
import { bytesPerSecond, secondsLeft } from '#renderer/api/uploads/speed.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FactsLine } from '#renderer/ui/display/facts-line.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatSize, formatSizeOf } from '#renderer/ui/format/size.ts';
import styles from './transfer-progress.module.css';
import { phaseOf, type Transfer, type TransferStore } from './transfers.ts';

/** In the toast of a bundle that is on its way: how far it is. Always of the same size. */
export function TransferProgress({ id, store }: { readonly id: string; readonly store: TransferStore }) {
  const { bundles: words } = useStrings();
  const transfer = useStore(store, (transfers) => transfers[id]);
  if (transfer === undefined) return null;
  const isMoving = phaseOf(transfer) === 'moving';
  return (
    <div className={`${styles.root} tabular`}>
      <Progress
        value={isMoving ? transfer.done : null}
        max={Math.max(1, transfer.total ?? 1)}
        label={transfer.kind === 'import' ? words.import : words.export}
      />
      <FactsLine className={styles.facts} silent>
        <Facts transfer={transfer} />
      </FactsLine>
    </div>
  );
}

function Facts({ transfer }: { readonly transfer: Transfer }) {
  const { bundles: words } = useStrings();
  const { done, speed } = transfer;
  const total = transfer.total ?? 0;
  const phase = phaseOf(transfer);
  if (phase !== 'moving') return <span>{words[phase]}</span>;
  const rate = bytesPerSecond(speed);
  const left = secondsLeft(speed, total - done);
  return (
    <>
      <span>{formatSizeOf(done, total, words.of)}</span>
      {rate !== null && <span>{words.speed(formatSize(rate))}</span>}
      {left !== null && <span>{words.left(formatTimeLeft(left))}</span>}
    </>
  );
}
