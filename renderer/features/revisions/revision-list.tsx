import { Check, DoorOpen, type LucideIcon, Save } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId } from 'react';
import type { Revision, RevisionMark } from '#renderer/common/revisions/revision-marks.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge, type BadgeProps } from '#renderer/ui/display/badge.tsx';
import { formatAge, formatClockSeconds } from '#renderer/ui/format/age.ts';
import { formatDate } from '#renderer/ui/format/date.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { listTarget } from '#renderer/ui/keyboard/list-keys.ts';
import styles from './revisions-dialog.module.css';

interface RevisionListProps {
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** Newest first. */
  readonly revisions: readonly Revision[];
  readonly marks: ReadonlyMap<number, readonly RevisionMark[]>;
  readonly current: number;
  readonly onCurrent: (revision: number) => void;
}

const PAGE = 8;

const looks = {
  now: { icon: Check, tone: 'accent' },
  last: { icon: Save, tone: 'plain' },
  opened: { icon: DoorOpen, tone: 'plain' },
} as const satisfies Record<RevisionMark, { readonly icon: LucideIcon; readonly tone: BadgeProps['tone'] }>;

/** The saved revisions with their times; one is chosen. */
export function RevisionList({ listRef, revisions, marks, current, onCurrent }: RevisionListProps) {
  const { revisions: words, projects } = useStrings();
  const id = useId();
  const now = new Date();
  const at = revisions.findIndex(({ revision }) => revision === current);
  useEffect(() => {
    listRef.current?.querySelector(`[data-revision="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [listRef, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = listTarget(event.key, at, { count: revisions.length, page: PAGE, axis: 'vertical' });
    const revision = target === null ? undefined : revisions[target];
    if (revision === undefined) return;
    event.preventDefault();
    onCurrent(revision.revision);
  };
  return (
    <div
      ref={listRef}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={words.list}
      aria-activedescendant={at < 0 ? undefined : `${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      {revisions.map(({ revision, savedAt, size }) => {
        const saved = new Date(savedAt);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the list's
          <div
            key={revision}
            id={`${id}-${revision}`}
            data-revision={revision}
            role="option"
            tabIndex={-1}
            aria-selected={revision === current}
            className={styles.row}
            title={formatDate(saved)}
            onClick={() => onCurrent(revision)}
          >
            <span className={styles.name}>{words.revision(revision)}</span>
            <span className={styles.marks}>
              {(marks.get(revision) ?? []).map((mark) => (
                <Badge key={mark} icon={looks[mark].icon} tone={looks[mark].tone}>
                  {words.marks[mark]}
                </Badge>
              ))}
            </span>
            <span className={styles.when}>
              {formatClockSeconds(saved)} · {formatAge(saved, now, projects.justNow)}
            </span>
            <span className={styles.size}>{formatSize(size)}</span>
          </div>
        );
      })}
    </div>
  );
}
