import { useMemo } from 'react';
import { useEditingRecordStore, useOpenRecord } from '#renderer/state/editing-record-context.tsx';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { selectLocked } from '#renderer/state/locked-layers.ts';
import { setLocked } from '#shared/editing/locked-parts.ts';
import { statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** Whether no gesture moves it. */
export function useIsLocked(id: NodeId): boolean {
  const record = useOpenRecord((open) => open);
  return useEditor((state) => selectLocked(state, record).has(id));
}

/** Locks and unlocks layers and sounds. */
export function useLocks(): { readonly set: (ids: readonly NodeId[], locked: boolean) => void } {
  const record = useEditingRecordStore();
  const editor = useEditorStore();
  return useMemo(
    () => ({
      set: (ids, locked) =>
        record.edit(statement(locked ? 'step/lock-layers' : 'step/unlock-layers', { count: ids.length }), (open) =>
          setLocked(open, editor.getState().source.document, { ids, locked }),
        ),
    }),
    [record, editor],
  );
}
