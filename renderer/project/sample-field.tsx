import { RotateCcw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { dataSetTitle, showSet } from '#renderer/editor/data-sets.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useSamples } from '#renderer/editor/use-samples.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextArea } from '#renderer/ui/fields/text-area.tsx';
import { TextField, type TextFieldProps } from '#renderer/ui/fields/text-field.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import type { Choice } from '#shared/template/value-types/text-types.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import automaticBannerStyles from './automatic-banner.module.css';
import { ListButton } from './list-dialog.tsx';
import styles from './sample-field.module.css';
import { SourcePicker } from './source-picker.tsx';
import { assetKindsOf, choicesOf, numberBounds, numberOf, proposalsOf } from './variable-inputs.ts';
import type { ValueOrigin } from './variable-rows.ts';

export interface SampleFieldProps {
  readonly variable: Variable;
  /** The current value; null if there is none. */
  readonly value: string | null;
  readonly origin: ValueOrigin;
  /** The message about an invalid value. */
  readonly invalid?: string | undefined;
  /** Whether the field is disabled. The values of an automatic data set cannot be edited. */
  readonly disabled?: boolean | undefined;
  /** Called with null to remove the sample value. */
  readonly onChange: (value: string | null) => void;
}

/** The input field for a variable's sample value, selected by the variable's type. */
export function SampleField(props: SampleFieldProps) {
  const { variables } = useStrings();
  const { variable, origin, disabled = false, onChange } = props;
  return (
    <div className={styles.sample} data-origin={origin}>
      <SampleControl {...props} label={variables.sampleOf(variable.name)} />
      {origin === 'sample' && !disabled && (
        <IconButton
          icon={RotateCcw}
          label={variables.clearSample}
          size="sm"
          iconSize={12}
          onClick={() => onChange(null)}
        />
      )}
    </div>
  );
}

interface SampleControlProps extends SampleFieldProps {
  readonly label: string;
}

function SampleControl(props: SampleControlProps) {
  const { variables } = useStrings();
  const { variable, value, origin, invalid, disabled, onChange, label } = props;
  const isLacking = origin === 'none' || (variable.declaration?.required === true && (value ?? '').trim() === '');
  const bad = invalid ?? (isLacking ? variables.noValue : undefined);
  const shared = { ...props, bad, mark: <Mark origin={origin} disabled={disabled} /> };
  const choices = choicesOf(variable);
  if (choices !== null) return <ChoiceSample {...shared} choices={choices} />;
  switch (variable.type) {
    case 'number':
      if (Number.isFinite(Number(value ?? ''))) return <NumberSample {...shared} />;
      break;
    case 'color':
      if (value === null || value.trim() === '' || parseColor(value).ok) return <ColorSample {...shared} />;
      break;
    case 'boolean':
      if (value === null || value === 'true' || value === 'false') return <BooleanSample {...shared} />;
      break;
    case 'media':
      return <MediaSample {...shared} />;
    case 'time':
    case 'text':
      break;
    default:
      return variable.type satisfies never;
  }
  const field = {
    value: value ?? '',
    placeholder: placeholderOf(origin, variables),
    label,
    invalid: bad,
    disabled,
    onCommit: onChange,
  };
  if (variable.declaration?.type === 'list')
    return (
      <>
        <ListButton
          variable={variable}
          value={value}
          label={label}
          disabled={disabled === true}
          otherwise={<TextField {...field} size="sm" boxClassName={styles.grow} />}
          onChange={onChange}
        />
        <span className={styles.grow} />
        {shared.mark}
      </>
    );
  if (variable.declaration?.multiline === true && variable.type === 'text')
    return (
      <>
        <TextArea {...field} />
        {shared.mark}
      </>
    );
  return <SuggestionField {...field} variable={variable} size="sm" end={shared.mark} boxClassName={styles.grow} />;
}

function placeholderOf(origin: ValueOrigin, words: Catalogue['variables']): string | undefined {
  return origin === 'none' ? words.noValue : origin === 'unneeded' ? words.unneeded : undefined;
}

/** A mark that indicates the origin of the value. */
function Mark({ origin, disabled = false }: Pick<SampleFieldProps, 'origin' | 'disabled'>) {
  const { variables } = useStrings();
  if (origin === 'none' || origin === 'unneeded') return null;
  const isSet = origin === 'sample' && !disabled;
  const others = origin === 'brand' ? variables.isBrand : variables.isDefault;
  const word = isSet ? variables.isSet : origin === 'sample' ? variables.automatic : others;
  return <span className={isSet ? styles.isSet : styles.isDefault}>{word}</span>;
}

interface TypedSampleProps extends SampleControlProps {
  readonly bad: string | undefined;
  readonly mark: ReactNode;
}

function ChoiceSample({
  value,
  label,
  bad,
  mark,
  disabled,
  choices,
  onChange,
}: TypedSampleProps & { readonly choices: readonly Choice[] }) {
  return (
    <>
      <ChoiceSelect
        choices={choices}
        value={value}
        label={label}
        invalid={bad}
        disabled={disabled}
        onChange={onChange}
      />
      {mark}
    </>
  );
}

function NumberSample({ variable, value, origin, label, bad, mark, disabled, onChange }: TypedSampleProps) {
  const bounds = numberBounds(variable);
  const { variables } = useStrings();
  return (
    <NumberField
      value={numberOf(value)}
      placeholder={placeholderOf(origin, variables) ?? ''}
      {...bounds}
      label={label}
      size="sm"
      unit={mark}
      invalid={bad}
      disabled={disabled}
      className={styles.grow}
      onCommit={(next) => onChange(writeNumber(next, bounds.precision))}
      onEmpty={() => onChange('')}
    />
  );
}

function ColorSample({ value, origin, label, bad, mark, disabled, onChange }: TypedSampleProps) {
  const { variables } = useStrings();
  const colour = value === null ? null : parseColor(value);
  return (
    <>
      <ColorField
        value={colour?.ok ? formatColor(colour.value) : null}
        text={colour?.ok === false ? (value ?? undefined) : undefined}
        placeholder={placeholderOf(origin, variables) ?? ''}
        label={label}
        size="sm"
        invalid={bad}
        disabled={disabled}
        onCommit={onChange}
        onEmpty={() => onChange('')}
        onText={onChange}
      />
      {mark}
    </>
  );
}

function BooleanSample({ value, label, mark, disabled, onChange }: TypedSampleProps) {
  const { inspector } = useStrings();
  return (
    <>
      <Segmented
        value={value}
        options={[
          { value: 'true', label: inspector.on },
          { value: 'false', label: inspector.off },
        ]}
        label={label}
        size="sm"
        disabled={disabled}
        onChange={onChange}
      />
      <span className={styles.grow} />
      {mark}
    </>
  );
}

function MediaSample({ variable, value, label, bad, mark, disabled, onChange }: TypedSampleProps) {
  const { variables } = useStrings();
  return (
    <SourcePicker
      value={value === null ? null : mediaOf(variable, value)}
      kinds={variable.uses.some(({ source }) => source?.form === 'asset') ? 'asset' : 'url'}
      shows={assetKindsOf(variable)}
      label={label}
      placeholder={bad ?? (value === null ? '' : variables.unneeded)}
      invalid={bad}
      disabled={disabled}
      end={mark}
      onChange={(source) => onChange(source.kind === 'asset' ? source.name : source.url)}
    />
  );
}

function mediaOf({ uses }: Variable, value: string) {
  return uses.some(({ source }) => source?.form === 'asset')
    ? ({ kind: 'asset', name: value } as const)
    : ({ kind: 'url', url: value } as const);
}

export interface ChoiceSelectProps {
  readonly choices: readonly Choice[];
  /** The current value; null if there is none. A value that is not among the choices is shown as the placeholder. */
  readonly value: string | null;
  readonly label: string;
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: string) => void;
}

