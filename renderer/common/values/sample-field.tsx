import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { TextArea } from '#renderer/ui/fields/text-area.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { Choice } from '#shared/template/value-types/variable-types.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import type { Variable } from '#shared/template/variables/variables.ts';
import { SourcePicker } from '../sources/source-picker.tsx';
import { assetKindsOf, choicesOf, numberBounds, numberOf } from './asked.ts';
import { ChoiceSelect, ProposingField } from './offered-values.tsx';
import styles from './sample-field.module.css';
import type { ValueOrigin } from './variable-rows.ts';

export interface SampleFieldProps {
  readonly variable: Variable;
  /** What it has now; null where it has nothing. */
  readonly value: string | null;
  readonly origin: ValueOrigin;
  /** What is wrong with the value. */
  readonly invalid?: string | undefined;
  /** The values make themselves. */
  readonly disabled?: boolean | undefined;
  /** Null takes the sample away. */
  readonly onChange: (value: string | null) => void;
}

/** A variable's sample value, edited as its type is. */
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
      if (value === null || value.trim() === '' || parseColor(value).ok) return <ColourSample {...shared} />;
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
  if (variable.declaration?.multiline === true && variable.type === 'text')
    return (
      <>
        <TextArea {...field} />
        {shared.mark}
      </>
    );
  return <ProposingField {...field} variable={variable} size="sm" end={shared.mark} boxClassName={styles.grow} />;
}

/** What stands where there is no value. */
function placeholderOf(origin: ValueOrigin, words: Catalogue['variables']): string | undefined {
  return origin === 'none' ? words.noValue : origin === 'unneeded' ? words.unneeded : undefined;
}

/** Where the value comes from. */
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

function ColourSample({ value, origin, label, bad, mark, disabled, onChange }: TypedSampleProps) {
  const { variables } = useStrings();
  const colour = value === null ? null : parseColor(value);
  return (
    <>
      <ColorField
        value={colour?.ok ? formatColor(colour.value) : null}
        placeholder={placeholderOf(origin, variables) ?? ''}
        label={label}
        size="sm"
        invalid={bad}
        disabled={disabled}
        onCommit={onChange}
        onEmpty={() => onChange('')}
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
