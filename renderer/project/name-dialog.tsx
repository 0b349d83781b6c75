import { useRef, useState } from 'react';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { message } from '#shared/messages/message.ts';
import { nameProblem } from '#shared/names/asset-name.ts';

export interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: string;
  readonly hint?: string | undefined;
  /** The names that are not available, and the error message if the user enters an unavailable name. */
  readonly taken?: { readonly has: (name: string) => boolean; readonly problem: string } | undefined;
  /** Called with the name. The dialog closes when the promise resolves. */
  readonly onDone: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
  /** Additional fields. */
  readonly children?: React.ReactNode;
}

/** A dialog that asks for a name. Mount it while it is open. */
export function NameDialog(props: NameDialogProps) {
  const { title, action, initial, taken, onDone, onClose } = props;
  const { kit, projects: strings } = useStrings();
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const trimmed = name.trim().normalize('NFC');
  const wrong = problemOf(trimmed);
  const shown = (tried || trimmed !== '') && trimmed !== initial ? wrong : null;

  function problemOf(text: string): string | null {
    if (text === '') return strings.nameEmpty;
    const problem = nameProblem(text);
    if (problem !== null) return say(message('name/refused', { problem }));
    return text !== initial && taken?.has(text) === true ? taken.problem : null;
  }
  const submit = () => {
    setTried(true);
    if (wrong !== null || busy) return;
    setBusy(true);
    onDone(trimmed).then(onClose, () => setBusy(false));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      initialFocus={input}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={shown !== null}>
            {action}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <Field label={strings.name} hint={props.hint} problem={shown ?? undefined}>
          <TextField
            ref={input}
            value={name}
            onChange={setName}
            invalid={shown ?? undefined}
            maxLength={255}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        {props.children}
      </div>
    </Dialog>
  );
}
