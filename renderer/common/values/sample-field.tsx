import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatColor, parseColor } from '../../../shared/template/values/color.ts';
import type { Variable } from '../../../shared/template/variables/variables.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { ColorField } from '../../ui/fields/color-field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { writeNumber } from '../../ui/format/written-number.ts';
import { SourcePicker } from '../sources/source-picker.tsx';
import styles from './sample-field.module.css';

export interface SampleFieldProps {
  readonly variable: Variable;
  /** What it has now; null where it has nothing. */
  readonly value: string | null;
  readonly origin: 'sample' | 'default' | 'none';
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
  const bad = invalid ?? (origin === 'none' ? variables.noValue : undefined);
  const shared = { ...props, bad, mark: <Mark origin={origin} disabled={disabled} /> };
  switch (variable.type) {
    case 'number':
      if (value === null || Number.isFinite(Number(value))) return <NumberSample {...shared} />;
      break;
    case 'color':
      if (value === null || parseColor(value).ok) return <ColourSample {...shared} />;
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
  return (
    <TextField
      value={value ?? ''}
      placeholder={origin === 'none' ? variables.noValue : undefined}
      label={label}
      size="sm"
      end={shared.mark}
      invalid={bad}
      disabled={disabled}
      boxClassName={styles.grow}
      onCommit={onChange}
    />
  );
}

/** Where the value comes from. */
function Mark({ origin, disabled = false }: Pick<SampleFieldProps, 'origin' | 'disabled'>) {
  const { variables } = useStrings();
  if (origin === 'none') return null;
  const isSet = origin === 'sample' && !disabled;
  const word = isSet ? variables.isSet : origin === 'sample' ? variables.automatic : variables.isDefault;
  return <span className={isSet ? styles.isSet : styles.isDefault}>{word}</span>;
}

interface TypedSampleProps extends SampleControlProps {
  readonly bad: string | undefined;
  readonly mark: ReactNode;
}

function NumberSample({ value, label, bad, mark, disabled, onChange }: TypedSampleProps) {
  return (
    <NumberField
      value={value === null ? null : Number(value)}
      step={0.01}
      precision={4}
      label={label}
      size="sm"
      unit={mark}
      invalid={bad}
      disabled={disabled}
      className={styles.grow}
      onCommit={(next) => onChange(writeNumber(next, 4))}
    />
  );
}

function ColourSample({ value, label, bad, mark, disabled, onChange }: TypedSampleProps) {
  const colour = value === null ? null : parseColor(value);
  return (
    <>
      <ColorField
        value={colour?.ok ? formatColor(colour.value) : null}
        label={label}
        size="sm"
        invalid={bad}
        disabled={disabled}
        onCommit={onChange}
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
  return (
    <SourcePicker
      value={value === null ? null : mediaOf(variable, value)}
      kinds={variable.uses.some(({ source }) => source?.form === 'asset') ? 'asset' : 'url'}
      label={label}
      placeholder={bad ?? ''}
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
