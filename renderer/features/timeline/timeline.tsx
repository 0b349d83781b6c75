import { type ReactNode, useMemo, useState } from 'react';
import { AtLeisure } from '#renderer/state/editor-context.tsx';
import { useCarriedLocks } from '#renderer/state/locked-layers.ts';
import { idleTurns } from '#renderer/ui/browser/idle-turns.ts';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import { toastGround } from '#renderer/ui/overlays/toast-ground.ts';
import { useFollow, useRememberedView } from './input/use-follow.ts';
import { useKeptFocus } from './input/use-kept-focus.ts';
import { usePlayheadFollows } from './input/use-playhead-follows.ts';
import { EasingHost } from './keys/easing-host.tsx';
import { useKeysPort } from './keys/use-keys-port.ts';
import { TimelineLanes } from './lanes.tsx';
import { TimelineProvider, useTimelineView } from './model/timeline-context.tsx';
import { createTimelineStore } from './model/timeline-store.ts';
import { Minimap } from './ruler/minimap.tsx';
import { useRowsAt } from './search/use-rows-at.ts';
import styles from './timeline.module.css';
import { TimelineToolbar } from './toolbar.tsx';
import { useFilm } from './use-film.ts';
import { useLayersPort } from './use-layers-port.ts';
import { readHabits, useTimelinePort } from './use-timeline-port.ts';

export interface TimelineProps {
  /** What stands to the right of the lanes, below the tools. */
  readonly beside?: ReactNode;
}

/** The film as scenes in sequence: the editor's lower area. */
export function Timeline({ beside }: TimelineProps) {
  const [view] = useState(() => createTimelineStore(readHabits()));
  const film = useFilm();
  const context = useMemo(() => film && { view, ...film }, [view, film]);
  if (context === null) return <TimelineSkeleton />;
  return (
    <TimelineProvider value={context}>
      <TimelineArea beside={beside} />
    </TimelineProvider>
  );
}

/** Draws nothing: what it offers changes with each step of the playhead, and the timeline is not drawn anew for that. */
function TimelinePorts() {
  useTimelinePort();
  useLayersPort();
  useKeysPort();
  return null;
}

function TimelineArea({ beside }: TimelineProps) {
  useFollow();
  usePlayheadFollows();
  useRememberedView();
  useKeptFocus();
  useRowsAt();
  useCarriedLocks();
  const message = useTimelineView((view) => view.message);
  const names = useSplit('timeline-names', { min: 120, max: 320 });
  return (
    <div
      ref={toastGround}
      className={styles.timeline}
      style={names.size === null ? undefined : { '--names': `${names.size}px` }}
    >
      <TimelinePorts />
      <AtLeisure turns={idleTurns}>
        <TimelineToolbar />
      </AtLeisure>
      <TimelineLanes names={names} />
      <EasingHost />
      <AtLeisure turns={idleTurns}>
        <Minimap />
      </AtLeisure>
      {beside != null && <div className={styles.beside}>{beside}</div>}
      <div role="status" aria-live="polite" className="visually-hidden">
        {message}
      </div>
    </div>
  );
}

function TimelineSkeleton() {
  return (
    <div className={styles.timeline} aria-hidden={true}>
      <span />
      <div style={{ padding: '48px 12px 8px 188px', display: 'flex', gap: 2 }}>
        <Skeleton width="22%" height="100%" />
        <Skeleton width="14%" height="100%" />
        <Skeleton width="30%" height="100%" />
      </div>
      <span />
    </div>
  );
}
