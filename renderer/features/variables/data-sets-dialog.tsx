import { CopyPlus, Plus, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { dataSetTitle, shownAutomatic, showSet } from '#renderer/editor/data-sets.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { freeName } from '#renderer/project/project-list.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import {
  addSet,
  type DataSet,
  type EditingRecord,
  removeSet,
  renameSet,
} from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import styles from './variables.module.css';

/**
 * The dialog with the list of data sets. The user can create, rename, copy, delete, and select data sets. Changes apply
 * immediately.
 */
export function DataSetsDialog({ onClose }: { readonly onClose: () => void }) {
  const { variables: strings } = useStrings();
  const dataSets = useEditorValue(({ record }) => record.current.dataSets);
  const addNewSet = useAddSet();
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.setsTitle}
      description={strings.setsHint}
      size="md"
      footer={
        <>
          <Button icon={Plus} style={{ marginRight: 'auto' }} onClick={() => addNewSet(null, () => undefined)}>
            {strings.newSet.replace('…', '')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {strings.done}
          </Button>
        </>
      }
    >
      <ul className={styles.sets} aria-label={strings.sets}>
        {dataSets.map((set) => (
          <DataSetRow key={set.id} set={set} isOnly={dataSets.length === 1} />
        ))}
      </ul>
    </Dialog>
  );
}

function DataSetRow({ set, isOnly }: { readonly set: DataSet; readonly isOnly: boolean }) {
  const { variables: strings } = useStrings();
  const { record: store } = useEditor();
  const toasts = useToast();
  const addNewSet = useAddSet();
  const isShown = useEditorValue(
    ({ record }) => record.current.chosen === set.id && shownAutomatic(record.current) === null,
  );
  const title = dataSetTitle(set, strings);
  const count = Object.keys(set.values).length;
  const rename = (name: string) => {
    const renamed = renameSet(store.current, set.id, name);
    if (!renamed.ok) {
      toasts.show({ id: 'refused', message: say(renamed.error), tone: 'warning' });
      return;
    }
    store.edit(message('step/rename-data-set', { name }), (record) => changed(record, renameSet(record, set.id, name)));
  };
  const remove = () => {
    const { current: record } = store;
    const place = record.dataSets.indexOf(set);
    store.edit(message('step/delete-data-set', { name: title }), (current) => removeSet(current, set.id));
    toasts.show({
      message: strings.removed(title),
      action: {
        label: strings.undo,
        run: () =>
          store.edit(message('step/restore-data-set', { name: title }), (current) => restored(current, set, place)),
      },
    });
  };
  return (
    <li className={styles.setRow}>
      <div className={styles.setName}>
        <TextField value={title} label={strings.setName} onCommit={rename} />
      </div>
      <span className={`${styles.setState} tabular`}>{strings.valuesIn(count)}</span>
      <Button
        size="sm"
        pressed={isShown}
        aria-label={strings.showSet(title)}
        onClick={() => store.update((record) => showSet(record, set.id))}
      >
        {strings.shown}
      </Button>
      <IconButton icon={CopyPlus} label={strings.duplicate(title)} onClick={() => addNewSet(set, () => undefined)} />
      <IconButton
        icon={Trash2}
        label={strings.removeSet(title)}
        tooltip={isOnly ? strings.lastStays : undefined}
        disabled={isOnly}
        onClick={remove}
      />
    </li>
  );
}

function changed(record: EditingRecord, result: ReturnType<typeof renameSet>): EditingRecord {
  return result.ok ? result.value : record;
}

/**
 * Returns the record with a deleted data set restored at its former index. Unchanged if the record already contains the
 * data set.
 */
function restored(record: EditingRecord, set: DataSet, place: number): EditingRecord {
  if (record.dataSets.some(({ id }) => id === set.id)) return record;
  return { ...record, dataSets: record.dataSets.toSpliced(place, 0, set) };
}

/**
 * Returns a function that adds a data set and selects it. The new data set is a copy of `like`; it is empty if `like`
 * is null.
 */
export function useAddSet(): (like: DataSet | null, then: () => void) => void {
  const { record: store } = useEditor();
  const { variables: strings } = useStrings();
  return useCallback(
    (original, then) => {
      const id = crypto.randomUUID();
      const name = original === null ? strings.newName : strings.copyOf(dataSetTitle(original, strings));
      // Choose the name inside the function, because the edit can be repeated on a record that another window has
      // saved.
      store.edit(message('step/add-data-set', { name }), (record) => withNewSet(record, id, original, name));
      then();
    },
    [store, strings],
  );
}

function withNewSet(record: EditingRecord, id: string, original: DataSet | null, requested: string): EditingRecord {
  const name = freeName(
    requested,
    record.dataSets.map((set) => set.name),
  );
  const added = addSet(record, { id, name, ...(original !== null && { like: original.id }) });
  return added.ok ? showSet(added.value, id) : record;
}