/** A select of a variable's choices by their labels. */
export function ChoiceSelect({ choices, value, label, invalid, disabled, onChange }: ChoiceSelectProps) {
  const chosen = choices.find((choice) => choice.value === value?.trim());
  return (
    <Select
      value={chosen?.value ?? null}
      placeholder={value ?? ''}
      options={choices.map((choice) => ({ value: choice.value, label: choice.label ?? choice.value }))}
      label={label}
      size="sm"
      invalid={invalid}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** A text field with suggestions. These are values from conditions; for a font, they are font families. */
export function SuggestionField({ variable, ...field }: TextFieldProps & { readonly variable: Variable }) {
  const list = useId();
  const proposals = variable.declaration?.type === 'font' ? BUNDLED_FAMILIES : proposalsOf(variable);
  if (proposals.length === 0) return <TextField {...field} />;
  return (
    <>
      <TextField {...field} list={list} />
      <datalist id={list}>
        {proposals.map((proposal) => (
          <option key={proposal} value={proposal} />
        ))}
      </datalist>
    </>
  );
}

/** A banner which explains that an automatic data set cannot be edited. */
export function AutomaticBanner() {
  const { variables: strings } = useStrings();
  const { automatic } = useSamples();
  const { record: store } = useEditor();
  const chosen = useEditorValue(({ record }) => record.current.chosen);
  const set = useEditorValue(({ record }) => record.current.dataSets.find(({ id }) => id === record.current.chosen));
  if (automatic === null) return null;
  return (
    <div className={automaticBannerStyles.banner}>
      <span className={automaticBannerStyles.words}>{strings.automaticReadOnly(strings[automatic])}</span>
      <Button size="sm" onClick={() => store.update((record) => showSet(record, chosen))}>
        {set === undefined ? '' : dataSetTitle(set, strings)}
      </Button>
    </div>
  );
}
