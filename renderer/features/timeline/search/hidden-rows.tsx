import { ListFilter, X } from 'lucide-react';
import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { hiddenRows } from '../model/shown-rows.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import styles from './row-search.module.css';

/** Says above the names that rows are hidden, and shows them again. */
export function HiddenRows() {
  const { timeline: words } = useStrings();
  const movie = useEditor((state) => state.movie);
  const count = useTimelineView((view) => hiddenRows(movie, view));
  const isOn = useTimelineView((view) => view.rowsAt !== null);
  const { run } = useAction('timeline/only-at-playhead');
  if (!isOn) return null;
  return (
    <div className={styles.hidden} title={words.hiddenRowsHint}>
      <Icon icon={ListFilter} size={12} />
      <span className="tabular">{count === 0 ? words.onlyAtPlayhead : words.hiddenRows(count)}</span>
      <IconButton icon={X} label={words.showAllRows} size="sm" iconSize={14} className={styles.button} onClick={run} />
    </div>
  );
}
