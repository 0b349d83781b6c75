import { useEffect } from 'react';
import { carryLocks, type EditingRecord, lockedIn } from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { useEditor, useEditorValue } from './editor-context.tsx';
import { type EditorState, isHistoryMove } from './editor-state.ts';

interface Known {
  readonly document: TemplateDocument;
  readonly places: EditingRecord['locked'];
  readonly ids: ReadonlySet<NodeId>;
}

let last: Known | null = null;

/**
 * Selects the layers and sounds that are locked against gestures on the timeline and the stage. Returns the same set
 * until the locks change.
 */
export function selectLocked({ source }: Pick<EditorState, 'source'>, record: EditingRecord): ReadonlySet<NodeId> {
  const { document } = source;
  if (last === null || last.document !== document || last.places !== record.locked)
    last = { document, places: record.locked, ids: lockedIn(document, record) };
  return last.ids;
}

/** Returns the locked layers and sounds of the open template. */
export function useLocked(): ReadonlySet<NodeId> {
  const record = useEditorValue(({ record }) => record.current);
  return useEditorValue(({ document }) => selectLocked(document.state, record));
}

/** Updates the locks when edits change the ids of layers. Mount it once on the screen of a template. */
export function useCarriedLocks(): void {
  const editor = useEditor();
  const { record } = useEditor();
  useEffect(
    () =>
      editor.document.subscribe((now, before) => {
        if (now.source.document === before.source.document) return;
        const documents = { before: before.source.document, after: now.source.document };
        if (carryLocks(record.current, documents) === record.current) return;
        // After undo or redo, update the locks without adding a step.
        if (isHistoryMove(now, before)) record.update((open) => carryLocks(open, documents));
        else record.edit(message('step/edit-xml'), (open) => carryLocks(open, documents), { amends: true });
      }),
    [editor, record],
  );
}
