import { useId } from 'react';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField, type TextFieldProps } from '#renderer/ui/fields/text-field.tsx';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import type { Choice } from '#shared/template/value-types/variable-types.ts';
import type { Variable } from '#shared/template/variables/variables.ts';
import { proposalsOf } from './asked.ts';

export interface ChoiceSelectProps {
  readonly choices: readonly Choice[];
  /** Null where there is none; one that is not among the choices is shown as it is. */
  readonly value: string | null;
  readonly label: string;
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: string) => void;
}

/** One of the values that a variable may have, by their labels. */
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

/** A text that may be one of some that are proposed: those that conditions ask for, or families of fonts. */
export function ProposingField({ variable, ...field }: TextFieldProps & { readonly variable: Variable }) {
  const list = useId();
  const proposals = variable.declaration?.type === 'font' ? BUNDLED_FAMILIES : proposalsOf(variable);
  if (proposals.length === 0) return <TextField {...field} />;
  return (
    <>
      <TextField {...field} list={list} />
      <datalist id={list}>
        {proposals.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
