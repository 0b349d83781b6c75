import clsx from 'clsx';
import { ArrowRight, FileCheck, FileSpreadsheet, FileUp } from 'lucide-react';
import { useState } from 'react';
import { variableIcons } from '#renderer/project/variable-icons.ts';
import { shownType } from '#renderer/project/variable-inputs.ts';
import { labelOf, labelWithName } from '#renderer/project/variable-labels.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { downloadText } from '#renderer/ui/browser/download.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { SidePanel } from '#renderer/ui/layout/side-panel.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { tableCsv } from '#shared/batch/table.ts';
import { needsValue } from '#shared/resolve/variables.ts';
import styles from './data-panel.module.css';
import { ListDialog } from './list-dialog.tsx';
import { assignColumn, type PreparedBatch } from './model/prepared-batch.ts';
import type { BatchCommands } from './model/use-batch-commands.ts';
import type { BatchModel } from './model/use-batch-model.ts';
import type { TableSource } from './model/use-table-source.ts';
import { OutputSection } from './output-section.tsx';
import { TableFormButton } from './table-form.tsx';
import { useFileChooser } from './use-file-chooser.tsx';

export interface DataPanelProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  readonly source: TableSource;
  readonly commands: BatchCommands;
  readonly onPaste: () => void;
}

/** The data of a batch: its file, its columns, and the output settings. */
export function DataPanel({ model, prepared, source, commands, onPaste }: DataPanelProps) {
  const { batch } = useStrings();
  const [isOpen, setOpen] = useState(false);
  const chooser = useFileChooser(source.openFile);
  const [isFilling, setFilling] = useState(false);
  const isRunning = model.open.length > 0;
  const listVariables = (model.template?.variables ?? []).filter(({ declaration }) => declaration?.list);
  const name = prepared.name ?? (prepared.content === null ? batch.fromBatch : batch.pasted);
  const { newest, progress } = model;
  const save = () => downloadText(`\uFEFF${tableCsv(prepared.table)}`, `${stemOf(name)}.csv`, 'text/csv');
  return (
    <SidePanel
      title={batch.data}
      side="left"
      actions={
        <>
          <Menu
            trigger={
              <Button variant="quiet" size="sm" icon={FileUp}>
                {batch.replace}
              </Button>
            }
            align="end"
            onOpenChange={setOpen}
            entries={
              isOpen
                ? [
                    { kind: 'command', id: 'open', label: batch.openFile, disabled: isRunning, run: chooser.open },
                    { kind: 'command', id: 'paste', label: batch.pasteTable, disabled: isRunning, run: onPaste },
                    {
                      kind: 'command',
                      id: 'again',
                      label: batch.readAgain,
                      disabled: isRunning || prepared.content === null,
                      run: () => source.readAgain({}),
                    },
                    {
                      kind: 'command',
                      id: 'list',
                      label: batch.lists.open,
                      disabled: isRunning || listVariables.length === 0,
                      run: () => setFilling(true),
                    },
                    { kind: 'separator', id: 'line' },
                    { kind: 'command', id: 'save', label: batch.saveCsv, run: save },
                    {
                      kind: 'command',
                      id: 'remove',
                      label: batch.removeTable,
                      danger: true,
                      disabled: isRunning,
                      run: () => model.put(null),
                    },
                  ]
                : []
            }
          />
          {chooser.input}
          {isFilling && (
            <ListDialog
              model={model}
              prepared={prepared}
              source={source}
              variables={listVariables}
              onClose={() => setFilling(false)}
            />
          )}
        </>
      }
    >
      <div className={styles.file}>
        <span className={styles.fileIcon}>
          <Icon icon={FileSpreadsheet} size={20} />
        </span>
        <div className={styles.grow}>
          <FileName name={name} className={styles.fileName} />
          <TableFormButton prepared={prepared} source={source} disabled={isRunning} />
        </div>
      </div>
      <ScrollArea className={styles.scroll}>
        <ColumnList model={model} prepared={prepared} />
        <OutputSection model={model} prepared={prepared} />
      </ScrollArea>
      {newest !== null && (
        <footer className={`${styles.manifest} tabular`}>
          <Icon icon={FileCheck} size={14} className={styles.success} />
          <span className={styles.strong}>{batch.manifest}</span>
          {progress !== null && (
            <span className={styles.quiet}>
              {batch.manifestOf(formatCount(progress.ended), formatCount(progress.total))}
            </span>
          )}
          <span className={styles.space} />
          <Button variant="quiet" size="sm" aria-label={batch.manifestCsv} onClick={() => commands.saveManifest('csv')}>
            {batch.csv}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={batch.manifestJson}
            onClick={() => commands.saveManifest('json')}
          >
            {batch.json}
          </Button>
        </footer>
      )}
    </SidePanel>
  );
}

function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{2,5}$/i, '');
}

/**
 * The select value for a column that is used only in file names. A space is not a valid variable name, whereas an empty
 * value would mean that nothing is selected.
 */
const NAME_ONLY = ' ';

/** The list that assigns the columns to variables. */
function ColumnList({ model, prepared }: { readonly model: BatchModel; readonly prepared: PreparedBatch }) {
  const { batch } = useStrings();
  const { uses, template, open, inFileNames } = model;
  const variables = template?.variables ?? [];
  const unmatched = new Set(model.unused.variables.map(({ variable }) => variable));
  const unassigned = variables.filter(({ name }) => !uses.includes(name));
  return (
    <section aria-label={batch.mapping}>
      <h3 className={styles.title}>
        {batch.mapping}
        <span className={styles.space} />
        <span className={styles.quiet}>{batch.matched(uses.filter((use) => use !== null).length)}</span>
      </h3>
      <div className={styles.columns}>
        {prepared.table.columns.map((column, at) => (
          <div key={column} className={styles.column}>
            <span className={styles.columnName} title={column}>
              {column}
            </span>
            <Icon icon={ArrowRight} size={12} className={styles.arrow} />
            <Select
              size="sm"
              label={batch.variableFor(column)}
              disabled={open.length > 0}
              className={uses[at] === null ? styles.unused : styles.used}
              value={uses[at] ?? NAME_ONLY}
              onChange={(use) => model.change((current) => assignColumn(current, at, use === NAME_ONLY ? null : use))}
              options={[
                { value: NAME_ONLY, label: inFileNames.has(column) ? batch.inFileNames : batch.notUsed },
                ...variables.map((variable) => ({
                  value: variable.name,
                  label: labelOf(variable),
                  hint: labelOf(variable) === variable.name ? undefined : variable.name,
                  icon: variableIcons[shownType(variable)],
                })),
              ]}
            />
          </div>
        ))}
        {unassigned.map((variable) => (
          <div key={variable.name} className={styles.column}>
            <span className={clsx(styles.columnName, unmatched.has(variable.name) ? styles.missing : styles.none)}>
              {batch.noColumn}
            </span>
            <Icon icon={ArrowRight} size={12} className={styles.arrow} />
            <span className={styles.default} title={variable.default ?? undefined}>
              <VariableChip name={labelWithName(variable)} unset={needsValue(variable)} />
              {needsValue(variable) ? batch.unset : variable.default === null ? batch.notNeeded : batch.default}
            </span>
          </div>
        ))}
        {variables.length === 0 && <p className={styles.hint}>{batch.noVariables}</p>}
      </div>
    </section>
  );
}
