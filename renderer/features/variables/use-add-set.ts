import { useCallback } from 'react';
import { freeName } from '#renderer/common/values/free-name.ts';
import { setTitle } from '#renderer/common/values/set-title.ts';
import { showSet } from '#renderer/common/values/shown-values.ts';
import { useEditingRecordStore } from '#renderer/state/editing-record-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { addSet, type DataSet, type EditingRecord } from '#shared/editing/editing-record.ts';
import { statement } from '#shared/statements/statement.ts';

/** Adds a data set, like another one or with nothing in it, and shows it. */
export function useAddSet(): (like: DataSet | null, then: () => void) => void {
  const store = useEditingRecordStore();
  const { variables: words } = useStrings();
  return useCallback(
    (like, then) => {
      const id = crypto.randomUUID();
      const name = like === null ? words.newName : words.copyOf(setTitle(like, words));
      // Done again on what another window saved, so the name is looked for there.
      store.edit(statement('step/add-data-set', { name }), (record) => withNewSet(record, id, like, name));
      then();
    },
    [store, words],
  );
}

function withNewSet(record: EditingRecord, id: string, like: DataSet | null, wanted: string): EditingRecord {
  const name = freeName(
    wanted,
    record.dataSets.map((set) => set.name),
  );
  const added = addSet(record, { id, name, ...(like !== null && { like: like.id }) });
  return added.ok ? showSet(added.value, id) : record;
}
