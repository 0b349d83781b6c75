import { ChevronDown } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { encodings } from '#shared/batch/decode-table.ts';
import { delimiters } from '#shared/batch/guess-form.ts';
import type { PreparedBatch } from '../model/prepared-batch.ts';
import type { TableSource } from '../model/use-table-source.ts';
import styles from './data-panel.module.css';

export interface TableFormButtonProps {
  readonly prepared: PreparedBatch;
  readonly source: TableSource;
  readonly disabled: boolean;
}

/** How much there is in the table and how its file was read, which can be said otherwise. */
export function TableFormButton({ prepared, source, disabled }: TableFormButtonProps) {
  const { batch } = useStrings();
  const { form, table, isEdited, wishes, content } = prepared;
  const facts = batch.facts([
    batch.rows(formatCount(table.rows.length), table.rows.length === 1),
    batch.columns(table.columns.length),
    ...(form?.encoding ? [batch.encodings[form.encoding]] : []),
    ...(form === null ? [] : [form.delimiter === null ? batch.json : batch.delimiters[form.delimiter]]),
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
                label: guess(wishes.encoding === null && value === form.encoding, batch.encodings[value]),
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
                label: guess(wishes.delimiter === null && value === form.delimiter, batch.delimiters[value]),
              }))}
            />
          </Field>
        )}
        <Field label={batch.header} layout="row">
          <Select
            size="sm"
            value={form.header ? 'names' : 'values'}
            onChange={(value) => source.readAgain({ header: value === 'names' })}
            options={(['names', 'values'] as const).map((value) => ({
              value,
              label: guess(wishes.header === null && (value === 'names') === form.header, batch.headers[value]),
            }))}
          />
        </Field>
        {isEdited && <p className={styles.hint}>{batch.howReadHint}</p>}
      </div>
    </Popover>
  );
}
