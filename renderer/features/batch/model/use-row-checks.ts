import { useEffect, useMemo, useState } from 'react';
import { createRowChecker, type RowCheck } from '../../../../shared/batch/check-row.ts';
import type { ColumnUses } from '../../../../shared/batch/match-columns.ts';
import { rowValues } from '../../../../shared/batch/row-values.ts';
import type { TableRow } from '../../../../shared/batch/table.ts';
import { overBrand } from '../../../../shared/brand/brand-values.ts';
import { type Statement, statement } from '../../../../shared/statements/statement.ts';
import type { AssetEntry } from '../../../api/client/asset-list.ts';
import type { BatchTemplate } from './use-batch-template.ts';

/** The outcome of the checks so far. */
export interface RowChecks {
  /** In the order of the rows; null of those that were not looked at yet. */
  readonly ofRows: readonly (RowCheck | null)[];
  /** Problems that all rows share. */
  readonly common: readonly Statement[];
  readonly isDone: boolean;
  /** How long it took; null while it goes on. */
  readonly milliseconds: number | null;
}

export interface RowChecksInput {
  readonly template: BatchTemplate | null;
  /** Null until they are known. */
  readonly assets: readonly AssetEntry[] | null;
  readonly rows: readonly TableRow[];
  readonly uses: ColumnUses;
  /** What the brand of the project gives to variables. */
  readonly brand: Readonly<Record<string, string>>;
}

/** A slice ends after this long, so that a frame is never missed for it. */
const SLICE_MILLISECONDS = 6;
/** How often the screen is told. */
const TELL_MILLISECONDS = 100;
const NOTHING: RowChecks = { ofRows: [], common: [], isDone: false, milliseconds: null };

/** Checks every row in the background, in slices; after an edit only the rows that changed. */
export function useRowChecks({ template, assets, rows, uses, brand }: RowChecksInput): RowChecks {
  const usesKey = JSON.stringify(uses);
  const checking = useMemo(() => {
    if (template === null || template.source === null || assets === null) return null;
    const { source, variables } = template;
    const used: ColumnUses = JSON.parse(usesKey);
    const checker = createRowChecker({
      document: source.document,
      assets: assets.map(({ name }) => name),
      mapped: new Set([...used.filter((use) => use !== null), ...Object.keys(brand)]),
      missingAsset: (name) => statement('source/not-in-project', { name }),
    });
    const known = new WeakMap<TableRow, RowCheck>();
    const check = (row: TableRow): RowCheck => {
      const found =
        known.get(row) ?? checker.check(overBrand(rowValues(row, used, variables).values, Object.entries(brand)));
      known.set(row, found);
      return found;
    };
    return { common: checker.common, known, check };
  }, [template, assets, usesKey, brand]);

  const [checks, setChecks] = useState(NOTHING);
  useEffect(() => {
    if (checking === null) return setChecks(NOTHING);
    const stopped = new AbortController();
    void checkAll(checking, rows, stopped.signal, (ofRows, milliseconds) =>
      setChecks({ ofRows, common: checking.common, isDone: milliseconds !== null, milliseconds }),
    );
    return () => stopped.abort();
  }, [checking, rows]);
  return checks;
}

interface Checking {
  readonly known: WeakMap<TableRow, RowCheck>;
  readonly check: (row: TableRow) => RowCheck;
}

async function checkAll(
  { known, check }: Checking,
  rows: readonly TableRow[],
  signal: AbortSignal,
  tell: (ofRows: readonly (RowCheck | null)[], milliseconds: number | null) => void,
): Promise<void> {
  const ofRows: (RowCheck | null)[] = rows.map((row) => known.get(row) ?? null);
  const began = performance.now();
  let told = began;
  let until = began + SLICE_MILLISECONDS;
  for (const [at, row] of rows.entries()) {
    if (ofRows[at] !== null) continue;
    if (performance.now() > until) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return;
      if (performance.now() - told > TELL_MILLISECONDS) {
        told = performance.now();
        tell([...ofRows], null);
      }
      until = performance.now() + SLICE_MILLISECONDS;
    }
    ofRows[at] = check(row);
  }
  tell(ofRows, performance.now() - began);
}
