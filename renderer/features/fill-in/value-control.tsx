import { useMemo } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useAddedFamilies } from '#renderer/api/queries/use-fonts.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { declaredFamilies, fontChoices } from '#renderer/project/font-families.ts';
import { ListButton } from '#renderer/project/list-dialog.tsx';
import { SuggestionField } from '#renderer/project/sample-field.tsx';
import { choicesOf, numberBounds, numberOf } from '#renderer/project/variable-inputs.ts';
import { sampleOf } from '#renderer/project/variable-rows.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextArea } from '#renderer/ui/fields/text-area.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { Choice } from '#shared/template/value-types/text-types.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import type { ControlProps } from './control-props.ts';
import { MediaControl } from './media-control.tsx';

/** The maximum number of choices in one row. A select shows larger numbers of choices. */
const MAX_SEGMENTS = 4;
const MAX_LETTERS = 28;

/**
 * The control for a variable, selected by the variable's type. If the value does not match the type, it is shown in a
 * text field, so that the user can correct it.
 */
export function ValueControl(props: ControlProps) {
  const { field, invalid, disabled, onChange } = props;
  const { variable, row } = field;
  const { value } = row;
  const choices = choicesOf(variable);
  if (choices !== null) return <ChoiceControl {...props} choices={choices} />;
  if (variable.declaration?.type === 'font') return <FontControl {...props} />;
  if (variable.declaration?.type === 'list')
    return (
      <ListButton
        variable={variable}
        value={value}
        label={props.label}
        disabled={disabled}
        otherwise={<TextControl {...props} />}
        onChange={onChange}
      />
    );
  switch (variable.type) {
    case 'number':
      if (!Number.isFinite(Number(value ?? ''))) break;
      return <NumberControl {...props} value={numberOf(value)} />;
    case 'color': {
      const color = value === null || value.trim() === '' ? null : parseColor(value);
      return (
        <ColorField
          value={color?.ok === true ? formatColor(color.value) : null}
          text={color?.ok === false ? (value ?? undefined) : undefined}
          placeholder=""
          invalid={invalid}
          disabled={disabled}
          onPreview={onChange}
          onCommit={onChange}
          onCancel={() => onChange(sampleOf(row))}
          onEmpty={() => onChange('')}
          onText={onChange}
        />
      );
    }
    case 'boolean':
      if (value !== null && value !== 'true' && value !== 'false' && value.trim() !== '') break;
      return <Switch checked={value === 'true'} disabled={disabled} onChange={(on) => onChange(String(on))} />;
    case 'media':
      return <MediaControl {...props} />;
    case 'time':
    case 'text':
      break;
    default:
      return variable.type satisfies never;
  }
  return <TextControl {...props} />;
}

function ChoiceControl(props: ControlProps & { readonly choices: readonly Choice[] }) {
  const { field, label, invalid, disabled, onChange, choices } = props;
  const { value } = field.row;
  const options = choices.map((choice) => ({ value: choice.value, label: choice.label ?? choice.value }));
  const chosen = options.find((option) => option.value === value?.trim())?.value ?? null;
  const letters = options.reduce((sum, option) => sum + option.label.length, 0);
  const shared = { value: chosen, options, disabled, onChange, label };
  return options.length <= MAX_SEGMENTS && letters <= MAX_LETTERS ? (
    <Segmented {...shared} />
  ) : (
    <Select {...shared} invalid={invalid} placeholder={value ?? ''} />
  );
}

function NumberControl({
  field,
  value,
  invalid,
  disabled,
  onChange,
}: ControlProps & { readonly value: number | null }) {
  const { variables } = useStrings();
  const bounds = numberBounds(field.variable);
  const change = (next: number) => onChange(writeNumber(next, bounds.precision));
  return (
    <NumberField
      value={value}
      {...bounds}
      placeholder={field.row.origin === 'unneeded' ? variables.unneeded : ''}
      invalid={invalid}
      disabled={disabled}
      onPreview={change}
      onCommit={change}
      onEmpty={() => onChange('')}
    />
  );
}

function TextControl({ field, invalid, disabled, onChange }: ControlProps) {
  const { variables } = useStrings();
  const { variable, row } = field;
  const shared = {
    value: row.value ?? '',
    placeholder: row.origin === 'unneeded' ? variables.unneeded : undefined,
    invalid,
    disabled,
    onChange,
  };
  return variable.declaration?.multiline === true && variable.type === 'text' ? (
    <TextArea {...shared} rows={3} />
  ) : (
    // Each field detects its text direction, because a value can be in any script.
    <SuggestionField {...shared} variable={variable} dir="auto" />
  );
}

const fontFiles = (assets: readonly AssetEntry[]): readonly string[] =>
  assets.filter(({ media }) => media?.kind === 'font').map(({ name }) => name);

/** A select for a font family of the template, the project, or the program. */
function FontControl({ field, invalid, disabled, onChange }: ControlProps) {
  const project = useEditorValue(({ document }) => document.state.project);
  const root = useEditorValue(({ document }) => document.state.document);
  const { data: files } = useAssets(project, fontFiles);
  const added = useAddedFamilies();
  const names = useMemo(
    () => [...new Set(fontChoices(declaredFamilies(root), files ?? [], added).map(({ name }) => name))],
    [root, files, added],
  );
  const { value } = field.row;
  return (
    <Select
      value={names.find((name) => name === value) ?? null}
      placeholder={value ?? ''}
      options={names.map((name) => ({ value: name, label: name }))}
      invalid={invalid}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
