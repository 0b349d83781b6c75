import { useCallback } from 'react';
import { useEditingRecordStore } from '#renderer/editor/editor-context.tsx';
import { setTitle, showSet } from '#renderer/editor/samples.ts';
import { freeName } from '#renderer/project/project-list.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { addSet, type DataSet, type EditingRecord } from '#shared/editing/model/editing-record.ts';
import { statement } from '#shared/messages/statement.ts';

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
