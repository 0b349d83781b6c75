import { CopyPlus, Plus, Trash2 } from 'lucide-react';
import { setTitle } from '#renderer/common/values/set-title.ts';
import { shownAutomatic, showSet } from '#renderer/common/values/shown-values.ts';
import { useEditingRecordStore, useOpenRecord } from '#renderer/state/editing-record-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type DataSet, type EditingRecord, removeSet, renameSet } from '#shared/editing/editing-record.ts';
import { statement } from '#shared/statements/statement.ts';
import { useAddSet } from './use-add-set.ts';
import styles from './variables.module.css';

/** All data sets: made, renamed, copied, deleted, shown. What is done is done at once. */
export function DataSetsDialog({ onClose }: { readonly onClose: () => void }) {
  const { variables: words } = useStrings();
  const dataSets = useOpenRecord((record) => record.dataSets);
  const addSet = useAddSet();
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.setsTitle}
      description={words.setsHint}
      size="md"
      footer={
        <>
          <Button icon={Plus} style={{ marginRight: 'auto' }} onClick={() => addSet(null, () => undefined)}>
            {words.newSet.replace('…', '')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <ul className={styles.sets} aria-label={words.sets}>
        {dataSets.map((set) => (
          <DataSetRow key={set.id} set={set} isOnly={dataSets.length === 1} />
        ))}
      </ul>
    </Dialog>
  );
}

function DataSetRow({ set, isOnly }: { readonly set: DataSet; readonly isOnly: boolean }) {
  const { variables: words } = useStrings();
  const store = useEditingRecordStore();
  const toasts = useToast();
  const addSet = useAddSet();
  const isShown = useOpenRecord((record) => record.chosen === set.id && shownAutomatic(record) === null);
  const title = setTitle(set, words);
  const count = Object.keys(set.values).length;
  const rename = (name: string) => {
    const renamed = renameSet(store.getState().record, set.id, name);
    if (!renamed.ok) {
      toasts.show({ id: 'refused', message: say(renamed.error), tone: 'warning' });
      return;
    }
    store.edit(statement('step/rename-data-set', { name }), (record) =>
      changed(record, renameSet(record, set.id, name)),
    );
  };
  const remove = () => {
    const { record } = store.getState();
    const place = record.dataSets.indexOf(set);
    store.edit(statement('step/delete-data-set', { name: title }), (current) => removeSet(current, set.id));
    toasts.show({
      message: words.removed(title),
      action: {
        label: words.undo,
        run: () =>
          store.edit(statement('step/restore-data-set', { name: title }), (current) => restored(current, set, place)),
      },
    });
  };
  return (
    <li className={styles.setRow}>
      <div className={styles.setName}>
        <TextField value={title} label={words.setName} onCommit={rename} />
      </div>
      <span className={`${styles.setState} tabular`}>{words.valuesIn(count)}</span>
      <Button
        size="sm"
        pressed={isShown}
        aria-label={words.showSet(title)}
        onClick={() => store.update((record) => showSet(record, set.id))}
      >
        {words.shown}
      </Button>
      <IconButton icon={CopyPlus} label={words.duplicate(title)} onClick={() => addSet(set, () => undefined)} />
      <IconButton
        icon={Trash2}
        label={words.removeSet(title)}
        tooltip={isOnly ? words.lastStays : undefined}
        disabled={isOnly}
        onClick={remove}
      />
    </li>
  );
}

function changed(record: EditingRecord, result: ReturnType<typeof renameSet>): EditingRecord {
  return result.ok ? result.value : record;
}

/** The set back where it was, unless it is there. */
function restored(record: EditingRecord, set: DataSet, place: number): EditingRecord {
  if (record.dataSets.some(({ id }) => id === set.id)) return record;
  return { ...record, dataSets: record.dataSets.toSpliced(place, 0, set) };
}
