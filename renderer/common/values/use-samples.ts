import { useMemo } from 'react';
import { useEditingRecordStore, useOpenRecord } from '#renderer/state/editing-record-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { setSample } from '#shared/editing/editing-record.ts';
import { statement } from '#shared/statements/statement.ts';
import { setTitle } from './set-title.ts';
import { type AutomaticSet, shownAutomatic } from './shown-values.ts';

/** Sample values of the data set that is shown. */
export interface Samples {
  /** Its name; null for one that makes itself, which cannot be changed. */
  readonly setName: string | null;
  readonly automatic: AutomaticSet | null;
  /** Null takes the sample away, so that the default holds. */
  readonly set: (variable: string, value: string | null) => void;
}

export function useSamples(): Samples {
  const store = useEditingRecordStore();
  const automatic = useOpenRecord(shownAutomatic);
  const chosen = useOpenRecord((record) => record.chosen);
  const set = useOpenRecord((record) => record.dataSets.find(({ id }) => id === record.chosen) ?? null);
  const { variables: words } = useStrings();
  const name = set === null ? null : setTitle(set, words);
  return useMemo(
    () => ({
      setName: automatic === null ? name : null,
      automatic,
      set: (variable, value) => {
        if (automatic !== null) return;
        const label = statement(value === null ? 'step/clear-sample' : 'step/set-sample', { variable });
        const key = `sample ${chosen} ${variable}`;
        store.edit(label, (record) => setSample(record, { set: chosen, variable, value }), { key });
      },
    }),
    [store, automatic, chosen, name],
  );
}
