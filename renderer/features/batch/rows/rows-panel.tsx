import { RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type RowFilter, rowFilters } from '../../../common/batches/row-status.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import type { CellWish } from './cell-wish.ts';
import styles from './row-table.module.css';
import { RowTable, type RowTableProps } from './row-table.tsx';
import { shownRows } from './shown-rows.ts';

type RowsPanelProps = Omit<RowTableProps, 'shown'>;

/** The rows, and which of them are shown. */
export function RowsPanel(props: RowsPanelProps) {
  const { model, prepared, commands, wish } = props;
  const { batch } = useStrings();
  const [filter, setFilter] = useState<RowFilter>('all');
  const [search, setSearch] = useState('');
  const { statuses, counts } = model;
  const shown = useMemo(
    () => shownRows(prepared.table.rows, statuses, { filter, search }),
    [prepared.table.rows, statuses, filter, search],
  );
  const isHidden = wish !== null && !shown.includes(wish.row);
  // A row that is asked for has to be there to be shown.
  const [met, setMet] = useState<CellWish | null>(null);
  if (wish !== met) {
    setMet(wish);
    if (isHidden) {
      setFilter('all');
      setSearch('');
    }
  }
  return (
    <section aria-label={batch.table} className={styles.panel}>
      <header className={styles.head}>
        <Segmented
          size="sm"
          label={batch.filter}
          value={filter}
          onChange={setFilter}
          className="tabular"
          options={rowFilters.map((value) => ({
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
      <RowTable {...props} shown={shown} />
    </section>
  );
}
