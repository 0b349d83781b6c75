import { useRef, useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { isVariableName } from '#shared/lib/variable-name.ts';
import styles from './variables.module.css';

export interface RenameVariableDialogProps {
  /** The name of the variable; null if the user chooses it in the dialog. */
  readonly name: string | null;
  readonly onClose: () => void;
}

/** The dialog that renames a variable everywhere in the template and in all data sets. */
export function RenameVariableDialog({ name: initialName, onClose }: RenameVariableDialogProps) {
  const { variables: strings, kit } = useStrings();
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const dispatch = useInspectorDispatch();
  const [chosen, setChosen] = useState(initialName ?? variables[0]?.name ?? '');
  const [name, setName] = useState(chosen);
  const input = useRef<HTMLInputElement>(null);
  const requested = name.trim();
  const uses = variables.find((each) => each.name === chosen)?.uses.length ?? 0;
  const isTaken = requested !== chosen && variables.some((each) => each.name === requested);
  const problem = isTaken
    ? strings.renameTaken
    : requested === '' || isVariableName(requested)
      ? undefined
      : strings.renameBad;
  const isValid = problem === undefined && requested !== '';
  const submit = () => {
    if (!isValid) return;
    onClose();
    if (requested !== chosen) dispatch({ type: 'variable/rename', from: chosen, to: requested });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.renameTitle}
      size="sm"
      initialFocus={input}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!isValid} tooltip={problem}>
            {strings.renameDo}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {initialName === null && (
          <Field label={strings.renameChoose}>
            <Select
              value={chosen}
              options={variables.map((each) => ({ value: each.name, label: each.name }))}
              onChange={(next) => {
                setChosen(next);
                setName(next);
              }}
            />
          </Field>
        )}
        <Field label={strings.renameTo} hint={strings.renameHint(uses)} problem={problem}>
          <TextField ref={input} value={name} onChange={setName} mono onFocus={(event) => event.target.select()} />
        </Field>
      </div>
    </Dialog>
  );
}
