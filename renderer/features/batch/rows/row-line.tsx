import clsx from 'clsx';
import { memo } from 'react';
import { isBusy, type RowStatus } from '#renderer/project/batch-rows.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import type { RowCheck } from '#shared/batch/check-row.ts';
import type { TableRow } from '#shared/batch/table.ts';
import { CellEditor } from '../cells/cell-editor.tsx';
import type { CellMove } from '../cells/cell-field.ts';
import { type CellAssets, cellOffers } from '../cells/cell-offers.ts';
import { CellValue, textInCell } from '../cells/cell-value.tsx';
import type { TableColumn } from '../cells/table-column.ts';
import type { RowVerdict } from '../model/use-row-checks.ts';
import { RowStatusLabel, VerdictLabel } from './row-status-label.tsx';
import styles from './row-table.module.css';
import { OWN_COLUMNS } from './table-layout.ts';

export interface RowLineProps {
  readonly project: string;
  /** The index of the row in the table, from 0. */
  readonly row: number;
  /** The index among the visible rows, from 0. */
  readonly index: number;
  readonly top: number;
  readonly template: string;
  readonly columns: readonly TableColumn[];
  readonly cells: TableRow;
  readonly status: RowStatus;
  readonly check: RowCheck | null;
  /** The result of the film check; null while it is unknown. */
  readonly verdict: RowVerdict | null;
  readonly assets: CellAssets;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  /** The column with the tab stop; null if the tab stop is in another row. */
  readonly focusColumn: number | null;
  readonly editing: { readonly column: number; readonly text: string; readonly isTyped: boolean } | null;
  readonly onToggle: () => void;
  readonly onCell: (column: number) => void;
  readonly onEditEnd: (text: string | null, move: CellMove) => void;
  /**
   * Sets the text of a cell. `column` counts only the columns of the table, without the checkbox, number, status, and film check.
   */
  readonly onSet: (column: number, text: string) => void;
}

/** A row of the table. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { row, columns, cells, status, check, isChosen, isCurrent, focusColumn, editing } = props;
  const { batch } = useStrings();
  const cellProps = (column: number) => ({
    role: 'gridcell',
    'aria-colindex': column + 1,
    'data-cell': `${row} ${column}`,
    tabIndex: focusColumn === column ? 0 : -1,
    onClick: () => props.onCell(column),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
    <div
      role="row"
      aria-rowindex={props.index + 2}
      aria-selected={isCurrent}
      className={clsx(styles.row, isCurrent && styles.current)}
      style={{ transform: `translateY(${props.top}px)`, gridTemplateColumns: props.template }}
    >
      <div {...cellProps(0)} className={styles.cell}>
        <Checkbox
          label={batch.choose(row + 1)}
          labelHidden
          tabIndex={-1}
          checked={isChosen && status.kind !== 'invalid'}
          disabled={status.kind === 'invalid'}
          onChange={props.onToggle}
        />
      </div>
      <div {...cellProps(1)} className={clsx(styles.cell, styles.number)}>
        {row + 1}
      </div>
      <div {...cellProps(2)} className={styles.cell}>
        <RowStatusLabel status={status} row={row} />
      </div>
      <div {...cellProps(3)} className={styles.cell}>
        {props.verdict !== null && <VerdictLabel verdict={props.verdict} />}
      </div>
      {columns.map((column, at) => {
        const text = cells[at] ?? '';
        const place = OWN_COLUMNS + at;
        const problem = check?.problems.find(({ variable }) => variable !== null && variable === column.variable?.name);
        if (editing?.column === place) {
          return (
            <div key={column.name} {...cellProps(place)} className={clsx(styles.cell, styles.editing)}>
              <CellEditor
                text={editing.text}
                isTyped={editing.isTyped}
                label={batch.editCell(column.name, row + 1)}
                entry={column.entry}
                offers={cellOffers(column.entry, props.project, props.assets)}
                onEnd={props.onEditEnd}
              />
            </div>
          );
        }
        return (
          <div
            key={column.name}
            {...cellProps(place)}
            className={clsx(
              styles.cell,
              problem?.severity === 'error' && styles.bad,
              problem?.severity === 'warning' && styles.doubtful,
            )}
            data-right={column.type === 'number' || column.type === 'time' || undefined}
            aria-invalid={problem?.severity === 'error' || undefined}
            title={
              problem === null || problem === undefined ? tipOf(column, text) : say(problem.says, { atField: true })
            }
          >
            <CellValue
              project={props.project}
              text={text}
              label={batch.editCell(column.name, row + 1)}
              column={column}
              problem={problem ?? null}
              assets={props.assets}
              isFixed={isBusy(status)}
              onSet={(next) => props.onSet(at, next)}
            />
          </div>
        );
      })}
    </div>
  );
}, isSameLine);

/** Returns the tooltip of a cell without problems: its whole text. The text of a list is unreadable JSON. */
function tipOf({ entry }: TableColumn, text: string): string | undefined {
  return entry.kind === 'list' ? undefined : textInCell(text);
}

/**
 * Compares all props except the project and the handlers. The handlers are new functions in each render, but they
 * behave the same if all compared props are equal.
 */
function isSameLine(before: RowLineProps, now: RowLineProps): boolean {
  return (
    before.row === now.row &&
    before.index === now.index &&
    before.top === now.top &&
    before.template === now.template &&
    before.columns === now.columns &&
    before.cells === now.cells &&
    sameStatus(before.status, now.status) &&
    before.check === now.check &&
    before.verdict === now.verdict &&
    before.assets === now.assets &&
    before.isChosen === now.isChosen &&
    before.isCurrent === now.isCurrent &&
    before.focusColumn === now.focusColumn &&
    before.editing === now.editing
  );
}

function sameStatus(before: RowStatus, now: RowStatus): boolean {
  return (
    before.kind === now.kind &&
    (before.kind !== 'running' || (now.kind === 'running' && before.share === now.share)) &&
    (before.kind !== 'outdated' || (now.kind === 'outdated' && before.by.join() === now.by.join())) &&
    ('row' in before ? before.row : null) === ('row' in now ? now.row : null)
  );
}
