import { useRef, useState } from 'react';
import type { Variable } from '../../../shared/template/variables/variables.ts';
import { useInspectorDispatch } from '../../common/edits/use-field-edit.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Changes a variable's default at every place that uses it. */
export function DefaultDialog({ variable, onClose }: { readonly variable: Variable; readonly onClose: () => void }) {
  const { variables: words, kit } = useStrings();
  const dispatch = useInspectorDispatch();
  const [value, setValue] = useState(variable.default ?? '');
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.defaultTitle(variable.name)}
      size="sm"
      initialFocus={input}
      onSubmit={() => {
        onClose();
        dispatch({ type: 'variable/set-default', variable: variable.name, default: value });
      }}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary">
            {words.defaultDo}
          </Button>
        </>
      }
    >
      <Field label={words.defaultField} hint={words.defaultHint}>
        <TextField ref={input} value={value} onChange={setValue} onFocus={(event) => event.target.select()} />
      </Field>
    </Dialog>
  );
}
