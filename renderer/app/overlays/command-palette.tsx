import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Kbd } from '../../ui/display/kbd.tsx';
import styles from './command-palette.module.css';
import { PaletteLines } from './palette-lines.tsx';
import { usePalette } from './use-palette.ts';

/** Every action and everything with a name, by name. */
export function CommandPalette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { app } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup data-modal-dialog="" aria-label={app.commands} className={styles.palette} initialFocus={input}>
          <PaletteBody inputRef={input} onClose={onClose} />
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

/** Mounted while it is open, so that it begins anew each time. */
function PaletteBody({ inputRef, onClose }: PaletteBodyProps) {
  const { app } = useStrings();
  const palette = usePalette(onClose);
  const { query, sections, activeId } = palette;
  return (
    <>
      <div className={styles.head}>
        <Icon icon={Search} />
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label={app.findCommand}
          aria-expanded={true}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId === null ? undefined : optionId(activeId)}
          placeholder={app.findCommand}
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
          value={query}
          onChange={(event) => palette.setQuery(event.target.value)}
          onKeyDown={palette.onKeyDown}
        />
        <Kbd keys="Escape" />
      </div>
      <div id={listId} role="listbox" aria-label={app.commands} className={styles.list}>
        <PaletteLines sections={sections} activeId={activeId} optionId={optionId} onRun={palette.run} />
      </div>
      {sections.length === 0 && (
        <p role="status" className={styles.heading} style={{ position: 'absolute', top: 60, left: 8 }}>
          {app.nothingFound(query)}
        </p>
      )}
      <footer className={styles.foot}>
        <span>
          <Kbd keys="ArrowUp" />
          <Kbd keys="ArrowDown" />
          {app.choose}
        </span>
        <span>
          <Kbd keys="Enter" />
          {app.run}
        </span>
        <button type="button" className={styles.allKeys} onClick={palette.showKeys}>
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
