import clsx from 'clsx';
import { ArrowRight, ChevronDown, FileCheck, FileSpreadsheet, FileUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SheetFormFields } from '#renderer/project/table-form-fields.tsx';
import { variableIcons } from '#renderer/project/variable-icons.ts';
import { shownType } from '#renderer/project/variable-inputs.ts';
import { labelOf, labelWithName } from '#renderer/project/variable-labels.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { downloadText } from '#renderer/ui/browser/download.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { SidePanel } from '#renderer/ui/layout/side-panel.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { encodings } from '#shared/batch/decode-table.ts';
import { delimiters } from '#shared/batch/guess-form.ts';
import type { TableForm } from '#shared/batch/read-table.ts';
import { tableCsv } from '#shared/batch/table.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { columnLabels } from './cells/table-column.ts';
import styles from './data-panel.module.css';
import { assignColumn, type PreparedBatch } from './model/prepared-batch.ts';
import type { BatchCommands } from './model/use-batch-commands.ts';
import { type BatchModel, lackingVariables } from './model/use-batch-model.ts';
import type { TableSource } from './model/use-table-source.ts';
import { useWatchTable } from './model/use-watch-table.ts';
import { OutputSection } from './output-section.tsx';
import { ListDialog } from './table-dialogs.tsx';
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
  const { batch, liveTables, actions } = useStrings();
  const toasts = useToast();
  const [isOpen, setOpen] = useState(false);
  const chooser = useFileChooser(source.openFile);
  const watching = useWatchTable(model);
  const [isFilling, setFilling] = useState(false);
  const isRunning = model.open.length > 0;
  const listVariables = (model.template?.variables ?? []).filter(({ declaration }) => declaration?.list);
  const name = prepared.name ?? (prepared.content === null ? batch.fromBatch : batch.pasted);
  const { newest, progress } = model;
  const save = () => downloadText(`\uFEFF${tableCsv(prepared.table)}`, `${stemOf(name)}.csv`, 'text/csv');
  const removeTable = () => {
    model.put(null);
    toasts.show({ id: 'batch-table', message: batch.removed, action: { label: actions.undo, run: model.undo } });
  };
  return (
    <SidePanel
      title={batch.data}
      side="left"
      actions={
        <>
          <Menu
            trigger={
              <Button variant="quiet" size="sm" icon={FileUp} busy={watching.isStoring}>
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
                    { kind: 'separator', id: 'live' },
                    {
                      kind: 'command',
                      id: 'watch',
                      label: liveTables.watchBatch,
                      run: () => void watching.watch(prepared),
                    },
                    { kind: 'command', id: 'address', label: liveTables.watchAddress, run: watching.fromAddress },
                    { kind: 'separator', id: 'line' },
                    { kind: 'command', id: 'save', label: batch.saveCsv, run: save },
                    {
                      kind: 'command',
                      id: 'remove',
                      label: batch.removeTable,
                      danger: true,
                      disabled: isRunning,
                      run: removeTable,
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
          <span className={styles.manifestFiles}>
            <Button
              variant="quiet"
              size="sm"
              aria-label={batch.manifestCsv}
              onClick={() => commands.saveManifest('csv')}
            >
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
          </span>
        </footer>
      )}
    </SidePanel>
  );
}

function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{2,5}$/i, '');
}

/**
 * The select value for a column that is used only in file names. A space cannot be a variable name. An empty value
 * would mean that nothing is selected.
 */
const NAME_ONLY = ' ';

/** The list that assigns the columns to variables. */
function ColumnList({ model, prepared }: { readonly model: BatchModel; readonly prepared: PreparedBatch }) {
  const { batch } = useStrings();
  const { uses, template, open, inFileNames, brand, checks } = model;
  const variables = template?.variables ?? [];
  const labels = columnLabels(prepared.table.columns, batch.column);
  const unmatched = new Set(model.unused.variables.map(({ variable }) => variable));
  const unassigned = variables.filter(({ name }) => !uses.includes(name));
  const lacking = useMemo(() => lackingVariables(checks), [checks]);
  const isLacking = (variable: Variable) => lacking.has(labelWithName(variable));
  const sourceOf = (variable: Variable) => {
    if (brand[variable.name] !== undefined) return batch.fromBrand;
    if (isLacking(variable)) return batch.unset;
    return variable.default === null ? batch.notNeeded : batch.default;
  };
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
            <span className={styles.columnName} title={labels[at]}>
              {labels[at]}
            </span>
            <Icon icon={ArrowRight} size={12} className={styles.arrow} />
            <Select
              size="sm"
              label={batch.variableFor(labels[at] ?? column)}
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
            <span className={styles.default} title={brand[variable.name] ?? variable.default ?? undefined}>
              <VariableChip name={labelWithName(variable)} unset={isLacking(variable)} />
              {sourceOf(variable)}
            </span>
          </div>
        ))}
        {variables.length === 0 && <p className={styles.hint}>{batch.noVariables}</p>}
      </div>
    </section>
  );
}

