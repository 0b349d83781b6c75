import { useMemo } from 'react';
import { hasBar, type Row } from '../grid/row.ts';
import styles from '../grid/rows.module.css';
import { useTimelineView } from '../model/timeline-context.tsx';

interface SceneVeilsProps {
  readonly rows: readonly Row[];
  readonly tops: readonly number[];
  readonly base: number;
  /** What of the rows is in sight, in pixels from the first. */
  readonly from: number;
  readonly to: number;
}

/** What of the rows of an open scene lies outside of it in time, and lines at its ends. */
export function SceneVeils({ rows, tops, base, from, to }: SceneVeilsProps) {
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const groups = useMemo(() => groupsOf(rows, tops), [rows, tops]);
  const inSight = groups.filter(({ top, height }) => top < to && top + height > from);
  return inSight.map(({ owner, top, height, start, end }) => (
    <div key={owner} className={styles.group} style={{ top, height }} aria-hidden={true}>
      <div className={styles.groupLane}>
        <div className={styles.shift} style={{ '--base': `${base}px` }}>
          <i
            className={styles.before}
            style={{ width: Math.max(0, start * pixelsPerFrame - base + FAR), left: -FAR }}
          />
          <i className={styles.behind} style={{ left: Math.min(FAR, Math.max(-FAR, end * pixelsPerFrame - base)) }} />
        </div>
      </div>
    </div>
  ));
}

/** Pixels of a veil beyond what is in sight. */
const FAR = 8192;

interface Group {
  readonly owner: string;
  readonly top: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
}

/** Rows of one scene or overlay that lie below each other. */
function groupsOf(rows: readonly Row[], tops: readonly number[]): readonly Group[] {
  const groups: Group[] = [];
  rows.forEach((row, at) => {
    const top = tops[at] ?? 0;
    const last = groups.at(-1);
    if (last?.owner === row.owner && row.level > 1)
      groups[groups.length - 1] = { ...last, height: top + row.height - last.top };
    // Only layers of a scene have something outside: overlays and sounds of the movie are everywhere.
    else if (row.level > 1 && hasBar(row) && row.depth === 0)
      groups.push({ owner: row.owner, top, height: row.height, start: row.clock, end: row.limit });
  });
  return groups;
}
