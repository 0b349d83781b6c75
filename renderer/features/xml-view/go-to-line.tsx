import { useState } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { XmlEditor } from './editor/xml-editor.ts';
import styles from './xml-panel.module.css';

interface GoToLineProps {
  readonly editor: XmlEditor;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Line and column of the cursor; pressed, it asks for another line. */
export function GoToLine({ editor, open, onOpen }: GoToLineProps) {
  const { xmlView: words } = useStrings();
  const { line, column, lines } = useStore(editor.sight);
  const [wanted, setWanted] = useState('');
  const go = () => {
    onOpen(false);
    setWanted('');
    const found = Number.parseInt(wanted, 10);
    // Closing gives the focus back to the button first.
    if (Number.isFinite(found)) setTimeout(() => editor.goToLine(found));
  };
  return (
    <Popover
      label={words.goToLine}
      side="top"
      open={open}
      onOpenChange={onOpen}
      trigger={
        <button type="button" className={styles.place}>
          {words.place(line, column)}
        </button>
      }
    >
      <form
        className={styles.lineForm}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextField
          label={words.lineOf(lines)}
          placeholder={words.lineOf(lines)}
          value={wanted}
          onChange={setWanted}
          inputMode="numeric"
          autoFocus
        />
      </form>
    </Popover>
  );
}
