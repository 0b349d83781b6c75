import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { inQuotes, say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { Statement } from '#shared/statements/statement.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import { resolveTemplate } from '#shared/template/resolve/resolve.ts';
import { variableAtFault } from '#shared/template/variables/variable-at-fault.ts';
import type { Variable } from '#shared/template/variables/variables.ts';

/** Changes a variable's default at every place that uses it. */
export function DefaultDialog({ variable, onClose }: { readonly variable: Variable; readonly onClose: () => void }) {
  const { variables: words, kit } = useStrings();
  const dispatch = useInspectorDispatch();
  const [value, setValue] = useState(variable.default ?? '');
  const input = useRef<HTMLInputElement>(null);
  const document = useEditor((state) => state.document);
  const checked = useDeferredValue(value);
  const refusal = useMemo(() => refusalOfDefault(document, variable, checked), [document, variable, checked]);
  const problem = refusal === null ? undefined : inQuotes(say(refusal));
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.defaultTitle(variable.name)}
      size="sm"
      initialFocus={input}
      onSubmit={() => {
        if (refusalOfDefault(document, variable, value) !== null) return;
        onClose();
        dispatch({ type: 'variable/set-default', variable: variable.name, default: value });
      }}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" disabled={problem !== undefined} tooltip={problem}>
            {words.defaultDo}
          </Button>
        </>
      }
    >
      <Field label={words.defaultField} hint={words.defaultHint}>
        <TextField
          ref={input}
          value={value}
          invalid={problem}
          onChange={setValue}
          onFocus={(event) => event.target.select()}
        />
      </Field>
    </Dialog>
  );
}

/** Why a use or the settings of a variable refuse a value as its default; null if all of them take it. */
export function refusalOfDefault(document: TemplateDocument, variable: Variable, value: string): Statement | null {
  const { findings } = resolveTemplate(document, { values: new Map([[variable.name, value]]), missing: 'ignore' });
  const of = variableAtFault([variable]);
  const refused = findings.find((finding) => finding.code === 'variable/refused' && of(finding) === variable.name);
  return refused?.says ?? null;
}
