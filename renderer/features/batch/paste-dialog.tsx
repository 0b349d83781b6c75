import { useState } from 'react';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './batch-screen.module.css';

export interface PasteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Whether it is a table. */
  readonly onUse: (text: string) => Promise<boolean>;
}

/** A table as text: pasted, or typed. */
export function PasteDialog({ open, onClose, onUse }: PasteDialogProps) {
  const { batch } = useStrings();
  const [text, setText] = useState('');
  const close = () => {
    setText('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={batch.pasteTitle}
      description={batch.pasteHint}
      size="lg"
      onSubmit={() => {
        if (text.trim() !== '') void onUse(text).then((isTaken) => isTaken && close());
      }}
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
      />
    </Dialog>
  );
}
