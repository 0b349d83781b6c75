import { clsx } from 'clsx';
import { ArchiveRestore, Captions, File, Film, Image, type LucideIcon, Music, Trash2, Type } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { moveTileFocus } from '#renderer/interaction/focus.ts';
import { kindName } from '#renderer/project/asset-notes.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatAge, formatUntil } from '#renderer/ui/format/age.ts';
import { formatShortDate } from '#renderer/ui/format/date.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import styles from './trash-panel.module.css';
import type { TrashCommands } from './use-trash-commands.ts';

export interface TrashListProps {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly entries: readonly TrashEntry[];
  readonly commands: Pick<TrashCommands, 'restore'> & {
    /** Asks the user whether to delete the asset permanently. */
    readonly remove: (entry: TrashEntry) => void;
  };
  /** Called before a menu opens at the row. */
  readonly onMenu: (entry: TrashEntry) => void;
  /** The content below the rows. */
  readonly children: ReactNode;
}

/**
 * The deleted assets, newest first. The list is one tab stop: arrow keys move between rows and buttons, and Delete asks
 * whether to delete an asset permanently.
 */
export function TrashList({ area, entries, commands, onMenu, children }: TrashListProps) {
  const strings = useStrings().assets.trash;
  const [stop, setStop] = useState<{ readonly at: number; readonly button: TrashButton }>({ at: 0, button: 'restore' });
  const isRestored = useRef(false);
  useEffect(() => {
    // If the pressed button has disappeared with its row, focus the next row.
    void entries;
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    if (!isRestored.current || hasFocus) return;
    isRestored.current = false;
    (area.current?.querySelector<HTMLElement>('[data-trash][tabindex="0"]') ?? area.current)?.focus();
  }, [area, entries]);
  const at = Math.min(stop.at, entries.length - 1);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs fields, and this group can be empty.
    <div ref={area} tabIndex={-1} role="group" aria-label={strings.list} className={styles.content}>
      {entries.length === 0 ? (
        <EmptyState icon={Trash2} title={strings.nothing} hint={strings.nothingHint(serviceLimits.trashDays)} />
      ) : (
        <ul
          className={styles.list}
          aria-label={strings.list}
          onKeyDown={(event) => {
            if (moveTileFocus(event, '[data-trash]')) return;
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
                isRestored.current = true;
                void commands.restore([entry]);
              }}
              onRemove={() => commands.remove(entry)}
              onMenu={() => {
                // After the removal, the next row has this index.
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

type Kind = NonNullable<TrashEntry['media']>['kind'];

const icons = {
  video: Film,
  audio: Music,
  image: Image,
  font: Type,
  captions: Captions,
  other: File,
} as const satisfies Record<Kind, LucideIcon>;

/** The focusable buttons of a row. */
export type TrashButton = 'restore' | 'remove';

export interface TrashRowProps {
  readonly entry: TrashEntry;
  /** The button that is the tab stop; null if the tab stop is in another row. */
  readonly tabStop: TrashButton | null;
  readonly onFocus: (button: TrashButton) => void;
  readonly onRestore: () => void;
  readonly onRemove: () => void;
  /** Called before the context menu opens. */
  readonly onMenu: () => void;
}

/** A deleted asset, with its facts, its expiry, and the buttons to restore or delete it. */
function TrashRow({ entry, tabStop, onFocus, onRestore, onRemove, onMenu }: TrashRowProps) {
  const { assets } = useStrings();
  const words = assets.trash;
  const { name, size, media } = entry;
  const kind = media?.kind ?? 'other';
  const [deleted, expires, now] = [new Date(entry.deletedAt), new Date(entry.expiresAt), new Date()];
  return (
    <li className={styles.row} onContextMenu={onMenu}>
      <Icon icon={icons[kind]} size={16} className={styles.icon} />
      <FileName name={name} className={styles.name} />
      <span className={clsx(styles.facts, 'tabular')}>{words.facts(kindName(entry, assets), formatSize(size))}</span>
      <span
        className={clsx(styles.facts, styles.when, 'tabular')}
        title={words.whenExactly(formatShortDate(deleted), formatShortDate(expires))}
      >
        {words.when(formatAge(deleted, now, words.justNow), formatUntil(expires, now))}
      </span>
      <IconButton
        icon={ArchiveRestore}
        size="sm"
        label={words.restoreName(name)}
        tooltip={words.restore}
        data-trash="restore"
        className={styles.button}
        tabIndex={tabStop === 'restore' ? 0 : -1}
        onFocus={() => onFocus('restore')}
        onClick={onRestore}
      />
      <IconButton
        icon={Trash2}
        size="sm"
        label={words.removeName(name)}
        tooltip={words.removeAsk}
        keys="Delete"
        data-trash="remove"
        className={styles.button}
        tabIndex={tabStop === 'remove' ? 0 : -1}
        onFocus={() => onFocus('remove')}
        onClick={onRemove}
      />
    </li>
  );
}
