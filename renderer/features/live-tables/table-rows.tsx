import { clsx } from 'clsx';
import {
  CircleCheck,
  CircleX,
  Clock,
  Copy,
  Download,
  Ellipsis,
  FileSpreadsheet,
  LoaderCircle,
  type LucideIcon,
  Play,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { reasonText } from '#renderer/api/client/problem-words.ts';
import {
  type LiveRow,
  type LiveTable,
  type RowState,
  useLiveRows,
  useRenderShares,
} from '#renderer/api/queries/use-live-tables.ts';
import { saveFilm } from '#renderer/project/save-film.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useDesktop, useRenderSessionStore } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatCount, formatPercent } from '#renderer/ui/format/number.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { cellName } from '#shared/tables/workbook.ts';
import {
  columnsOf,
  countOf,
  filmRender,
  formatOf,
  grantOf,
  offeredFilters,
  type RowFilter,
} from './live-table-view.ts';
import styles from './live-tables.module.css';

interface TableRowsProps {
  readonly table: LiveTable;
  /** The control that switches between the rows and the history. */
  readonly views: ReactNode;
}

/** The rows of a live table with the states of their films. */
export function TableRows({ table, views }: TableRowsProps) {
  const { liveTables: strings } = useStrings();
  const { project, id, counts } = table;
  const [filter, setFilter] = useState<RowFilter>('all');
  const query = useLiveRows(project, id, filter);
  const shares = useRenderShares(project);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  const columns = useMemo(() => columnsOf(rows ?? []), [rows]);
  return (
    <>
      <div className={styles.toolbar}>
        {views}
        <Segmented
          size="sm"
          label={strings.filter}
          className="tabular"
          value={filter}
          onChange={setFilter}
          options={offeredFilters(counts, filter).map((value) => ({
            value,
            label: value === 'all' ? strings.allRows : strings.rowStates[value],
            count: formatCount(countOf(value, counts)),
          }))}
        />
      </div>
      {rows === undefined && (
        <LoadFallback query={query} title={strings.failed}>
          <Skeleton height={160} />
        </LoadFallback>
      )}
      {rows?.length === 0 &&
        (filter === 'all' ? (
          <EmptyState title={strings.noRows} hint={table.lastReading === null ? strings.noRowsHint : undefined} />
        ) : (
          <EmptyState title={strings.noRowsIn} />
        ))}
      {rows !== undefined && rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table must be scrollable by keyboard
        <section className={styles.scroller} aria-label={strings.rows} tabIndex={0}>
          <table className={`${styles.table} tabular`}>
            <caption className="visually-hidden">{strings.rows}</caption>
            <thead>
              <tr>
                <th scope="col">{strings.columns.line}</th>
                <th scope="col">{strings.columns.state}</th>
                {columns.map((column) => (
                  <th key={column} scope="col" title={column}>
                    {column}
                  </th>
                ))}
                <th scope="col">{strings.columns.film}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <RowLine
                  key={row.key}
                  table={table}
                  row={row}
                  columns={columns}
                  share={shares.get(row.render ?? '') ?? null}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {query.hasNextPage && (
        <Button className={styles.more} busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </>
  );
}

interface RowLineProps {
  readonly table: LiveTable;
  readonly row: LiveRow;
  readonly columns: readonly string[];
  /** The progress of the render from 0 to 1; null if unknown. */
  readonly share: number | null;
}

function RowLine({ table, row, columns, share }: RowLineProps) {
  const { liveTables: strings } = useStrings();
  const { line, cells, changedColumns, state } = row;
  const copy = useCopyCell(table, row);
  return (
    <tr data-state={state}>
      <th scope="row">{line ?? '–'}</th>
      <td>
        <RowStateLabel row={row} share={share} />
      </td>
      {columns.map((column) => {
        const isChanged = changedColumns.includes(column);
        return (
          <td
            key={column}
            className={clsx(styles.cell, isChanged && styles.changed)}
            title={isChanged ? `${cells[column]} – ${strings.changed}` : cells[column]}
            onDoubleClick={() => copy(column)}
          >
            {cells[column]}
            {isChanged && <span className="visually-hidden"> ({strings.changed})</span>}
          </td>
        );
      })}
      <td>
        <FilmCell table={table} row={row} columns={columns} copy={copy} />
      </td>
    </tr>
  );
}

/**
 * Returns a function that opens the file of a table in its usual program; null in a browser, and for a table from
 * another source.
 */
export function useOpenTable(table: LiveTable): (() => void) | null {
  const { liveTables: strings } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const grant = grantOf(table);
  if (desktop === null || grant === null) return null;
  const report = () =>
    toasts.show({ id: 'open-table', message: strings.notOpened, detail: strings.notOpenedHint, tone: 'danger' });
  return () =>
    void desktop.openWatchedFile(grant).then((isOpen) => {
      if (!isOpen) report();
    }, report);
}

/**
 * Returns a function that withdraws the permissions for the files that the user chose in the form, except the file of
 * the stored table.
 */
export function useUnusedFiles(table: LiveTable | null, grant: string): (stored: LiveTable | null) => void {
  const desktop = useDesktop();
  const chosen = useRef(new Set<string>());
  if (grant !== '' && grant !== grantOf(table)) chosen.current.add(grant);
  return (stored) => {
    for (const id of chosen.current) if (id !== grantOf(stored)) void desktop?.unwatchFile(id).catch(() => undefined);
  };
}

/** Returns a function that copies the name of a cell, so that the user can find it in the spreadsheet. */
function useCopyCell(table: LiveTable, { line }: LiveRow): (column: string) => void {
  const { liveTables: strings } = useStrings();
  const toasts = useToast();
  const openTable = useOpenTable(table);
  const { places } = table;
  const action =
    openTable === null ? {} : { action: { label: strings.openTable, icon: FileSpreadsheet, run: openTable } };
  return (column) => {
    const number = places?.columns[column];
    const cell = line === null || number === undefined ? null : cellName(places?.sheet ?? null, line, number);
    const name = line === null ? column : (cell ?? strings.cell(column, String(line)));
    navigator.clipboard.writeText(name).then(
      () => toasts.show({ id: 'cell-name', message: strings.cellCopied(name), tone: 'success', ...action }),
      () => toasts.show({ id: 'cell-name', message: strings.notCopied, tone: 'warning' }),
    );
  };
}

const rowIcons: Readonly<Record<RowState, LucideIcon>> = {
  current: CircleCheck,
  waiting: Clock,
  rendering: LoaderCircle,
  failed: CircleX,
  removed: Trash2,
};

function RowStateLabel({ row, share }: Pick<RowLineProps, 'row' | 'share'>) {
  const { liveTables: strings } = useStrings();
  const { state, error, reason, values } = row;
  if (state === 'rendering' && share !== null) {
    return (
      <span className={styles.state}>
        <Progress value={share} label={strings.rowStates.rendering} className={styles.bar} />
        {formatPercent(share)}
      </span>
    );
  }
  const text =
    state === 'failed' && error !== null
      ? strings.failedBecause(reasonText({ detail: error, reason, values }))
      : strings.rowStates[state];
  return (
    <span className={styles.state} data-state={state} title={text}>
      <Icon icon={rowIcons[state]} size={14} />
      <span className={styles.stateText}>{text}</span>
    </span>
  );
}

interface FilmCellProps extends Pick<RowLineProps, 'table' | 'row' | 'columns'> {
  readonly copy: (column: string) => void;
}

/** The film of a row and the row's menu. A press plays the film. */
function FilmCell({ table, row, columns, copy }: FilmCellProps) {
  const { project } = table;
  const openTable = useOpenTable(table);
  const { liveTables: strings, render: words } = useStrings();
  const desktop = useDesktop();
  const session = useRenderSessionStore();
  const toasts = useToast();
  const render = filmRender(row);
  const name = row.filename ?? row.key;
  const format = formatOf(name);
  const play = () => {
    if (render !== null) session.setState({ playing: { project, render, name, format } });
  };
  const save = () => {
    if (render === null) return;
    saveFilm({ id: render, project, name, format }, { desktop, session, toasts, words }).catch(() =>
      toasts.show({ message: words.notSaved(name), tone: 'danger' }),
    );
  };
  const entries: readonly MenuEntry[] = [
    ...(render === null
      ? []
      : ([
          { kind: 'command', id: 'play', icon: Play, label: strings.play, run: play },
          { kind: 'command', id: 'save', icon: Download, label: strings.download, run: save },
        ] as const)),
    ...(openTable === null
      ? []
      : ([{ kind: 'command', id: 'open', icon: FileSpreadsheet, label: strings.openTable, run: openTable }] as const)),
    {
      kind: 'menu',
      id: 'copy',
      icon: Copy,
      label: strings.copyCell,
      entries: columns.map((column) => ({ kind: 'command', id: column, label: column, run: () => copy(column) })),
    },
  ];
  return (
    <span className={styles.film}>
      {render !== null && (
        <button type="button" className={styles.filmName} title={name} onClick={play}>
          <Icon icon={Play} size={12} />
          <span>{name}</span>
        </button>
      )}
      <Menu
        trigger={<IconButton icon={Ellipsis} label={strings.rowMenu(name)} size="sm" iconSize={14} />}
        entries={entries}
        align="end"
      />
    </span>
  );
}
