import { ChevronDown } from 'lucide-react';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { languageName } from '#renderer/strings/language-names.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { encodings } from '#shared/batch/decode-table.ts';
import { delimiters } from '#shared/batch/guess-form.ts';
import type { TableForm } from '#shared/batch/read-table.ts';
import { LANGUAGE_TAGS } from '#shared/formats/languages.ts';
import styles from './data-panel.module.css';
import type { PreparedBatch } from './model/prepared-batch.ts';
import type { TableSource } from './model/use-table-source.ts';

export interface TableFormButtonProps {
  readonly prepared: PreparedBatch;
  readonly source: TableSource;
  readonly disabled: boolean;
}

/** A button that shows the size of the table and the format of its file, and changes the format. */
export function TableFormButton({ prepared, source, disabled }: TableFormButtonProps) {
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

/** The number of rows that are offered as the header. */
const HEADER_ROWS = 20;

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
  const headerRows = Array.from({ length: HEADER_ROWS }, (_, at) => String(at + 1));
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
      <Field label={batch.sheetForm.header} layout="row">
        <Select
          size="sm"
          value={header === false ? 'none' : headerRow === null ? 'first' : String(headerRow)}
          onChange={(value) =>
            source.readAgain({
              header: value === 'none' ? false : null,
              headerRow: value === 'none' || value === 'first' ? null : Number(value),
            })
          }
          options={['first', 'none', ...headerRows].map((value) => ({
            value,
            label:
              value === 'first' || value === 'none'
                ? batch.sheetForm.headers[value]
                : batch.sheetForm.headerRow(Number(value)),
          }))}
        />
      </Field>
      <Field label={batch.sheetForm.language} layout="row">
        <Select
          size="sm"
          value={language ?? pageLanguage()}
          onChange={(tag) => source.readAgain({ language: tag })}
          options={LANGUAGE_TAGS.map((tag) => ({ value: tag, label: languageName(tag), hint: tag }))}
        />
      </Field>
      <Field label={batch.sheetForm.hidden} layout="row">
        <Switch checked={hidden} onChange={(isOn) => source.readAgain({ hidden: isOn })} />
      </Field>
      <Field label={batch.sheetForm.merged} layout="row">
        <Switch checked={merged} onChange={(isOn) => source.readAgain({ merged: isOn })} />
      </Field>
    </>
  );
}
