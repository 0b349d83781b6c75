import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { Check, FileText, PencilLine } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { listTarget } from '#renderer/ui/keyboard/list-keys.ts';
import styles from './history-popover.module.css';

const ROW = 28;
const MOST_HEIGHT = 412;

/** The named steps, the one in force marked. One stop for Tab: arrows move among them, Enter goes there. */
export function HistorySteps() {
  const { app } = useStrings();
  const history = useEditor((state) => state.history);
  const broken = useEditor((state) => state.isTextBroken);
  const { jump } = useEditorActions();
  const { entries, position } = history;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(position);
  const wantsFocus = useRef(true);
  const virtual = useVirtualizer({
    count: entries.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    initialOffset: Math.max(0, position * ROW - MOST_HEIGHT / 2),
    initialRect: { width: 280, height: MOST_HEIGHT },
  });
  // A step goes away with those before it: what is in force has the focus then.
  const current = Math.min(focused, entries.length);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const step = scroller.current?.querySelector<HTMLElement>(`[data-step="${current}"]`);
    if (step === null || step === undefined) return;
    wantsFocus.current = false;
    step.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1;
    const target = listTarget(event.key, current, { count: entries.length + 1, page, axis: 'vertical' });
    if (target === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    virtual.scrollToIndex(target);
    setFocused(target);
  };
  // The first step that is kept is not the first that there was.
  const isCut = (entries[0]?.id ?? 1) > 1;
  return (
    <div
      ref={scroller}
      className={styles.list}
      style={{ height: Math.min(MOST_HEIGHT, (entries.length + 1) * ROW + 8) }}
    >
      <ol className={styles.steps} style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index - 1];
          const isCurrent = index === position;
          return (
            <li
              key={entry?.id ?? 0}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={entries.length + 1}
              aria-posinset={index + 1}
            >
              <button
                type="button"
                data-step={index}
                tabIndex={index === current ? 0 : -1}
                className={clsx(styles.step, index > position && styles.undone)}
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => {
                  setFocused(index);
                  jump(index);
                }}
              >
                {isCurrent && <Icon icon={broken ? PencilLine : Check} size={14} />}
                {!isCurrent && index === 0 && <Icon icon={FileText} size={14} />}
                <span>{entry === undefined ? (isCut ? app.historyCut : app.historyStart) : say(entry.label)}</span>
                {isCurrent && broken && <em>{app.historyBroken}</em>}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
