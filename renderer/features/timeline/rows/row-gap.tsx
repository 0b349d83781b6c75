import styles from '../grid/rows.module.css';
import { useTimelineView } from '../model/timeline-context.tsx';

/** Where rows that are dragged would go. */
export function RowGap() {
  const drag = useTimelineView((view) => (view.drag?.kind === 'rows' ? view.drag : null));
  if (drag === null || drag.top === null) return null;
  return <i className={styles.gap} style={{ top: drag.top, left: 8 + drag.indent }} data-row-gap="" />;
}
