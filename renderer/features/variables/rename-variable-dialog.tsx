import { useRef, useState } from 'react';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectVariables } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { isVariableName } from '#shared/template/document/variable-name.ts';
import styles from './variables.module.css';

export interface RenameVariableDialogProps {
  /** Null: it is chosen here. */
  readonly name: string | null;
  readonly onClose: () => void;
}

/** Gives a variable another name at every place, and in every data set. */
export function RenameVariableDialog({ name: given, onClose }: RenameVariableDialogProps) {
  const { variables: words, kit } = useStrings();
  const variables = useEditor(selectVariables);
  const dispatch = useInspectorDispatch();
  const [chosen, setChosen] = useState(given ?? variables[0]?.name ?? '');
  const [name, setName] = useState(chosen);
  const input = useRef<HTMLInputElement>(null);
  const wanted = name.trim();
  const uses = variables.find((each) => each.name === chosen)?.uses.length ?? 0;
  const isTaken = wanted !== chosen && variables.some((each) => each.name === wanted);
  const problem = isTaken ? words.renameTaken : wanted === '' || isVariableName(wanted) ? undefined : words.renameBad;
  const isGood = problem === undefined && wanted !== '';
  const submit = () => {
    if (!isGood) return;
    onClose();
    if (wanted !== chosen) dispatch({ type: 'variable/rename', from: chosen, to: wanted });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.renameTitle}
      size="sm"
      initialFocus={input}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!isGood} tooltip={problem}>
            {words.renameDo}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {given === null && (
          <Field label={words.renameChoose}>
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
        <Field label={words.renameTo} hint={words.renameHint(uses)} problem={problem}>
          <TextField ref={input} value={name} onChange={setName} mono onFocus={(event) => event.target.select()} />
        </Field>
      </div>
    </Dialog>
  );
}
