import { useEffect, useMemo, useRef, useState } from 'react';
import { nameKey } from '../../../shared/names/asset-name.ts';
import { useApi } from '../../api/api-context.tsx';
import type { AssetEntry } from '../../api/client/asset-list.ts';
import { useAssets } from '../../api/queries/use-assets.ts';
import { useComing } from '../../api/queries/use-uploads.ts';
import { createFilmArtist, type FilmArtist } from '../../film/strips/film-artist.ts';
import { createFilmLibrary, type FilmLibrary } from '../../film/strips/film-library.ts';
import { createFilmPort } from '../../film/strips/film-port.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { useCarriedLocks } from '../../state/locked-layers.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useSplit } from '../../ui/layout/use-split.ts';
import { toastGround } from '../../ui/overlays/toast-ground.ts';
import { useFollow, useRememberedView } from './input/use-follow.ts';
import { useKeptFocus } from './input/use-kept-focus.ts';
import { usePlayheadFollows } from './input/use-playhead-follows.ts';
import { EasingHost } from './keys/easing-host.tsx';
import { TimelineLanes } from './lanes.tsx';
import { wantedHeight } from './layout/lane-heights.ts';
import { useLanesInput } from './model/shown-rows.ts';
import { TimelineProvider, useTimelineView } from './model/timeline-context.tsx';
import { createTimelineStore } from './model/timeline-store.ts';
import { Minimap } from './ruler/minimap.tsx';
import styles from './timeline.module.css';
import { TimelineToolbar } from './toolbar.tsx';
import { useLayersPort } from './use-layers-port.ts';
import { readHabits, useTimelinePort } from './use-timeline-port.ts';

/** The film as scenes in sequence: the editor's lower area. */
export function Timeline() {
  const [view] = useState(() => createTimelineStore(readHabits()));
  const film = useFilm();
  const context = useMemo(() => film && { view, ...film }, [view, film]);
  if (context === null) return <TimelineSkeleton />;
  return (
    <TimelineProvider value={context}>
      <TimelineArea />
    </TimelineProvider>
  );
}

function TimelineArea() {
  useTimelinePort();
  useLayersPort();
  useFollow();
  usePlayheadFollows();
  useRememberedView();
  useKeptFocus();
  useCarriedLocks();
  const message = useTimelineView((view) => view.message);
  const wanted = wantedHeight(useLanesInput());
  const names = useSplit('timeline-names', { min: 120, max: 320 });
  return (
    <div
      ref={toastGround}
      className={styles.timeline}
      style={{
        ...(wanted > 0 && { minHeight: `min(50vh, ${wanted}px)` }),
        ...(names.size !== null && { '--names': `${names.size}px` }),
      }}
    >
      <TimelineToolbar />
      <TimelineLanes names={names} />
      <EasingHost />
      <Minimap />
      <div role="status" aria-live="polite" className="visually-hidden">
        {message}
      </div>
    </div>
  );
}

/** The pictures and sounds of the project, as long as the timeline is on screen. */
function useFilm() {
  const api = useApi();
  const project = useEditor((state) => state.project);
  const { data: assets = null } = useAssets(project, byKey);
  const latest = useRef(assets);
  latest.current = assets;
  const [film, setFilm] = useState<{ readonly library: FilmLibrary; readonly artist: FilmArtist } | null>(null);
  useEffect(() => {
    const library = createFilmLibrary(createFilmPort(api, project, () => latest.current));
    const artist = createFilmArtist();
    setFilm({ library, artist });
    return () => {
      library.dispose();
      artist.dispose();
    };
  }, [api, project]);
  // What was missing may have come, and what is there may have other bytes.
  useEffect(() => {
    if (assets !== null) film?.library.refresh();
  }, [film, assets]);
  const coming = useComing(project);
  return useMemo(() => film && { ...film, assets, coming }, [film, assets, coming]);
}

function byKey(assets: readonly AssetEntry[]): ReadonlyMap<string, AssetEntry> {
  return new Map(assets.map((asset) => [nameKey(asset.name), asset]));
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
