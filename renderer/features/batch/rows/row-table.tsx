import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { equalRows, nextInGrid } from '#renderer/interaction/focus.ts';
import { isBusy } from '#renderer/project/batch-rows.ts';
import { helpOf, labelOf } from '#renderer/project/variable-labels.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import type { Variable } from '#shared/resolve/variables.ts';
import { itemTexts } from '#shared/template/variables/item-texts.ts';
import { ListCell } from '../cells/cell-editor.tsx';
import { toggledByKey } from '../cells/cell-entry.ts';
import type { CellMove } from '../cells/cell-field.ts';
import { columnLabels, type TableColumn } from '../cells/table-column.ts';
import { chooseRows, editCell, type PreparedBatch } from '../model/prepared-batch.ts';
import type { BatchCommands } from '../model/use-batch-commands.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import type { CellRequest } from './cell-request.ts';
import { chosenState } from './row-filter.ts';
import { RowLine } from './row-line.tsx';
import styles from './row-table.module.css';
import { gridTemplate, OWN_COLUMNS, ROW_HEIGHT, tableColumns } from './table-layout.ts';
import { useRowMenu } from './use-row-menu.ts';

export interface RowTableProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  readonly commands: BatchCommands;
  readonly current: number;
  readonly onCurrent: (row: number) => void;
  readonly request: CellRequest | null;
  /** The indexes (from 0) of the visible rows. */
  readonly shown: readonly number[];
}

interface OpenCell extends Pick<PreparedBatch, 'content'> {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly isTyped: boolean;
}

