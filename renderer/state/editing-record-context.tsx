import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import type { EditingRecord } from '#shared/editing/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import type { EditingRecordStore } from './editing-record-store.ts';

const EditingRecordContext = createContext<EditingRecordStore | null>(null);

/** Gives the open template's editing record to what is inside. */
export function EditingRecordProvider({
  store,
  children,
}: {
  readonly store: EditingRecordStore;
  readonly children: ReactNode;
}) {
  return <EditingRecordContext value={store}>{children}</EditingRecordContext>;
}

/** The record's store: `update(change)` with the functions of `shared/editing/editing-record.ts`. */
export function useEditingRecordStore(): EditingRecordStore {
  return required(use(EditingRecordContext), 'There is no EditingRecordProvider above.');
}

/** What a selector takes of the record: data sets, markers, the view. */
export function useOpenRecord<Value>(selector: (record: EditingRecord) => Value): Value {
  return useStore(useEditingRecordStore(), (state) => selector(state.record));
}
