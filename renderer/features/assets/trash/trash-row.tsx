import { clsx } from 'clsx';
import { ArchiveRestore, Captions, File, Film, Image, type LucideIcon, Music, Trash2, Type } from 'lucide-react';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { kindName } from '#renderer/common/sources/asset-notes.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatAge, formatUntil } from '#renderer/ui/format/age.ts';
import { formatShortDate } from '#renderer/ui/format/date.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import styles from './trash-panel.module.css';

type Kind = NonNullable<TrashEntry['media']>['kind'];

const icons = {
  video: Film,
  audio: Music,
  image: Image,
  font: Type,
  captions: Captions,
  other: File,
} as const satisfies Record<Kind, LucideIcon>;

/** The buttons of a row. */
export type TrashButton = 'restore' | 'remove';

export interface TrashRowProps {
  readonly entry: TrashEntry;
  /** Which of its buttons Tab goes to; null where Tab goes to another row. */
  readonly tabStop: TrashButton | null;
  readonly onFocus: (button: TrashButton) => void;
  readonly onRestore: () => void;
  readonly onRemove: () => void;
  /** Before the menu at the pointer opens. */
  readonly onMenu: () => void;
}

/** A deleted asset: what it is, how long it stays, and the two ways out. */
export function TrashRow({ entry, tabStop, onFocus, onRestore, onRemove, onMenu }: TrashRowProps) {
  const { assets } = useStrings();
  const words = assets.trash;
  const { name, size, media } = entry;
  const kind = media?.kind ?? 'other';
  const [deleted, goes, now] = [new Date(entry.deletedAt), new Date(entry.expiresAt), new Date()];
  return (
    <li className={styles.row} onContextMenu={onMenu}>
      <Icon icon={icons[kind]} size={16} className={styles.icon} />
      <FileName name={name} className={styles.name} />
      <span className={clsx(styles.facts, 'tabular')}>{words.facts(kindName(entry, assets), formatSize(size))}</span>
      <span
        className={clsx(styles.facts, styles.when, 'tabular')}
        title={words.whenExactly(formatShortDate(deleted), formatShortDate(goes))}
      >
        {words.when(formatAge(deleted, now, words.justNow), formatUntil(goes, now))}
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
