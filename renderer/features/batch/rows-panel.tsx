import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { Grid3x3, LayoutGrid, ListChecks, Play, RotateCw, Table2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { reasonText } from '#renderer/api/client/problem-words.ts';
import { type BatchRow, type RowFilter, rowFilters, statusOf } from '#renderer/project/batch-rows.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { ContactSheet } from './contact-sheet.tsx';
import { rowLabel } from './model/row-label.ts';
import type { CellRequest } from './rows/cell-request.ts';
import { visibleRows } from './rows/row-filter.ts';
import { RowStatusLabel } from './rows/row-status-label.tsx';
import styles from './rows/row-table.module.css';
import { RowTable, type RowTableProps } from './rows/row-table.tsx';

interface RowsPanelProps extends Omit<RowTableProps, 'shown'> {
  readonly onShow: (row: number) => void;
}

const rowViews = ['table', 'sheet', 'films'] as const;
/** The filters that are hidden if no row matches them, so that all filters fit into one line. */
const hiddenWithoutRows: ReadonlySet<RowFilter> = new Set(['outdated', 'invalid', 'failed']);
type RowView = (typeof rowViews)[number];
const VIEW_KEY = 'batch-view';
const VIEW_ICONS = { table: Table2, sheet: LayoutGrid, films: Grid3x3 } as const;

/** The rows as a table or a contact sheet, with filters. */
export function RowsPanel(props: RowsPanelProps) {
  const { model, prepared, commands, request, onShow } = props;
  const { batch, check } = useStrings();
  const [filter, setFilter] = useState<RowFilter>('all');
  const [search, setSearch] = useState('');
  const [view, setView] = useState<RowView>(() => rowViews.find((each) => each === readStored(VIEW_KEY)) ?? 'table');
  const changeView = (next: RowView) => {
    writeStored(VIEW_KEY, next);
    setView(next);
  };
  const { statuses, counts, films } = model;
  const hasRun = films.some((ofRow) => ofRow.some(({ row }) => row !== undefined));
  const shownView = view === 'films' && !hasRun ? 'table' : view;
  const { verdicts } = model.checks;
  const [onlyFindings, setOnlyFindings] = useState(false);
  const withFindings = verdicts.filter((each) => (each?.findings.length ?? 0) > 0).length;
  const shownRows = useMemo(() => {
    const findings = verdicts.map((verdict) => verdict?.findings.length ?? 0);
    return visibleRows(prepared.table.rows, statuses, { filter, search, ...(onlyFindings && { findings }) });
  }, [prepared.table.rows, statuses, verdicts, filter, search, onlyFindings]);
  const isHidden = request !== null && !shownRows.includes(request.row);
  // Reset the filter if it hides the requested row.
  const [handled, setHandled] = useState<CellRequest | null>(null);
  if (request !== handled) {
    setHandled(request);
    if (isHidden) {
      setFilter('all');
      setSearch('');
      setOnlyFindings(false);
    }
    // The contact sheet has no cells, so switch to the table.
    if (request !== null && request.column !== null) setView('table');
  }
  return (
    <section aria-label={batch.table} className={styles.panel}>
      <header className={styles.head}>
        <Segmented
          size="sm"
          label={batch.view}
          value={shownView}
          onChange={changeView}
          options={rowViews
            .filter((value) => value !== 'films' || hasRun)
            .map((value) => ({
              value,
              label: batch.views[value],
              icon: VIEW_ICONS[value],
              iconOnly: true,
            }))}
        />
        <Segmented
          size="sm"
          label={batch.filter}
          value={filter}
          onChange={setFilter}
          className="tabular"
          options={rowFilters
            .filter((value) => !hiddenWithoutRows.has(value) || counts[value] > 0 || filter === value)
            .map((value) => ({
              value,
              label: batch.filters[value],
              count: formatCount(counts[value]),
            }))}
        />
        {(withFindings > 0 || onlyFindings) && (
          <Button
            size="sm"
            icon={ListChecks}
            className={styles.compact}
            pressed={onlyFindings}
            tooltip={check.onlyFindings}
            onClick={() => setOnlyFindings(!onlyFindings)}
          >
            {check.onlyFindings}
          </Button>
        )}
        <span className={styles.space} />
        <SearchField size="sm" label={batch.search} value={search} onChange={setSearch} className={styles.search} />
        {counts.failed > 0 && (
          <Button
            size="sm"
            icon={RotateCw}
            className={styles.compact}
            tooltip={batch.retryFailed}
            onClick={commands.retryFailed}
          >
            {batch.retryFailed}
          </Button>
        )}
      </header>
      {shownView === 'films' ? (
        <RunGrid {...props} shown={shownRows} />
      ) : shownView === 'table' ? (
        <RowTable {...props} shown={shownRows} />
      ) : (
        <ContactSheet
          {...props}
          shown={shownRows}
          onOpen={(row) => {
            changeView('table');
            onShow(row);
          }}
        />
      )}
    </section>
  );
}

const FILM_ROW_HEIGHT = 32;

/** The films of a run: a line for each row, and a cell for each template and language. A click shows a film. */
function RunGrid({ model, prepared, commands, shown, current, onCurrent }: RowTableProps) {
  const { batch } = useStrings();
  const scroller = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const { films, uses, template, live } = model;
  const columns = useMemo(() => {
    const names = films.flatMap((ofRow) => ofRow.map(columnOf));
    return [...new Set(names)];
  }, [films]);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => FILM_ROW_HEIGHT,
    overscan: 8,
  });
  const width = { gridTemplateColumns: `180px repeat(${columns.length}, minmax(120px, 1fr))` };
  const pickedRow = picked === null ? -1 : films.findIndex((ofRow) => ofRow.some(({ render }) => render === picked));
  const film = films[pickedRow]?.find(({ render }) => render === picked) ?? null;
  return (
    <>
      <div ref={scroller} className={styles.scroller}>
        <table
          aria-label={batch.run.grid}
          aria-rowcount={shown.length + 1}
          className={styles.films}
          style={{ height: virtualizer.getTotalSize() + FILM_ROW_HEIGHT }}
        >
          <thead>
            <tr className={styles.filmRow} style={width}>
              <th scope="col">{batch.table}</th>
              {columns.map((column) => (
                <th key={column} scope="col" title={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {virtualizer.getVirtualItems().map((item) => {
              const row = shown[item.index] ?? 0;
              const ofRow = new Map((films[row] ?? []).map((each) => [columnOf(each), each]));
              const label = rowLabel(prepared.table, uses, template?.variables ?? [], row);
              return (
                <tr
                  key={row}
                  aria-rowindex={item.index + 2}
                  className={clsx(styles.filmRow, row === current && styles.currentFilms)}
                  style={{ ...width, transform: `translateY(${item.start}px)` }}
                >
                  <th scope="row" title={label}>
                    {batch.row(row + 1, label)}
                  </th>
                  {columns.map((column) => {
                    const each = ofRow.get(column);
                    if (each === undefined) return <td key={column} />;
                    const progress = live.progress.get(each.render ?? '');
                    return (
                      <td key={column}>
                        <button
                          type="button"
                          className={styles.film}
                          aria-label={`${batch.run.film(row + 1, each.movie ?? '', each.language ?? '')}: ${batch.states[statusOf(null, each, progress).kind]}`}
                          aria-pressed={each.render === picked}
                          onClick={() => {
                            onCurrent(row);
                            setPicked(each.render);
                            if (each.state === 'succeeded') commands.playFilm(each);
                          }}
                        >
                          <RowStatusLabel status={statusOf(null, each, progress)} row={row} />
                        </button>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <PickedFilm film={film} row={pickedRow} commands={commands} />
    </>
  );
}

function columnOf({ movie = '', language = '' }: BatchRow): string {
  return `${movie} · ${language}`;
}

/** The chosen film with its problem, and the commands for it. */
function PickedFilm({
  film,
  row,
  commands,
}: {
  readonly film: BatchRow | null;
  readonly row: number;
  readonly commands: RowTableProps['commands'];
}) {
  const { batch } = useStrings();
  if (film === null) return <p className={styles.picked}>{batch.run.pickFilm}</p>;
  const { movie = '', language = '', state, error, filename } = film;
  const problem = error === null ? batch.unknownReason : reasonText({ ...film, detail: error });
  return (
    <div role="status" className={styles.picked}>
      <strong>{batch.run.film(row + 1, movie, language)}</strong>
      <span className={styles.pickedText}>{state === 'failed' ? problem : filename}</span>
      {state === 'succeeded' && (
        <Button size="sm" icon={Play} onClick={() => commands.playFilm(film)}>
          {batch.playFilm}
        </Button>
      )}
      {state === 'failed' && (
        <Button size="sm" icon={RotateCw} onClick={() => commands.retryRow(film)}>
          {batch.retry}
        </Button>
      )}
    </div>
  );
}
