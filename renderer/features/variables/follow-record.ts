import { casePreviewOf } from '#renderer/common/cases/case-preview.ts';
import { sameValues, shownAutomatic, shownValues } from '#renderer/common/values/shown-values.ts';
import type { EditingRecordStore } from '#renderer/state/editing-record-store.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { selectVariables } from '#renderer/state/selectors.ts';
import { renameSamples } from '#shared/editing/editing-record.ts';
import { renamedVariable } from './renamed-variables.ts';

/**
 * Keeps template and data sets in step for as long as both are open: the editor shows the values of the set that is
 * shown, and samples go with a variable that gets another name, also by undo. Returns what ends it.
 */
export function followRecord(editor: EditorStore, record: EditingRecordStore): () => void {
  const preview = casePreviewOf(editor);
  const show = (): void => {
    const { shown } = preview.getState();
    const set = shownValues(record.getState().record, selectVariables(editor.getState()));
    const values = shown === null ? set : { ...set, [shown.variable]: shown.value };
    if (!sameValues(values, editor.getState().given)) editor.actions.setValues(values);
  };
  let variables = selectVariables(editor.getState());
  show();
  const stops = [
    record.subscribe((now, before) => {
      if (now.record === before.record) return;
      // Another data set is looked at as it is.
      const isOther = now.record.chosen !== before.record.chosen;
      if (isOther || shownAutomatic(now.record) !== shownAutomatic(before.record)) preview.setState({ shown: null });
      show();
    }),
    preview.subscribe(show),
    editor.subscribe((now, before) => {
      // A gesture shows what may be taken back.
      if (now.source === before.source) return;
      const next = selectVariables(now);
      const renamed = renamedVariable(variables, next);
      variables = next;
      if (renamed !== null) record.update((current) => renameSamples(current, renamed.from, renamed.to));
      show();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
