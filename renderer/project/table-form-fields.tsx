import { languageName } from '#renderer/strings/language-names.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { encodings } from '#shared/batch/decode-table.ts';
import { LANGUAGE_TAGS } from '#shared/formats/languages.ts';

/** The options for reading a sheet. */
export interface SheetForm {
  /** The row with the names of the columns: the first row with content, none, or the number of a row. */
  readonly header: 'first' | 'none' | number;
  /** The language of numbers and dates. */
  readonly language: string;
  readonly hidden: boolean;
  readonly merged: boolean;
}

interface FieldsProps<Form> {
  readonly form: Form;
  readonly size?: 'sm' | 'md';
  readonly onChange: (change: Partial<Form>) => void;
}

/** The number of rows that the user can choose as the header. */
const HEADER_ROWS = 20;

/** The options for reading a sheet of a workbook. */
export function SheetFormFields({ form, size = 'md', onChange }: FieldsProps<SheetForm>) {
  const { sheetForm: words } = useStrings().batch;
  const { header, language, hidden, merged } = form;
  return (
    <>
      <HeaderField header={header} rows={HEADER_ROWS} size={size} onChange={onChange} />
      <Field label={words.language} layout="row">
        <Select
          size={size}
          value={language}
          onChange={(tag) => onChange({ language: tag })}
          options={LANGUAGE_TAGS.map((tag) => ({ value: tag, label: languageName(tag), hint: tag }))}
        />
      </Field>
      <Field label={words.hidden} layout="row">
        <Switch checked={hidden} onChange={(isOn) => onChange({ hidden: isOn })} />
      </Field>
      <Field label={words.merged} layout="row">
        <Switch checked={merged} onChange={(isOn) => onChange({ merged: isOn })} />
      </Field>
    </>
  );
}

/** The field for the row with the names of the columns. `rows` is the number of rows that it offers. */
export function HeaderField({
  header,
  rows,
  size = 'md',
  onChange,
}: Pick<SheetForm, 'header'> & {
  readonly rows: number;
  readonly size?: 'sm' | 'md';
  readonly onChange: (change: Pick<SheetForm, 'header'>) => void;
}) {
  const { sheetForm: words } = useStrings().batch;
  const numbers = Array.from({ length: rows }, (_, at) => at + 1);
  const choices = [
    'first',
    'none',
    ...numbers,
    ...(typeof header === 'number' && header > rows ? [header] : []),
  ] as const;
  return (
    <Field label={words.header} layout="row">
      <Select
        size={size}
        value={String(header)}
        onChange={(value) => onChange({ header: value === 'first' || value === 'none' ? value : Number(value) })}
        options={choices.map((value) => ({
          value: String(value),
          label: typeof value === 'number' ? words.headerRow(value) : words.headers[value],
        }))}
      />
    </Field>
  );
}

export const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
export type DelimiterName = (typeof delimiterNames)[keyof typeof delimiterNames];

/** The options for reading a text table. Null means that the service detects the value. */
export interface TextForm {
  readonly encoding: (typeof encodings)[number] | null;
  readonly delimiter: DelimiterName | null;
}

/** The options with which the service read the table. */
interface FoundForm {
  readonly encoding: string | null;
  readonly delimiter: DelimiterName | null;
}

/** The select value for a detected option. */
const DETECTED = 'detected';

/** The options for reading a text table. `found` has the detected values. */
export function TextFormFields({
  form,
  found,
  onChange,
}: FieldsProps<TextForm> & { readonly found: FoundForm | null }) {
  const { batch } = useStrings();
  const { encoding, delimiter } = form;
  const delimiters = Object.entries(delimiterNames).map(([sign, name]) => ({
    value: name,
    label: batch.delimiters[sign as keyof typeof delimiterNames],
  }));
  const foundEncoding = encodings.find((each) => each === found?.encoding);
  const foundDelimiter = delimiters.find(({ value }) => value === found?.delimiter);
  const detected = (label: string | undefined) => ({
    value: DETECTED,
    label: label === undefined ? batch.detected : batch.guessed(label),
  });
  return (
    <>
      <Field label={batch.encoding} layout="row">
        <Select
          value={encoding ?? DETECTED}
          onChange={(value) => onChange({ encoding: encodings.find((each) => each === value) ?? null })}
          options={[
            detected(foundEncoding === undefined ? undefined : batch.encodings[foundEncoding]),
            ...encodings.map((value) => ({ value, label: batch.encodings[value] })),
          ]}
        />
      </Field>
      <Field label={batch.delimiter} layout="row">
        <Select
          value={delimiter ?? DETECTED}
          onChange={(value) => onChange({ delimiter: delimiters.find((each) => each.value === value)?.value ?? null })}
          options={[detected(foundDelimiter?.label), ...delimiters]}
        />
      </Field>
    </>
  );
}
