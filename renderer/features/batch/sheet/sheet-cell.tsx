import clsx from 'clsx';
import { EyeOff, ImageOff } from 'lucide-react';
import type { RowStatus } from '#renderer/common/batches/row-status.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { RowStatusLabel } from '../rows/row-status-label.tsx';
import styles from './contact-sheet.module.css';
import type { FrameTurns } from './frame-turns.ts';
import { useSheetPicture } from './use-sheet-picture.ts';

export interface SheetCellProps {
  readonly id: string;
  /** Number in the table, from 0. */
  readonly row: number;
  /** Place among those that are shown, from 0, and how many there are. */
  readonly index: number;
  readonly count: number;
  readonly label: string;
  readonly status: RowStatus;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  readonly pictureHeight: number;
  readonly turns: FrameTurns;
  /** Null of a row that cannot be rendered. */
  readonly question: string | null;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
}

/** A row's film as one small picture. */
export function SheetCell(props: SheetCellProps) {
  const { id, row, index, count, label, status, isChosen, isCurrent, pictureHeight, turns, question } = props;
  const { batch } = useStrings();
  const picture = useSheetPicture(turns, question);
  const url = picture.kind === 'failed' ? null : picture.url;
  const isLeftOut = !isChosen && status.kind !== 'invalid';
  const words = [batch.row(row + 1, label), batch.states[status.kind], ...(isLeftOut ? [batch.sheetLeftOut] : [])];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the sheet takes the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-row={row}
      aria-selected={isCurrent}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-label={words.join(', ')}
      className={clsx(styles.cell, isCurrent && styles.current, isLeftOut && styles.leftOut)}
      onClick={props.onSelect}
      onDoubleClick={props.onOpen}
    >
      <div
        className={styles.picture}
        style={{ height: pictureHeight }}
        data-busy={picture.kind === 'loading' || undefined}
      >
        {url !== null && <img src={url} alt="" draggable={false} />}
        {url === null && (picture.kind === 'failed' || question === null) && (
          <span className={styles.noPicture} title={picture.kind === 'failed' ? picture.reason : undefined}>
            <Icon icon={ImageOff} size={16} />
            {batch.previewFailed}
          </span>
        )}
        {isLeftOut && (
          <span className={styles.mark} title={batch.sheetLeftOut}>
            <Icon icon={EyeOff} size={14} />
          </span>
        )}
      </div>
      <div className={styles.caption}>
        <span className={`${styles.number} tabular`}>{row + 1}</span>
        <span className={styles.label}>{label}</span>
      </div>
      <div className={styles.state}>
        <RowStatusLabel status={status} row={row} />
      </div>
    </div>
  );
}
