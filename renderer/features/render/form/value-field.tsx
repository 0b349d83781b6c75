import { CircleX, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListButton } from '#renderer/project/list-dialog.tsx';
import { ChoiceSelect, SuggestionField } from '#renderer/project/sample-field.tsx';
import { SourcePicker } from '#renderer/project/source-picker.tsx';
import { assetKindsOf, choicesOf, numberBounds } from '#renderer/project/variable-inputs.ts';
import { labelOf } from '#renderer/project/variable-labels.ts';
import type { VariableRow } from '#renderer/project/variable-rows.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { TextArea } from '#renderer/ui/fields/text-area.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { Message } from '#shared/messages/message.ts';
import { needsValue } from '#shared/resolve/variables.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import styles from './variable-fields.module.css';

export interface ValueFieldProps {
  readonly row: VariableRow;
  /** Called with the value; null restores the default. */
  readonly onChange: (value: string | null) => void;
}

/** A field for the value of a variable in this render, selected by the variable's type. */
export function ValueField({ row, onChange }: ValueFieldProps) {
  const { variables } = useStrings();
  const { variable, origin } = row;
  const end: ReactNode =
    origin === 'default' || origin === 'brand' ? (
      <span className={styles.default}>{origin === 'brand' ? variables.isBrand : variables.isDefault}</span>
    ) : origin === 'none' ? (
      <Icon icon={CircleX} size={14} className={styles.bad} />
    ) : origin === 'sample' && (variable.default !== null || !needsValue(variable)) ? (
      <IconButton
        icon={RotateCcw}
        label={variables.clearSample}
        size="sm"
        iconSize={12}
        className={styles.reset}
        onClick={() => onChange(null)}
      />
    ) : null;
  const Shown = variable.declaration?.type === 'list' ? ListControl : Control;
  return <Shown row={row} end={end} onChange={onChange} />;
}

/** The number of items with a button that edits them. For an unreadable list, a text field. */
function ListControl({ row, end, onChange }: ValueFieldProps & { readonly end: ReactNode }) {
  const { variable, value, problems } = row;
  const refused = problems.find(({ code }) => code === 'variable/refused')?.says;
  return (
    <div className={styles.line}>
      <ListButton
        variable={variable}
        value={value}
        label={labelOf(variable)}
        disabled={false}
        otherwise={<TextControl row={row} end={null} invalid={refusalText(refused)} onChange={onChange} />}
        onChange={onChange}
      />
      {end}
    </div>
  );
}

function Control({ row, end, onChange }: ValueFieldProps & { readonly end: ReactNode }) {
  const { variables, kit } = useStrings();
  const { variable, value, origin, problems } = row;
  const label = labelOf(variable);
  const refused = problems.find(({ code }) => code === 'variable/refused')?.says;
  const isLacking = problems.some(({ code }) => code === 'variable/missing');
  const invalid = isLacking ? variables.noValue : refusalText(refused);
  const choices = choicesOf(variable);
  if (choices !== null)
    return (
      <div className={styles.line}>
        <ChoiceSelect choices={choices} value={value} label={label} invalid={invalid} onChange={onChange} />
        {end}
      </div>
    );
  switch (variable.type) {
    case 'number': {
      const number = value === null ? null : Number(value);
      // Show a text that is not a number in a text field, so that the user can correct it.
      if (number === null || value?.trim() === '' || !Number.isFinite(number)) break;
      const bounds = numberBounds(variable);
      return (
        <NumberField
          value={number}
          {...bounds}
          label={label}
          size="sm"
          unit={end}
          invalid={invalid}
          onCommit={(next) => onChange(writeNumber(next, bounds.precision))}
        />
      );
    }
    case 'color':
      if (value === null || value.trim() === '') break;
      return (
        <div className={styles.line}>
          <ColorControl value={value} label={label} invalid={invalid} onChange={onChange} />
          {end}
        </div>
      );
    case 'boolean':
      // If the value of a switch is not needed, show the switch as off.
      if (value !== 'true' && value !== 'false' && origin !== 'unneeded') break;
      return (
        <div className={styles.line}>
          <Switch checked={value === 'true'} label={label} onChange={(on) => onChange(String(on))} />
          <span className={styles.word}>{value === null ? '' : value === 'true' ? kit.on : kit.off}</span>
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
  return <TextControl row={row} end={end} invalid={invalid} onChange={onChange} />;
}

interface ColorControlProps extends Pick<ValueFieldProps, 'onChange'> {
  readonly value: string;
  readonly label: string;
  readonly invalid: string | undefined;
}

function ColorControl({ value, label, invalid, onChange }: ColorControlProps) {
  const color = parseColor(value);
  return (
    <ColorField
      value={color.ok ? formatColor(color.value) : null}
      text={color.ok ? undefined : value}
      label={label}
      size="sm"
      invalid={invalid}
      onCommit={onChange}
      onText={onChange}
    />
  );
}

/** A text field for text types, and for values that do not match their type. */
function TextControl({
  row: { variable, value, origin },
  end,
  invalid,
  onChange,
}: ValueFieldProps & { readonly end: ReactNode; readonly invalid: string | undefined }) {
  const { variables } = useStrings();
  const field = {
    value: value ?? '',
    placeholder: origin === 'none' ? variables.noValue : origin === 'unneeded' ? variables.unneeded : undefined,
    label: labelOf(variable),
    invalid,
    onChange,
  };
  if (variable.declaration?.multiline === true && variable.type === 'text')
    return (
      <div className={styles.line}>
        <TextArea {...field} />
        {end}
      </div>
    );
  return <SuggestionField {...field} variable={variable} size="sm" end={end} />;
}

function refusalText(refused: Message | null | undefined): string | undefined {
  return refused == null ? undefined : say(refused, { atField: true });
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
      shows={assetKindsOf(variable)}
      label={labelOf(variable)}
      placeholder={row.origin === 'unneeded' || value !== null ? variables.unneeded : variables.noValue}
      invalid={invalid}
      end={end}
      onChange={(next) => onChange(next.kind === 'asset' ? next.name : next.url)}
    />
  );
}
