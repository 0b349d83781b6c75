import { ChevronLeft, Plus, TableProperties } from 'lucide-react';
import { useState } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { type LiveTable, type LiveTableDraft, useLiveTables } from '#renderer/api/queries/use-live-tables.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { pendingCount } from './live-table-view.ts';
import styles from './live-tables.module.css';
import { StateBadge, TableDetail } from './table-detail.tsx';
import { TableDialog } from './table-dialog.tsx';
import { useOpenTable } from './table-rows.tsx';

export interface LiveTablesScreenProps {
  readonly project: string;
  /** The id of the selected table; null selects the first table. */
  readonly table: string | null;
}

interface OpenForm {
  /** The table to change; null for a new table. */
  readonly table: LiveTable | null;
  readonly settings: LiveTableDraft;
}

/** The live tables of a project: a list, and the selected table with its rows and readings. */
export function LiveTablesScreen({ project, table }: LiveTablesScreenProps) {
  const { liveTables: strings } = useStrings();
  const { go, replace } = useNavigation();
  const query = useLiveTables(project);
  const [form, setForm] = useState<OpenForm | null>(null);
  const { data: tables } = query;
  const name = useProjects().data?.find(({ uid }) => uid === project)?.name;
  const selected = table ?? tables?.[0]?.id ?? null;
  useOpened('newLiveTable', ({ settings }) => setForm({ table: null, settings }));
  const add = () => setForm({ table: null, settings: {} });
  return (
    <PageFrame
      title={strings.title}
      start={
        <>
          <IconButton icon={ChevronLeft} label={strings.back} onClick={() => history.back()} />
          <Mark />
          {name !== undefined && <span className={styles.crumb}>{name} /</span>}
          <h1 className={styles.pageTitle}>{strings.title}</h1>
        </>
      }
      end={
        tables !== undefined &&
        tables.length > 0 && (
          <Button icon={Plus} onClick={add}>
            {strings.add}
          </Button>
        )
      }
    >
      {tables === undefined && (
        <div className={styles.page}>
          <LoadFallback query={query} title={strings.failed}>
            <Skeleton height={56} />
            <Skeleton height={240} />
          </LoadFallback>
        </div>
      )}
      {tables?.length === 0 && (
        <EmptyState icon={TableProperties} title={strings.none} hint={strings.noneHint}>
          <Button variant="primary" icon={Plus} onClick={add}>
            {strings.add}
          </Button>
        </EmptyState>
      )}
      {tables !== undefined && tables.length > 0 && (
        <div className={styles.work}>
          <nav aria-label={strings.list} className={styles.list}>
            {tables.map((each) => (
              <TableItem
                key={each.id}
                table={each}
                isSelected={each.id === selected}
                onSelect={() => replace({ screen: 'tables', project, table: each.id })}
              />
            ))}
          </nav>
          {selected !== null && (
            <TableDetail
              key={selected}
              project={project}
              table={selected}
              onSettings={(current) => setForm({ table: current, settings: current.settings })}
              onStopped={() => replace({ screen: 'tables', project, table: null })}
            />
          )}
        </div>
      )}
      {form !== null && (
        <TableDialog
          project={project}
          table={form.table}
          settings={form.settings}
          onClose={() => setForm(null)}
          onSaved={({ id }) => {
            setForm(null);
            go({ screen: 'tables', project, table: id });
          }}
        />
      )}
    </PageFrame>
  );
}

interface TableItemProps {
  readonly table: LiveTable;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** A live table in the list: its name, its state, and the counts of its rows. */
function TableItem({ table, isSelected, onSelect }: TableItemProps) {
  const { liveTables: strings } = useStrings();
  const { counts } = table;
  const openTable = useOpenTable(table);
  const work = pendingCount(counts);
  const figures = [
    strings.counts(formatCount(counts.current), formatCount(counts.rows)),
    ...(work > 0 ? [strings.inWork(formatCount(work))] : []),
    ...(counts.failed > 0 ? [strings.failedRows(formatCount(counts.failed))] : []),
  ].join(' · ');
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isSelected || undefined}
      onClick={onSelect}
      onDoubleClick={openTable ?? undefined}
    >
      <span className={styles.itemName} title={table.settings.name}>
        {table.settings.name}
      </span>
      <StateBadge state={table.state} />
      <span className={`${styles.under} tabular`}>{figures}</span>
    </button>
  );
}
