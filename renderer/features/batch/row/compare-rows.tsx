import { Columns2, FileWarning } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FilmComparison } from '#renderer/project/film-comparison.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { rowValues } from '#shared/batch/row-values.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { PreparedBatch } from '../model/prepared-batch.ts';
import { rowLabel } from '../model/row-label.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import styles from './row-panel.module.css';

/** The button that opens the comparison of a row. */
export function CompareButton({ disabled, ...of }: Omit<CompareRowsProps, 'onClose'> & { readonly disabled: boolean }) {
  const { batch: strings } = useStrings();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={Columns2} disabled={disabled} onClick={() => setOpen(true)}>
        {strings.compare}
      </Button>
      {isOpen && <CompareRows {...of} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CompareRowsProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  /** The index of the first row, from 0. */
  readonly row: number;
  readonly onClose: () => void;
}

/** The value of the choice that shows the film with the default values. */
const DEFAULTS = 'defaults';
/** The maximum number of rows in a choice. */
const MAX_CHOICES = 500;

/** The dialog that compares the frames of two rows, or of a row and the defaults. */
function CompareRows({ model, prepared, row, onClose }: CompareRowsProps) {
  const { batch: strings, comparison } = useStrings();
  const { rows } = prepared.table;
  const [before, setBefore] = useState(DEFAULTS);
  const [after, setAfter] = useState(String(row));
  const films = [useRowFilm(model, prepared, before), useRowFilm(model, prepared, after)] as const;
  const first = Math.max(0, Math.min(row - MAX_CHOICES / 2, rows.length - MAX_CHOICES));
  const options = [
    { value: DEFAULTS, label: strings.defaults },
    ...rows.slice(first, first + MAX_CHOICES).map((_, at) => ({
      value: String(first + at),
      label: labelOf(model, prepared, first + at, strings.row),
    })),
  ];
  return (
    <Dialog open onClose={onClose} title={strings.compareTitle} size="xl" flush className={styles.compare}>
      <div className={styles.compared}>
        <div className={styles.choices}>
          <Select size="sm" label={strings.firstFilm} value={before} onChange={setBefore} options={options} />
          <Select size="sm" label={strings.secondFilm} value={after} onChange={setAfter} options={options} />
        </div>
        {films[0] === null || films[1] === null ? (
          <EmptyState icon={FileWarning} title={comparison.noScenes} hint={strings.invalidRow} />
        ) : (
          <FilmComparison before={films[0]} after={films[1]} onLayer={null} />
        )}
      </div>
    </Dialog>
  );
}

function labelOf(
  { uses, template }: BatchModel,
  { table }: PreparedBatch,
  row: number,
  words: (row: number, label: string) => string,
): string {
  return words(row + 1, rowLabel(table, uses, template?.variables ?? [], row));
}

/** Returns the film of a row, or of the defaults; null if it has errors. */
function useRowFilm(model: BatchModel, prepared: PreparedBatch, choice: string) {
  const { batch: strings } = useStrings();
  const { template, uses, brand, project } = model;
  return useMemo(() => {
    const source = template?.source ?? null;
    if (source === null) return null;
    const cells = choice === DEFAULTS ? [] : (prepared.table.rows[Number(choice)] ?? []);
    const given =
      choice === DEFAULTS ? new Map<string, string>() : rowValues(cells, uses, template?.variables ?? []).values;
    const values = mergeBrandValues(given, Object.entries(brand));
    const { movie } = resolveTemplate(source.document, { values, missing: 'error' });
    const label = choice === DEFAULTS ? strings.defaults : labelOf(model, prepared, Number(choice), strings.row);
    return movie === null ? null : { label, source, movie, project, values: Object.fromEntries(values) };
  }, [model, template, uses, brand, project, prepared, choice, strings]);
}
