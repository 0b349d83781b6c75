import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { brandNameProblem } from './section-props.ts';

const MAX_LENGTH = 100;

export interface NameFieldProps {
  readonly name: string;
  readonly others: readonly { readonly name: string }[];
  readonly onName: (name: string) => void;
}

/** The field for the name of a color or a logo. An empty or taken name is not applied, and an error is shown. */
export function NameField({ name, others, onName }: NameFieldProps) {
  const { brand: strings } = useStrings();
  const [nameProblem, setNameProblem] = useState<string | null>(null);
  return (
    <Field label={strings.name} problem={nameProblem ?? undefined}>
      <TextField
        value={name}
        maxLength={MAX_LENGTH}
        onCommit={(text) => {
          const fault = brandNameProblem(text, others, strings);
          setNameProblem(fault);
          if (fault === null) onName(text.trim());
        }}
      />
    </Field>
  );
}
