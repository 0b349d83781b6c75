import { useRef, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { isVariableName } from '#shared/template/document/variable-name.ts';

export interface NameVariableDialogProps {
  /** Of the field. */
  readonly label: string;
  readonly proposed: string;
  /** What becomes the default; null where there is none. */
  readonly value: string | null;
  /** Names of the variables that there are. */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks what a new variable is called. */
export function NameVariableDialog({ label, proposed, value, taken, onName, onClose }: NameVariableDialogProps) {
  const { inspector, kit } = useStrings();
  const [name, setName] = useState(proposed);
  const input = useRef<HTMLInputElement>(null);
  const wanted = name.trim();
  const isGood = isVariableName(wanted);
  const hint = taken.includes(wanted)
    ? inspector.nameTaken
    : value === null
      ? inspector.nameHintNone
      : inspector.nameHint(value);
  return (
    <Dialog
      open
      onClose={onClose}
      title={inspector.nameTitle(label)}
      size="sm"
      initialFocus={input}
      onSubmit={() => isGood && onName(wanted)}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!isGood} tooltip={isGood ? undefined : inspector.nameBad}>
            {inspector.make}
          </Button>
        </>
      }
    >
      <Field label={inspector.nameField} hint={hint} problem={isGood || wanted === '' ? undefined : inspector.nameBad}>
        <TextField ref={input} value={name} onChange={setName} mono onFocus={(event) => event.target.select()} />
      </Field>
    </Dialog>
  );
}
