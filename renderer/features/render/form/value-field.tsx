import { CircleX, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatColor, parseColor } from '../../../../shared/template/values/color.ts';
import { SourcePicker } from '../../../common/sources/source-picker.tsx';
import type { VariableRow } from '../../../common/values/variable-rows.ts';
import { sayPlainly } from '../../../strings/say.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { ColorField } from '../../../ui/fields/color-field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { writeNumber } from '../../../ui/format/written-number.ts';
import styles from './variable-fields.module.css';

export interface ValueFieldProps {
  readonly row: VariableRow;
  /** Null goes back to the default. */
  readonly onChange: (value: string | null) => void;
}

/** What one variable is rendered with, edited as its type is. */
export function ValueField({ row, onChange }: ValueFieldProps) {
  const { variables } = useStrings();
  const { variable, origin } = row;
  const end: ReactNode =
    origin === 'default' ? (
      <span className={styles.default}>{variables.isDefault}</span>
    ) : origin === 'none' ? (
      <Icon icon={CircleX} size={14} className={styles.bad} />
    ) : variable.default !== null ? (
      <IconButton
        icon={RotateCcw}
        label={variables.clearSample}
        size="sm"
        iconSize={12}
        className={styles.reset}
        onClick={() => onChange(null)}
      />
    ) : null;
  return <Control row={row} end={end} onChange={onChange} />;
}

function Control({ row, end, onChange }: ValueFieldProps & { readonly end: ReactNode }) {
  const { variables } = useStrings();
  const { variable, value, origin, problems } = row;
  const label = variable.name;
  const refused = problems.find(({ code }) => code === 'variable/refused')?.says;
  const invalid = origin === 'none' ? variables.noValue : refused == null ? undefined : sayPlainly(refused);
  switch (variable.type) {
    case 'number': {
      const number = value === null ? null : Number(value);
      // What is no number stays a text, so that it can be seen and mended; so does what has none yet.
      if (number === null || value?.trim() === '' || !Number.isFinite(number)) break;
      return (
        <NumberField
          value={number}
          step={0.01}
          precision={4}
          label={label}
          size="sm"
          unit={end}
          invalid={invalid}
          onCommit={(next) => onChange(writeNumber(next, 4))}
        />
      );
    }
    case 'color': {
      const colour = value === null ? null : parseColor(value);
      if (colour?.ok !== true) break;
      return (
        <div className={styles.line}>
          <ColorField value={formatColor(colour.value)} label={label} size="sm" invalid={invalid} onCommit={onChange} />
          {end}
        </div>
      );
    }
    case 'boolean':
      if (value !== 'true' && value !== 'false') break;
      return (
        <div className={styles.line}>
          <Switch checked={value === 'true'} label={label} onChange={(on) => onChange(String(on))} />
          <span className={styles.word}>{value}</span>
          {end}
        </div>
      );
    case 'media':
      return <MediaField row={row} end={end} invalid={invalid} onChange={onChange} />;
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
      end={end}
      invalid={invalid}
      onChange={onChange}
    />
  );
}

function MediaField({
  row,
  end,
  invalid,
  onChange,
}: ValueFieldProps & { readonly end: ReactNode; readonly invalid: string | undefined }) {
  const { variables } = useStrings();
  const { variable, value } = row;
  const isAsset = variable.uses.some(({ source }) => source?.form === 'asset');
  const source =
    value === null
      ? null
      : isAsset
        ? ({ kind: 'asset', name: value } as const)
        : ({ kind: 'url', url: value } as const);
  return (
    <SourcePicker
      value={source}
      kinds={isAsset ? 'asset' : 'url'}
      label={variable.name}
      placeholder={variables.noValue}
      invalid={invalid}
      end={end}
      onChange={(next) => onChange(next.kind === 'asset' ? next.name : next.url)}
    />
  );
}
