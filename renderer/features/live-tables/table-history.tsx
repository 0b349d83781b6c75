import type { ReactNode } from 'react';
import type { LiveTableDetail } from '#renderer/api/queries/use-live-tables.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { isSame } from './live-table-view.ts';
import styles from './live-tables.module.css';

type Reading = LiveTableDetail['readings'][number];

/** Returns the time and the changes of a reading. */
export function readingText(reading: Reading, strings: Catalogue['liveTables']): string {
  return `${formatMoment(new Date(reading.at), new Date())}: ${changesText(reading, strings)}`;
}

function changesText(reading: Reading, strings: Catalogue['liveTables']): string {
  return isSame(reading) ? strings.same : strings.changes(...changeTexts(reading));
}

/** Returns the numbers of added, changed, and removed rows as texts. */
export function changeTexts({ added, changed, removed }: Pick<Reading, 'added' | 'changed' | 'removed'>) {
  return [formatCount(added), formatCount(changed), formatCount(removed)] as const;
}

interface HistoryProps {
  readonly table: Pick<LiveTableDetail, 'readings' | 'guard'>;
  /** The control that switches between the rows and the history. */
  readonly views: ReactNode;
}

/** The last 100 readings, newest first, with their changes and the films of these changes. */
export function History({ table, views }: HistoryProps) {
  return (
    <>
      <div className={styles.toolbar}>{views}</div>
      <ReadingTable {...table} />
    </>
  );
}

function ReadingTable({ readings, guard: open }: HistoryProps['table']) {
  const { liveTables: strings } = useStrings();
  const { historyColumns: columns } = strings;
  if (readings.length === 0) return <EmptyState title={strings.noHistory} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table must be scrollable by keyboard
    <section className={styles.scroller} aria-label={strings.history} tabIndex={0}>
      <table className={`${styles.table} tabular`}>
        <caption className="visually-hidden">{strings.history}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.number}</th>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.rows}</th>
            <th scope="col">{columns.changes}</th>
            <th scope="col">{columns.films}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading, at) => (
            <tr key={`${reading.number} ${reading.at}`}>
              <th scope="row">{reading.guard === null ? formatCount(reading.number) : '–'}</th>
              <td>{formatMoment(new Date(reading.at), new Date())}</td>
              <td>{formatCount(reading.rows)}</td>
              <td>
                {changesText(reading, strings)}
                {reading.guard !== null && (
                  <span className={styles.under}>
                    {open !== null && at === 0 ? say(reading.guard, { plain: true }) : strings.heldBack}
                  </span>
                )}
              </td>
              <td>
                {reading.guard === null && strings.madeOf(formatCount(reading.made), formatCount(reading.failed))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
