import { ChevronDown, CopyPlus, Plus, Sparkles, Table2, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { closeDialog, openDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { automaticSets, setTitle, showAutomatic, shownAutomatic, showSet } from '#renderer/editor/samples.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { freeName } from '#renderer/project/project-list.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import {
  addSet,
  type DataSet,
  type EditingRecord,
  removeSet,
  renameSet,
} from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import { RenameVariableDialog } from './rename-variable-dialog.tsx';
import styles from './variables.module.css';

/** The menu of data sets in the top bar, with the dialogs of variables and data sets. Hidden without variables. */
export function DataSetSelect() {
  const { variables: words } = useStrings();
  const { record: store } = useEditor();
  const dataSets = useEditorValue(({ record }) => record.current.dataSets);
  const chosen = useEditorValue(({ record }) => record.current.chosen);
  const automatic = useEditorValue(({ record }) => shownAutomatic(record.current));
  const areSetsOpen = useDialog('dataSets') !== undefined;
  const isRenaming = useDialog('renameVariable') !== undefined;
  const addNewSet = useAddSet();
  // Without variables, a data set changes nothing.
  const isUseful = useEditorValue(({ document }) => selectVariables(document.state).length > 0) || dataSets.length > 1;
  const current = dataSets.find(({ id }) => id === chosen);
  const shown = automatic !== null ? words[automatic] : current === undefined ? '' : setTitle(current, words);
  // A data set of the user hides the automatic one with the same name.
  const titles = new Set(dataSets.map((set) => setTitle(set, words).toLocaleLowerCase()));
  const automaticShown = automaticSets.filter(
    (set) => set === automatic || !titles.has(words[set].toLocaleLowerCase()),
  );
  const entries: readonly MenuEntry[] = [
    ...dataSets.map(
      ({ id, name }): MenuEntry => ({
        kind: 'command',
        id: `set ${id}`,
        label: setTitle({ id, name }, words),
        checked: automatic === null && id === chosen,
        exclusive: true,
        run: () => store.update((record) => showSet(record, id)),
      }),
    ),
    ...(automaticShown.length === 0
      ? []
      : ([
          { kind: 'separator', id: 'before-automatic' },
          { kind: 'heading', id: 'automatic', label: words.automaticSets },
        ] as const)),
    ...automaticShown.map(
      (set): MenuEntry => ({
        kind: 'command',
        id: set,
        label: words[set],
        icon: Sparkles,
        checked: automatic === set,
        exclusive: true,
        run: () => store.update((record) => showAutomatic(record, set)),
      }),
    ),
    { kind: 'separator', id: 'before-edit' },
    {
      kind: 'command',
      id: 'new',
      label: words.newSet,
      icon: Plus,
      run: () => addNewSet(null, () => openDialog('dataSets', null)),
    },
    {
      kind: 'command',
      id: 'duplicate',
      label: words.duplicateSet,
      icon: CopyPlus,
      run: () => addNewSet(current ?? null, () => openDialog('dataSets', null)),
    },
    { kind: 'command', id: 'edit', label: words.editSetsMenu, icon: Table2, run: () => openDialog('dataSets', null) },
  ];
  return (
    <>
      {isUseful && (
        <>
          <span aria-hidden={true} className={styles.label}>
            {words.dataSet}
          </span>
          <Menu
            align="end"
            trigger={
              <Button
                size="sm"
                icon={Table2}
                iconEnd={ChevronDown}
                className={styles.select}
                aria-label={`${words.dataSet}: ${shown}`}
              >
                {shown}
              </Button>
            }
            entries={entries}
          />
        </>
      )}
      {areSetsOpen && <DataSetsDialog onClose={() => closeDialog('dataSets')} />}
      {isRenaming && <RenameVariableDialog name={null} onClose={() => closeDialog('renameVariable')} />}
    </>
  );
}

/** Returns a function that adds a data set and selects it. The new data set is a copy or empty. */
function useAddSet(): (like: DataSet | null, then: () => void) => void {
  const { record: store } = useEditor();
  const { variables: words } = useStrings();
  return useCallback(
    (like, then) => {
      const id = crypto.randomUUID();
      const name = like === null ? words.newName : words.copyOf(setTitle(like, words));
      // The name is chosen inside of the function, because the edit is repeated on a record that another window has
      // saved.
      store.edit(message('step/add-data-set', { name }), (record) => withNewSet(record, id, like, name));
      then();
    },
    [store, words],
  );
}

function withNewSet(record: EditingRecord, id: string, like: DataSet | null, requested: string): EditingRecord {
  const name = freeName(
    requested,
    record.dataSets.map((set) => set.name),
  );
  const added = addSet(record, { id, name, ...(like !== null && { like: like.id }) });
  return added.ok ? showSet(added.value, id) : record;
}

/**
 * The dialog with the list of data sets. The user can create, rename, copy, delete, and select them. Each change takes
 * effect immediately.
 */
function DataSetsDialog({ onClose }: { readonly onClose: () => void }) {
  const { variables: words } = useStrings();
  const dataSets = useEditorValue(({ record }) => record.current.dataSets);
  const addNewSet = useAddSet();
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.setsTitle}
      description={words.setsHint}
      size="md"
      footer={
        <>
          <Button icon={Plus} style={{ marginRight: 'auto' }} onClick={() => addNewSet(null, () => undefined)}>
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
  const { record: store } = useEditor();
  const toasts = useToast();
  const addNewSet = useAddSet();
  const isShown = useEditorValue(
    ({ record }) => record.current.chosen === set.id && shownAutomatic(record.current) === null,
  );
  const title = setTitle(set, words);
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
      message: words.removed(title),
      action: {
        label: words.undo,
        run: () =>
          store.edit(message('step/restore-data-set', { name: title }), (current) => restored(current, set, place)),
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
      <IconButton icon={CopyPlus} label={words.duplicate(title)} onClick={() => addNewSet(set, () => undefined)} />
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

/** Returns the record with the deleted data set at its old position; unchanged if it already contains the data set. */
function restored(record: EditingRecord, set: DataSet, place: number): EditingRecord {
  if (record.dataSets.some(({ id }) => id === set.id)) return record;
  return { ...record, dataSets: record.dataSets.toSpliced(place, 0, set) };
}
