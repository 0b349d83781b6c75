import { ChevronDown, CopyPlus, Plus, Sparkles, Table2 } from 'lucide-react';
import { closeDialog, openDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { automaticSets, dataSetTitle, showAutomatic, shownAutomatic, showSet } from '#renderer/editor/data-sets.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { DataSetsDialog, useAddSet } from './data-sets-dialog.tsx';
import { RenameVariableDialog } from './rename-variable-dialog.tsx';
import styles from './variables.module.css';

/** The menu of data sets in the top bar, with the dialogs of variables and data sets. Hidden without variables. */
export function DataSetSelect() {
  const { variables: strings } = useStrings();
  const { record: store } = useEditor();
  const dataSets = useEditorValue(({ record }) => record.current.dataSets);
  const chosen = useEditorValue(({ record }) => record.current.chosen);
  const automatic = useEditorValue(({ record }) => shownAutomatic(record.current));
  const areSetsOpen = useDialog('dataSets') !== undefined;
  const isRenaming = useDialog('renameVariable') !== undefined;
  const addNewSet = useAddSet();
  // Data sets have an effect only if the template has variables.
  const isUseful = useEditorValue(({ document }) => selectVariables(document.state).length > 0) || dataSets.length > 1;
  const current = dataSets.find(({ id }) => id === chosen);
  const shownTitle =
    automatic !== null ? strings[automatic] : current === undefined ? '' : dataSetTitle(current, strings);
  // If the user's data set and an automatic data set have the same name, only the user's is listed.
  const titles = new Set(dataSets.map((set) => dataSetTitle(set, strings).toLocaleLowerCase()));
  const automaticShown = automaticSets.filter(
    (set) => set === automatic || !titles.has(strings[set].toLocaleLowerCase()),
  );
  const entries: readonly MenuEntry[] = [
    ...dataSets.map(
      ({ id, name }): MenuEntry => ({
        kind: 'command',
        id: `set ${id}`,
        label: dataSetTitle({ id, name }, strings),
        checked: automatic === null && id === chosen,
        exclusive: true,
        run: () => store.update((record) => showSet(record, id)),
      }),
    ),
    ...(automaticShown.length === 0
      ? []
      : ([
          { kind: 'separator', id: 'before-automatic' },
          { kind: 'heading', id: 'automatic', label: strings.automaticSets },
        ] as const)),
    ...automaticShown.map(
      (set): MenuEntry => ({
        kind: 'command',
        id: set,
        label: strings[set],
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
      label: strings.newSet,
      icon: Plus,
      run: () => addNewSet(null, () => openDialog('dataSets', null)),
    },
    {
      kind: 'command',
      id: 'duplicate',
      label: strings.duplicateSet,
      icon: CopyPlus,
      run: () => addNewSet(current ?? null, () => openDialog('dataSets', null)),
    },
    { kind: 'command', id: 'edit', label: strings.editSetsMenu, icon: Table2, run: () => openDialog('dataSets', null) },
  ];
  return (
    <>
      {isUseful && (
        <>
          <span aria-hidden={true} className={styles.label}>
            {strings.dataSet}
          </span>
          <Menu
            align="end"
            trigger={
              <Button
                size="sm"
                icon={Table2}
                iconEnd={ChevronDown}
                className={styles.select}
                aria-label={`${strings.dataSet}: ${shownTitle}`}
              >
                {shownTitle}
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