interface TableFormButtonProps {
  readonly prepared: PreparedBatch;
  readonly source: TableSource;
  readonly disabled: boolean;
}

/** A button that shows the size of the table and the format of its file, and changes the format. */
function TableFormButton({ prepared, source, disabled }: TableFormButtonProps) {
  const { batch } = useStrings();
  const { form, table, isEdited, requests, content } = prepared;
  const facts = batch.facts([
    batch.rows(formatCount(table.rows.length), table.rows.length === 1),
    batch.columns(table.columns.length),
    ...(form?.encoding ? [batch.encodings[form.encoding]] : []),
    ...(form === null ? [] : [formName(form, batch)]),
    ...(isEdited ? [batch.edited] : []),
  ]);
  if (form === null || content === null || disabled) return <div className={`${styles.facts} tabular`}>{facts}</div>;
  const guess = (isGuessed: boolean, label: string) => (isGuessed ? batch.guessed(label) : label);
  return (
    <Popover
      label={batch.howRead}
      trigger={
        <Button variant="quiet" size="sm" iconEnd={ChevronDown} className={styles.form} tooltip={batch.howRead}>
          {facts}
        </Button>
      }
    >
      <div className={styles.forms}>
        {form.encoding !== null && (
          <Field label={batch.encoding} layout="row">
            <Select
              size="sm"
              value={form.encoding}
              onChange={(encoding) => source.readAgain({ encoding })}
              options={encodings.map((value) => ({
                value,
                label: guess(requests.encoding === null && value === form.encoding, batch.encodings[value]),
              }))}
            />
          </Field>
        )}
        {form.delimiter !== null && (
          <Field label={batch.delimiter} layout="row">
            <Select
              size="sm"
              value={form.delimiter}
              onChange={(delimiter) => source.readAgain({ delimiter })}
              options={delimiters.map((value) => ({
                value,
                label: guess(requests.delimiter === null && value === form.delimiter, batch.delimiters[value]),
              }))}
            />
          </Field>
        )}
        {form.sheet !== undefined && <SheetFields prepared={prepared} sheet={form.sheet} source={source} />}
        {form.sheet === undefined && (
          <Field label={batch.header} layout="row">
            <Select
              size="sm"
              value={form.header ? 'names' : 'values'}
              onChange={(value) => source.readAgain({ header: value === 'names' })}
              options={(['names', 'values'] as const).map((value) => ({
                value,
                label: guess(requests.header === null && (value === 'names') === form.header, batch.headers[value]),
              }))}
            />
          </Field>
        )}
        {isEdited && <p className={styles.hint}>{batch.howReadHint}</p>}
      </div>
    </Popover>
  );
}

function formName({ sheet, delimiter }: TableForm, { delimiters: names, json }: Catalogue['batch']): string {
  if (sheet !== undefined) return sheet;
  return delimiter === null ? json : names[delimiter];
}

interface SheetFieldsProps {
  readonly prepared: PreparedBatch;
  readonly sheet: string;
  readonly source: TableSource;
}

/** The choices of a workbook: sheet, header row, hidden rows, merged cells, and language. */
function SheetFields({ prepared, sheet, source }: SheetFieldsProps) {
  const { batch } = useStrings();
  const { sheets = [], requests } = prepared;
  const { header, headerRow = null, hidden = false, merged = false, language = null } = requests;
  const offered = sheets.filter((each) => !each.hidden || each.id === sheet);
  return (
    <>
      <Field label={batch.sheetForm.name} layout="row">
        <Select
          size="sm"
          value={sheet}
          onChange={(id) => source.readAgain({ sheet: id, headerRow: null, header: null })}
          options={offered.map(({ id, kind }) => ({ value: id, label: batch.sheetForm.choice(id, kind) }))}
        />
      </Field>
      <SheetFormFields
        size="sm"
        form={{
          ...{ hidden, merged, language: language ?? pageLanguage() },
          header: header === false ? 'none' : (headerRow ?? 'first'),
        }}
        onChange={({ header: row, ...change }) =>
          source.readAgain({
            ...change,
            ...(row !== undefined && {
              header: row === 'none' ? false : null,
              headerRow: typeof row === 'number' ? row : null,
            }),
          })
        }
      />
    </>
  );
}