/** A virtualized grid of cells. It is one tab stop, and arrow keys move inside it. */
export function RowTable(props: RowTableProps) {
  const { model, prepared, commands, onCurrent, request } = props;
  const { batch, variables: strings } = useStrings();
  const { statuses, checks, uses, template, project } = model;
  const { table } = prepared;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => tableColumns(columnLabels(table.columns, batch.column), uses, template?.variables ?? []),
    [table.columns, uses, template, batch],
  );
  const layout = useMemo(() => gridTemplate(columns, table.rows.length), [columns, table.rows.length]);
  const [column, setColumn] = useState(OWN_COLUMNS);
  /** The cell that is open for editing, with its initial text. */
  const [open, setOpen] = useState<OpenCell | null>(null);
  const { content } = prepared;
  // If the user has loaded another table in the meantime, the open cell belongs to the previous table.
  const editing = open?.content === content ? open : null;
  const focusNext = useRef(false);
  const shown = useMemo(() => withRow(props.shown, editing?.row ?? null), [props.shown, editing]);
  const at = Math.max(0, shown.indexOf(props.current));
  // Keys apply to the focused row, because a filter can hide the current row.
  const current = shown[at] ?? props.current;
  const leftOut = useMemo(() => new Set(prepared.left), [prepared.left]);
  const { data: assets } = useAssets(project, assetsByName);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    paddingStart: 28,
    rangeExtractor: (range) => withOpenRow(range, editing === null ? -1 : shown.indexOf(editing.row)),
  });
  useEffect(() => {
    // Take the focus, because the button that opened the table has disappeared.
    if (document.activeElement === document.body) focusNext.current = true;
  }, []);
  useEffect(() => {
    if (!focusNext.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${current} ${column}"]`);
    if (cell === null || cell === undefined) return;
    focusNext.current = false;
    cell.focus({ preventScroll: true });
    // The cell can be outside the visible area.
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const focusCell = (to: { readonly row: number; readonly column: number }) => {
    const row = shown[to.row];
    if (row === undefined) return;
    focusNext.current = true;
    virtualizer.scrollToIndex(to.row);
    setColumn(to.column);
    onCurrent(row);
  };
  const textAt = (row: number, cell: number) => table.rows[row]?.[cell - OWN_COLUMNS] ?? '';
  const editedColumn = editing === null ? undefined : columns[editing.column - OWN_COLUMNS];
  const editedEntry = editedColumn?.entry;
  /** The items of the open list; null if no list is open or its text is unreadable. */
  const editedItems =
    editing === null || editedEntry?.kind !== 'list'
      ? null
      : itemTexts(
          editedEntry.declaration.list,
          textAt(editing.row, editing.column).trim() || editedColumn?.variable?.default || '',
        );
  const isBusyRow = (row: number) => {
    const status = statuses[row];
    return status !== undefined && isBusy(status);
  };
  const setCell = (row: number, cell: number, text: string) => {
    if (!isBusyRow(row)) model.change((before) => editCell(before, row, cell, text));
  };
  const beginEdit = (row: number, cell: number, text?: string) => {
    if (cell < OWN_COLUMNS || isBusyRow(row)) return;
    // A switch has no text to edit.
    if (columns[cell - OWN_COLUMNS]?.entry.kind === 'switch') return;
    setOpen({ content, row, column: cell, text: text ?? textAt(row, cell), isTyped: text !== undefined });
  };
  const endEdit = (text: string | null, move: CellMove) => {
    if (editing === null) return;
    setOpen(null);
    const { row: edited, column: place } = editing;
    if (text !== null && text !== textAt(edited, place)) setCell(edited, place - OWN_COLUMNS, text);
    if (move === null) return;
    const row = shown.indexOf(editing.row);
    if (move === 'down') focusCell({ row: Math.min(shown.length - 1, row + 1), column: editing.column });
    else
      focusCell({
        row,
        column: Math.max(OWN_COLUMNS, Math.min(OWN_COLUMNS + columns.length - 1, editing.column + move)),
      });
  };
  const toggle = (row: number) => model.change((before) => chooseRows(before, [row], leftOut.has(row)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null || shown.length === 0) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const isFar = event.ctrlKey || event.metaKey;
    const width = OWN_COLUMNS + columns.length;
    const size = { rows: equalRows(shown.length * width, width), page };
    const to = event.altKey ? null : nextInGrid(event.key, { row: at, column }, size, { isFar });
    const command = to === null ? commandOf(event) : () => focusCell(to);
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  /** Returns the displayed text of a cell in the current column, which can be the default. */
  const displayedText = (row: number) =>
    textAt(row, column).trim() || columns[column - OWN_COLUMNS]?.variable?.default || '';
  const commandOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.target instanceof HTMLElement && event.target.dataset['cell'] === undefined) return undefined;
    const { key } = event;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (key === ' ' && (column < OWN_COLUMNS || event.shiftKey)) return () => toggle(current);
    if (column >= OWN_COLUMNS) return hasModifier && key.length === 1 ? undefined : cellCommand(key, hasModifier);
    return key === 'Enter' || key === 'F2' ? () => toggle(current) : undefined;
  };
  /** Returns the effect of a key in a cell; undefined if it has none. */
  const cellCommand = (key: string, hasModifier: boolean): (() => void) | undefined => {
    const isSwitch = columns[column - OWN_COLUMNS]?.entry.kind === 'switch';
    const toggled = isSwitch ? toggledByKey(key, displayedText(current)) : null;
    if (toggled !== null) return () => setCell(current, column - OWN_COLUMNS, toggled);
    if (key === 'Enter' || key === 'F2') return () => beginEdit(current, column);
    if (key.length === 1) return () => beginEdit(current, column, key);
    if ((key === 'Delete' || key === 'Backspace') && !hasModifier)
      return () => setCell(current, column - OWN_COLUMNS, '');
    return undefined;
  };

  const followRequest = useCallback(() => {
    if (request === null) return;
    const cell = request.column === null ? null : OWN_COLUMNS + request.column;
    const row = shown.indexOf(request.row);
    if (row < 0) return;
    virtualizer.scrollToIndex(row);
    if (cell === null) return;
    setColumn(cell);
    focusNext.current = true;
    if (request.isEdited)
      setOpen({
        content,
        row: request.row,
        column: cell,
        text: table.rows[request.row]?.[cell - OWN_COLUMNS] ?? '',
        isTyped: false,
      });
  }, [request, shown, virtualizer, table.rows, content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request scrolls, not a changed table.
  useEffect(followRequest, [request]);

  const menuOf = useRowMenu(model, commands);
  /** The row under the pointer when the menu was opened. */
  const menuRow = useRef(0);
  const hasUnticked = shown.some((row) => leftOut.has(row) && statuses[row]?.kind !== 'invalid');
  return (
    <div ref={scroller} className={styles.scroller}>
      <ContextMenu entries={() => (editing === null ? menuOf(menuRow.current) : [])}>
        {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid has only the rows in view. */}
        <div
          role="grid"
          aria-label={batch.table}
          aria-rowcount={shown.length + 1}
          aria-colcount={OWN_COLUMNS + columns.length}
          className={`${styles.grid} tabular`}
          style={{ height: virtualizer.getTotalSize(), minWidth: layout.least }}
          onKeyDown={onKeyDown}
          onContextMenuCapture={({ target }) => {
            const cell = cellAt(target);
            menuRow.current = cell?.row ?? current;
            if (cell !== null) onCurrent(cell.row);
          }}
          onDoubleClick={({ target }) => {
            const cell = cellAt(target);
            if (cell !== null) beginEdit(cell.row, cell.column);
          }}
        >
          <TableHead
            columns={columns}
            template={layout.template}
            chosen={chosenState(shown, statuses, leftOut)}
            onChoose={() => model.change((before) => chooseRows(before, shown, hasUnticked))}
          />
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = shown[index];
            const cells = row === undefined ? undefined : table.rows[row];
            const status = row === undefined ? undefined : statuses[row];
            if (row === undefined || cells === undefined || status === undefined) return null;
            return (
              <RowLine
                key={key}
                project={project}
                row={row}
                index={index}
                top={start}
                template={layout.template}
                columns={columns}
                cells={cells}
                status={status}
                check={checks.ofRows[row] ?? null}
                verdict={checks.verdicts[row] ?? null}
                assets={assets}
                isChosen={!leftOut.has(row)}
                isCurrent={row === current}
                focusColumn={index === at ? column : null}
                editing={editedItems === null && editing?.row === row ? editing : null}
                onToggle={() => toggle(row)}
                onCell={(cell) => {
                  setColumn(cell);
                  onCurrent(row);
                }}
                onEditEnd={endEdit}
                onSet={(cell, text) => setCell(row, cell, text)}
              />
            );
          })}
        </div>
      </ContextMenu>
      {editing !== null && editedEntry?.kind === 'list' && editedItems !== null && (
        <ListCell
          title={strings.listTitle(batch.editCell(editedColumn?.name ?? '', editing.row + 1))}
          declaration={editedEntry.declaration}
          items={editedItems}
          text={textAt(editing.row, editing.column)}
          onEnd={endEdit}
        />
      )}
      {shown.length === 0 && <p className={styles.none}>{batch.noRowsShown}</p>}
    </div>
  );
}

