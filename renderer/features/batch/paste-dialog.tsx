import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import styles from './batch-screen.module.css';

export interface PasteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Whether it is a table. */
  readonly onUse: (text: string) => Promise<boolean>;
}

/** Characters. The browser takes seconds to lay out a longer text. */
const MOST_SHOWN = 500_000;

/** A table as text: pasted, or typed. */
export function PasteDialog({ open, onClose, onUse }: PasteDialogProps) {
  const { batch } = useStrings();
  const [text, setText] = useState('');
  const close = () => {
    setText('');
    onClose();
  };
  const use = (table: string) => {
    if (table.trim() !== '') void onUse(table).then((isTaken) => isTaken && close());
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={batch.pasteTitle}
      description={batch.pasteHint}
      size="lg"
      onSubmit={() => use(text)}
      footer={
        <>
          <Button onClick={close}>{batch.cancel}</Button>
          <Button variant="primary" type="submit" disabled={text.trim() === ''}>
            {batch.use}
          </Button>
        </>
      }
    >
      <textarea
        aria-label={batch.pasteLabel}
        className={`${styles.paste} mono`}
        value={text}
        rows={12}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          const { selectionStart, selectionEnd, value } = event.currentTarget;
          if (pasted.length < MOST_SHOWN) return;
          // A large table is used at once, as on the page.
          event.preventDefault();
          use(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
        }}
      />
    </Dialog>
  );
}
