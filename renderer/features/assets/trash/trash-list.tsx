import { Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { moveGridFocus } from '#renderer/ui/keyboard/grid-focus.ts';
import { serviceLimits } from '#shared/contract/limits.ts';
import styles from './trash-panel.module.css';
import { type TrashButton, TrashRow } from './trash-row.tsx';
import type { TrashCommands } from './use-trash-commands.ts';

export interface TrashListProps {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly entries: readonly TrashEntry[];
  readonly commands: Pick<TrashCommands, 'restore'> & {
    /** Asks whether one should be deleted for good. */
    readonly remove: (entry: TrashEntry) => void;
  };
  /** The row that a menu is about to open at. */
  readonly onMenu: (entry: TrashEntry) => void;
  /** Below the rows. */
  readonly children: ReactNode;
}

/** Deleted assets, the latest first. One stop for Tab; arrows go between rows and their buttons, Delete asks. */
export function TrashList({ area, entries, commands, onMenu, children }: TrashListProps) {
  const words = useStrings().assets.trash;
  const [stop, setStop] = useState<{ readonly at: number; readonly button: TrashButton }>({ at: 0, button: 'restore' });
  const isTakenOut = useRef(false);
  useEffect(() => {
    // The button that was pressed goes with its row: the focus goes to the row that takes its place.
    void entries;
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    if (!isTakenOut.current || hasFocus) return;
    isTakenOut.current = false;
    (area.current?.querySelector<HTMLElement>('[data-trash][tabindex="0"]') ?? area.current)?.focus();
  }, [area, entries]);
  const at = Math.min(stop.at, entries.length - 1);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that may hold no field.
    <div ref={area} tabIndex={-1} role="group" aria-label={words.list} className={styles.content}>
      {entries.length === 0 ? (
        <EmptyState icon={Trash2} title={words.nothing} hint={words.nothingHint(serviceLimits.trashDays)} />
      ) : (
        <ul
          className={styles.list}
          aria-label={words.list}
          onKeyDown={(event) => {
            if (moveGridFocus(event, '[data-trash]')) return;
            const entry = entries[at];
            if (event.key !== 'Delete' || entry === undefined) return;
            event.preventDefault();
            commands.remove(entry);
          }}
        >
          {entries.map((entry, index) => (
            <TrashRow
              key={entry.id}
              entry={entry}
              tabStop={index === at ? stop.button : null}
              onFocus={(button) => setStop({ at: index, button })}
              onRestore={() => {
                isTakenOut.current = true;
                void commands.restore([entry]);
              }}
              onRemove={() => commands.remove(entry)}
              onMenu={() => {
                // What takes the place of this row has the focus afterwards.
                setStop({ at: index, button: 'restore' });
                onMenu(entry);
              }}
            />
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