/** Adds the open row to the visible rows, so that editing does not end when the row stops matching the filter. */
function withRow(shown: readonly number[], open: number | null): readonly number[] {
  return open === null || shown.includes(open) ? shown : [...shown, open].toSorted((one, other) => one - other);
}

/** Adds the open row to the rendered rows, regardless of the scroll position. */
function withOpenRow(range: Range, open: number): number[] {
  const rendered = defaultRangeExtractor(range);
  return open < 0 || rendered.includes(open) ? rendered : [...rendered, open].toSorted((one, other) => one - other);
}

function assetsByName(assets: readonly AssetEntry[]): ReadonlyMap<string, AssetEntry> {
  return new Map(assets.map((asset) => [asset.name, asset]));
}

/** Returns the row and the column of an event's target; null outside the cells. */
function cellAt(target: EventTarget): { readonly row: number; readonly column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
  const [row, column] = (cell ?? '').split(' ').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

export interface TableHeadProps {
  readonly columns: readonly TableColumn[];
  readonly template: string;
  readonly chosen: 'all' | 'some' | 'none';
  readonly onChoose: () => void;
}

/** The head of the table, with the column names and a checkbox for all rows. */
function TableHead({ columns, template, chosen, onChoose }: TableHeadProps) {
  const { batch, check } = useStrings();
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
    <div role="row" aria-rowindex={1} className={styles.headRow} style={{ gridTemplateColumns: template }}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: part of a virtual grid. */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: column headers have no commands. */}
      <div role="columnheader" aria-colindex={1} className={styles.headCell}>
        <Checkbox
          label={batch.chooseAll}
          labelHidden
          checked={chosen === 'all'}
          indeterminate={chosen === 'some'}
          onChange={onChoose}
        />
      </div>
      <div role="columnheader" aria-colindex={2} className={styles.headCell} data-right={true}>
        {batch.number}
      </div>
      <div role="columnheader" aria-colindex={3} className={styles.headCell}>
        {batch.state}
      </div>
      <div role="columnheader" aria-colindex={4} className={styles.headCell}>
        {check.tab}
      </div>
      {columns.map(({ name, variable, type }, at) => (
        <div
          key={name}
          role="columnheader"
          aria-colindex={OWN_COLUMNS + at + 1}
          className={styles.headCell}
          data-right={type === 'number' || type === 'time' || undefined}
          title={titleOf(name, variable)}
        >
          <span>
            {name}
            {variable?.declaration?.required === true && '*'}
          </span>
        </div>
      ))}
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: column headers end here. */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: column headers end here. */}
    </div>
  );
}

/** Returns the tooltip of a column: its name, its variable, and the help text. */
function titleOf(name: string, variable: Variable | null): string {
  if (variable === null) return name;
  const label = labelOf(variable);
  const filled = variable.name === name ? name : `${name} → ${variable.name}`;
  return [label === variable.name ? filled : `${filled}: ${label}`, helpOf(variable) ?? '']
    .filter((line) => line !== '')
    .join('\n');
}
