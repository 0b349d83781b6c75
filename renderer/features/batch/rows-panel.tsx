import { LayoutGrid, RotateCw, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type RowFilter, rowFilters } from '#renderer/project/batch-rows.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { ContactSheet } from './contact-sheet.tsx';
import type { CellRequest } from './rows/cell-request.ts';
import { visibleRows } from './rows/row-filter.ts';
import styles from './rows/row-table.module.css';
import { RowTable, type RowTableProps } from './rows/row-table.tsx';

interface RowsPanelProps extends Omit<RowTableProps, 'shown'> {
  /** Shows a row of the table. */
  readonly onShow: (row: number) => void;
}

const rowViews = ['table', 'sheet'] as const;
type RowView = (typeof rowViews)[number];
const VIEW_KEY = 'batch-view';
const VIEW_ICONS = { table: Table2, sheet: LayoutGrid } as const;

/** The rows as a table or a contact sheet, with filters. */
export function RowsPanel(props: RowsPanelProps) {
  const { model, prepared, commands, request, onShow } = props;
  const { batch } = useStrings();
  const [filter, setFilter] = useState<RowFilter>('all');
  const [search, setSearch] = useState('');
  const [view, setView] = useState<RowView>(() => (readStored(VIEW_KEY) === 'sheet' ? 'sheet' : 'table'));
  const changeView = (next: RowView) => {
    writeStored(VIEW_KEY, next);
    setView(next);
  };
  const { statuses, counts } = model;
  const shownRows = useMemo(
    () => visibleRows(prepared.table.rows, statuses, { filter, search }),
    [prepared.table.rows, statuses, filter, search],
  );
  const isHidden = request !== null && !shownRows.includes(request.row);
  // Reset the filter if it hides the requested row.
  const [handled, setHandled] = useState<CellRequest | null>(null);
  if (request !== handled) {
    setHandled(request);
    if (isHidden) {
      setFilter('all');
      setSearch('');
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
          value={view}
          onChange={changeView}
          options={rowViews.map((value) => ({
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
            .filter((value) => value !== 'outdated' || counts.outdated > 0 || filter === value)
            .map((value) => ({
              value,
              label: batch.filters[value],
              count: formatCount(counts[value]),
            }))}
        />
        <span className={styles.space} />
        <SearchField size="sm" label={batch.search} value={search} onChange={setSearch} className={styles.search} />
        {counts.failed > 0 && (
          <Button size="sm" icon={RotateCw} onClick={commands.retryFailed}>
            {batch.retryFailed}
          </Button>
        )}
      </header>
      {view === 'table' ? (
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
