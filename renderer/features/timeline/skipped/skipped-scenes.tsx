import { useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { liftOf, nudgeOf } from '../clips/drag-shift.ts';
import { tabStopOf } from '../grid/tab-stop.ts';
import { skippedRuns } from '../layout/skipped-runs.ts';
import { useOpenScenes, useSkipped } from '../model/shown-rows.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import { useStretch } from '../model/use-stretch.ts';
import styles from './skipped.module.css';
import { SkippedChip } from './skipped-chip.tsx';

/** What takes no time in the film: a chip for each such scene, behind the cut that it stands at. */
export function SkippedScenes({ movie }: { readonly movie: Movie }) {
  const places = useSkipped();
  return places.length === 0 ? null : <Runs movie={movie} />;
}

/** Pixels that chips reach to either side of their cut. */
const REACH = 400;

function Runs({ movie }: { readonly movie: Movie }) {
  const places = useSkipped();
  const { total } = timelineOf(movie);
  const { base, from, to, pixelsPerFrame } = useStretch();
  const drag = useTimelineView((view) => view.drag);
  const focus = useTimelineView((view) => view.focus);
  const focusWanted = useTimelineView((view) => view.focusWanted && view.focus?.part === null);
  const renaming = useTimelineView((view) => view.renaming);
  const selectedIds = useEditor(selectSceneIds);
  const open = useOpenScenes();
  const tabStop = tabStopOf(movie, focus?.scene ?? null, selectedIds);
  const runs = useMemo(() => {
    const kept = new Set<NodeId>(tabStop === null ? selectedIds : [...selectedIds, tabStop]);
    const isInSight = (left: number) => left + REACH >= from && left - REACH <= to;
    return skippedRuns(places, { pixelsPerFrame, total }, kept).filter(
      ({ left, places: all }) => isInSight(left) || all.some(({ scene }) => scene.id === tabStop),
    );
  }, [places, pixelsPerFrame, total, from, to, tabStop, selectedIds]);
  return runs.map(({ cut, left, shift, room, least, places: all }) => (
    <div key={cut} role="none" className={styles.run} style={{ left: left - base }}>
      <i aria-hidden={true} className={styles.cut} />
      <div role="none" className={styles.chips} style={{ marginLeft: shift, maxWidth: room }}>
        {all.map((place) => (
          <SkippedChip
            key={place.scene.id}
            scene={place.scene}
            index={place.index}
            least={least}
            selected={selectedIds.includes(place.scene.id)}
            tabStop={place.scene.id === tabStop && focus?.part == null}
            wantsFocus={focusWanted && focus?.scene === place.scene.id}
            open={open.has(place.scene.id)}
            renaming={renaming === place.scene.id}
            lift={liftOf(drag, place)}
            nudge={nudgeOf(drag, place)}
          />
        ))}
      </div>
    </div>
  ));
}
