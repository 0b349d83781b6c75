import { useMemo } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { type EditingRecord, setSample } from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import { type AutomaticSet, dataSetTitle, shownAutomatic } from './data-sets.ts';
import { useEditor, useEditorValue } from './editor-context.tsx';

/** The current data set, with a function that sets its sample values. */
export interface Samples {
  /** The name of the set; null for an automatic set, which cannot be edited. */
  readonly setName: string | null;
  readonly automatic: AutomaticSet | null;
  /**
   * Sets a sample value. If it is null, the default applies.
   * @param removed Another variable whose sample value the same step removes.
   */
  readonly set: (variable: string, value: string | null, removed?: string) => void;
}

export function useSamples(): Samples {
  const { record: store } = useEditor();
  const automatic = useEditorValue(({ record }) => shownAutomatic(record.current));
  const chosen = useEditorValue(({ record }) => record.current.chosen);
  const set = useEditorValue(
    ({ record }) => record.current.dataSets.find(({ id }) => id === record.current.chosen) ?? null,
  );
  const { variables: strings } = useStrings();
  const name = set === null ? null : dataSetTitle(set, strings);
  return useMemo(
    () => ({
      setName: automatic === null ? name : null,
      automatic,
      set: (variable, value, removed) => {
        if (automatic !== null) return;
        const label = message(value === null ? 'step/clear-sample' : 'step/set-sample', { variable });
        const key = `sample ${chosen} ${variable}`;
        const change = (record: EditingRecord): EditingRecord => {
          const next = setSample(record, { set: chosen, variable, value });
          return removed === undefined ? next : setSample(next, { set: chosen, variable: removed, value: null });
        };
        store.edit(label, change, { key });
      },
    }),
    [store, automatic, chosen, name],
  );
}
