import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { labelWithName } from '#renderer/project/variable-labels.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { joinLists } from '#shared/batch/joined-lists.ts';
import { foldName } from '#shared/batch/match-columns.ts';
import { listKeys } from '#shared/batch/row-keys.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import styles from './data-panel.module.css';
import { fillList, type PreparedBatch } from './model/prepared-batch.ts';
import type { BatchModel } from './model/use-batch-model.ts';
import type { SecondTable, TableSource } from './model/use-table-source.ts';
import { useFileChooser } from './use-file-chooser.tsx';

export interface ListDialogProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  readonly source: TableSource;
  /** The list variables of the template. */
  readonly variables: readonly Variable[];
  readonly onClose: () => void;
}

/** A dialog that fills a list from a second table: another sheet of the workbook, or another file. */
export function ListDialog({ model, prepared, source, variables, onClose }: ListDialogProps) {
  const { batch } = useStrings();
  const { lists, cancel } = batch;
  const { sheets = [], form, table } = prepared;
  const unfilled = variables.find(({ name }) => !model.uses.includes(name));
  const [variable, setVariable] = useState((unfilled ?? variables[0])?.name ?? '');
  const [second, setSecond] = useState<SecondTable | null>(null);
  const [isReading, setReading] = useState(false);
  const [of, setOf] = useState('');
  const [key, setKey] = useState('');
  const take = async (from: Parameters<TableSource['readSecond']>[0]) => {
    setReading(true);
    const read = await source.readSecond(from);
    setReading(false);
    if (read === null) return;
    const keys = listKeys(table, read.table);
    setSecond(read);
    setOf(table.columns[keys.of] ?? '');
    setKey(read.table.columns[keys.key] ?? '');
  };
  const chooser = useFileChooser(take);
  const offered = sheets.filter(({ id, kind }) => kind === 'sheet' && id !== form?.sheet);
  const likely = offered.find(({ id }) => foldName(id) === foldName(variable));
  const submit = () => {
    if (second === null || variable === '') return;
    const list = { variable, file: second.file, sheet: second.sheet, of, key };
    model.change((current) => fillList(current, list, second.table, variables));
    onClose();
  };
  const columnsOf = (columns: readonly string[]) =>
    columns.filter((column) => column !== variable).map((column) => ({ value: column, label: column }));
  return (
    <Dialog
      open={true}
      onClose={onClose}
      title={lists.title}
      description={lists.hint}
      size="md"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant="primary" type="submit" disabled={second === null || isReading}>
            {lists.fill}
          </Button>
        </>
      }
    >
      <div className={styles.listFields}>
        <Field label={lists.list} layout="row">
          <Select
            value={variable}
            onChange={setVariable}
            options={variables.map((each) => ({ value: each.name, label: labelWithName(each) }))}
          />
        </Field>
        {offered.length > 0 && (
          <Field label={lists.sheet} layout="row">
            <Select
              value={second !== null && second.file === null ? second.sheet : null}
              placeholder={likely === undefined ? lists.chooseSheet : likely.id}
              onChange={(sheet) => void take({ sheet })}
              options={offered.map(({ id }) => ({ value: id, label: id }))}
            />
          </Field>
        )}
        <Field label={offered.length > 0 ? lists.orFile : lists.file} layout="row">
          <Button icon={FileUp} busy={isReading} onClick={chooser.open}>
            {second?.file ?? batch.openFile}
          </Button>
        </Field>
        {second !== null && (
          <>
            <Field label={lists.of} layout="row">
              <Select value={of} onChange={setOf} options={columnsOf(table.columns)} />
            </Field>
            <Field label={lists.key} layout="row">
              <Select value={key} onChange={setKey} options={columnsOf(second.table.columns)} />
            </Field>
            <p role="status" className={styles.hint}>
              {foundText(prepared, second, { of, key }, lists.found)}
            </p>
          </>
        )}
        {chooser.input}
      </div>
    </Dialog>
  );
}

/** Returns a text with the number of rows in the second table whose key occurs in the first table. */
function foundText(
  { table }: PreparedBatch,
  second: SecondTable,
  { of, key }: { readonly of: string; readonly key: string },
  words: (found: string, all: string) => string,
): string {
  const [ofAt, keyAt] = [table.columns.indexOf(of), second.table.columns.indexOf(key)];
  const items = second.table.rows.map((row) => ({ [key]: row[keyAt] ?? '' }));
  const keys = table.rows.map((row) => row[ofAt]);
  const { unmatched } = joinLists(keys, items, key);
  return words(formatCount(items.length - unmatched.length), formatCount(items.length));
}

interface PasteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the text. Resolves with whether it is a table. */
  readonly onUse: (text: string) => Promise<boolean>;
}

/** The maximum number of characters in the text field. A browser takes seconds to lay out longer text. */
const MAX_TEXT_LENGTH = 500_000;

/** A dialog for a table that is pasted or typed. */
export function PasteDialog({ open, onClose, onUse }: PasteDialogProps) {
  const { batch } = useStrings();
  const [text, setText] = useState('');
  const close = () => {
    setText('');
    onClose();
  };
  const submitTable = (table: string) => {
    if (table.trim() !== '') void onUse(table).then((isTable) => isTable && close());
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={batch.pasteTitle}
      description={batch.pasteHint}
      size="lg"
      onSubmit={() => submitTable(text)}
      footer={
        <>
          <Button onClick={close}>{batch.cancel}</Button>
          <Button variant="primary" type="submit" disabled={text.trim() === ''}>
            {batch.use}
          </Button>
        </>
      }
    >
      <textarea
        aria-label={batch.pasteLabel}
        className={`${styles.paste} mono`}
        value={text}
        rows={12}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          const { selectionStart, selectionEnd, value } = event.currentTarget;
          if (pasted.length < MAX_TEXT_LENGTH) return;
          // Use a large pasted table directly, without the text field.
          event.preventDefault();
          submitTable(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
        }}
      />
    </Dialog>
  );
}
