import { useVirtualizer } from '@tanstack/react-virtual';
import { Film } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { nextInList } from '#renderer/interaction/focus.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import type { Change } from '#shared/editing/compare/compare-elements.ts';
import type { ChangeEntry } from './change-entries.ts';
import styles from './change-list.module.css';
import { SceneMark } from './scene-column.tsx';

const ROW = 36;

interface ChangeListProps {
  readonly entries: readonly ChangeEntry[];
  /** The selected column; −1 if no column or the movie is selected. */
  readonly current: number;
  readonly onCurrent: (column: number) => void;
}

/** The list of all differences as texts. Selecting one shows its scene. */
export function ChangeList({ entries, current, onCurrent }: ChangeListProps) {
  const { revisions: strings } = useStrings();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const at = entries.findIndex((entry) => columnOf(entry) === current);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [virtual, at]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1;
    const target = nextInList(event.key, at, entries.length, { page });
    const entry = target === null ? undefined : entries[target];
    if (entry === undefined) return;
    event.preventDefault();
    onCurrent(columnOf(entry));
  };
  const items = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="listbox"
      tabIndex={0}
      aria-label={strings.changes}
      aria-activedescendant={items.some(({ index }) => index === at) ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
            <div
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onCurrent(columnOf(entry))}
            >
              <Entry entry={entry} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Returns the column of a difference; −1 for the settings of the movie. */
function columnOf(entry: ChangeEntry): number {
  return entry.kind === 'movie' ? -1 : entry.column;
}

function Entry({ entry }: { readonly entry: ChangeEntry }) {
  const { revisions: strings } = useStrings();
  if (entry.kind === 'movie') {
    return (
      <>
        <span className={styles.name}>{strings.movie}</span>
        <span className={styles.mark}>
          <Badge icon={Film} tone="warning">
            {strings.count(entry.changes.length)}
          </Badge>
        </span>
        <Changes changes={entry.changes} />
      </>
    );
  }
  const { scene } = entry;
  return (
    <>
      <span className={styles.name}>{strings.sceneName(scene.after ?? scene.before)}</span>
      <span className={styles.mark}>
        <SceneMark scene={scene} />
      </span>
      <Changes changes={'changes' in scene ? scene.changes : []} />
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { revisions: strings } = useStrings();
  return (
    <span className={styles.changes}>
      {changes.map(strings.change).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no id and keep their order
        <span key={index}>{text}</span>
      ))}
    </span>
  );
}
