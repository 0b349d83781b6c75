import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import { PaletteField } from '#renderer/ui/overlays/palette-field.tsx';
import { PaletteKey } from '#renderer/ui/overlays/palette-key.tsx';
import frame from '../../ui/overlays/palette.module.css';
import styles from './command-palette.module.css';
import { PaletteLines } from './palette-lines.tsx';
import { usePalette } from './use-palette.ts';

/** Every action and everything with a name, by name. */
export function CommandPalette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { app } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  const opening = useRef({ open: false, count: 0 });
  if (open !== opening.current.open) opening.current = { open, count: opening.current.count + (open ? 1 : 0) };
  // Opened again while it still closes, the dialog does not move the focus by itself.
  const isMounted = useRef(false);
  useEffect(() => {
    if (!open) return;
    if (isMounted.current) input.current?.focus();
    isMounted.current = true;
  }, [open]);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) isMounted.current = false;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup
          data-modal-dialog=""
          aria-label={app.commands}
          className={clsx(frame.palette, styles.palette)}
          initialFocus={input}
        >
          <PaletteBody key={opening.current.count} inputRef={input} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const listId = 'palette-list';

interface PaletteBodyProps {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

/** Mounted for each opening, also for one while the palette still closes, so that it begins anew. */
function PaletteBody({ inputRef, onClose }: PaletteBodyProps) {
  const { app } = useStrings();
  const palette = usePalette(onClose);
  const { query, sections, activeId } = palette;
  return (
    <>
      <PaletteField
        inputRef={inputRef}
        label={app.findCommand}
        listId={listId}
        activeId={activeId === null ? null : optionId(activeId)}
        value={query}
        onChange={palette.setQuery}
        onKeyDown={palette.onKeyDown}
        className={styles.head}
      />
      <div id={listId} role="listbox" aria-label={app.commands} className={styles.list}>
        <PaletteLines sections={sections} activeId={activeId} optionId={optionId} onRun={palette.run} />
      </div>
      {sections.length === 0 && (
        <p role="status" className={styles.heading} style={{ position: 'absolute', top: 60, left: 8 }}>
          {app.nothingFound(query)}
        </p>
      )}
      <footer className={frame.foot}>
        <PaletteKey keys={['ArrowUp', 'ArrowDown']} does={app.choose} />
        <PaletteKey keys={['Enter']} does={app.run} />
        <button type="button" className={clsx(frame.key, styles.allKeys)} onClick={palette.showKeys}>
          <Kbd keys="?" />
          {app.allKeys}
        </button>
      </footer>
    </>
  );
}

function optionId(id: string): string {
  return `palette-${id}`;
}
