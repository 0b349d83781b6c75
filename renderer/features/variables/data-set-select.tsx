import { ChevronDown, CopyPlus, Plus, Sparkles, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { setTitle } from '#renderer/common/values/set-title.ts';
import {
  automaticSets,
  showAutomatic,
  shownAutomatic,
  showSet,
  stepSet,
} from '#renderer/common/values/shown-values.ts';
import { useEditingRecordStore, useOpenRecord } from '#renderer/state/editing-record-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { DataSetsDialog } from './data-sets-dialog.tsx';
import { RenameVariableDialog } from './rename-variable-dialog.tsx';
import { useAddSet } from './use-add-set.ts';
import styles from './variables.module.css';

/** The data set that the template is shown with, for the top bar; also holds the dialogs of variables and data sets. */
export function DataSetSelect() {
  const { variables: words } = useStrings();
  const store = useEditingRecordStore();
  const dataSets = useOpenRecord((record) => record.dataSets);
  const chosen = useOpenRecord((record) => record.chosen);
  const automatic = useOpenRecord(shownAutomatic);
  const [dialog, setDialog] = useState<'sets' | 'rename' | null>(null);
  const addSet = useAddSet();
  useActionPort(
    'variables',
    useMemo(
      () => ({
        rename: () => setDialog('rename'),
        editDataSets: () => setDialog('sets'),
        stepDataSet: (direction) => store.update((record) => stepSet(record, direction)),
        showAutomatic: (set) => store.update((record) => showAutomatic(record, set)),
      }),
      [store],
    ),
  );
  const current = dataSets.find(({ id }) => id === chosen);
  const shown = automatic !== null ? words[automatic] : current === undefined ? '' : setTitle(current, words);
  // A data set of that name takes the place of the automatic one.
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
    { kind: 'command', id: 'new', label: words.newSet, icon: Plus, run: () => addSet(null, () => setDialog('sets')) },
    {
      kind: 'command',
      id: 'duplicate',
      label: words.duplicateSet,
      icon: CopyPlus,
      run: () => addSet(current ?? null, () => setDialog('sets')),
    },
    { kind: 'command', id: 'edit', label: words.editSetsMenu, icon: Table2, run: () => setDialog('sets') },
  ];
  return (
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
      {dialog === 'sets' && <DataSetsDialog onClose={() => setDialog(null)} />}
      {dialog === 'rename' && <RenameVariableDialog name={null} onClose={() => setDialog(null)} />}
    </>
  );
}
