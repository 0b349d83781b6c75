import { Film, Layers, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { nameKey } from '../../../shared/names/asset-name.ts';
import { ActionIconButton } from '../../actions/runtime/action-button.tsx';
import { useAction } from '../../actions/runtime/use-actions.tsx';
import { useApi } from '../../api/api-context.tsx';
import type { AssetEntry } from '../../api/client/asset-list.ts';
import { useAssets } from '../../api/queries/use-assets.ts';
import { useComing } from '../../api/queries/use-uploads.ts';
import { createFilmArtist, type FilmArtist } from '../../film/strips/film-artist.ts';
import { createFilmLibrary, type FilmLibrary } from '../../film/strips/film-library.ts';
import { createFilmPort } from '../../film/strips/film-port.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { toastGround } from '../../ui/overlays/toast-ground.ts';
import { useFollow, useRememberedView } from './input/use-follow.ts';
import { useKeptFocus } from './input/use-kept-focus.ts';
import { usePlayheadFollows } from './input/use-playhead-follows.ts';
import { TimelineLanes } from './lanes.tsx';
import { TimelineProvider, useTimelineView } from './model/timeline-context.tsx';
import { createTimelineStore } from './model/timeline-store.ts';
import { Minimap } from './ruler/minimap.tsx';
import styles from './timeline.module.css';
import { TimelineToolbar } from './toolbar.tsx';
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
  const { timeline: words } = useStrings();
  useTimelinePort();
  useFollow();
  usePlayheadFollows();
  useRememberedView();
  useKeptFocus();
  const message = useTimelineView((view) => view.message);
  return (
    <div ref={toastGround} className={styles.timeline}>
      <TimelineToolbar />
      <div className={styles.body}>
        <div className={styles.gutter}>
          <RulerUnitButton />
          <span title={words.layers}>
            <Icon icon={Layers} size={14} />
          </span>
          <span title={words.scenes}>
            <Icon icon={Film} size={14} />
          </span>
          <MuteButton />
        </div>
        <TimelineLanes />
      </div>
      <Minimap />
      <div role="status" aria-live="polite" className="visually-hidden">
        {message}
      </div>
    </div>
  );
}

/** What the ruler counts in; pressed, it counts in the other. */
function RulerUnitButton() {
  const { timeline: words } = useStrings();
  const { run } = useAction('timeline/ruler-frames');
  const inFrames = useTimelineView((view) => view.rulerUnit === 'frames');
  return (
    <Tooltip content={inFrames ? words.showTimecode : words.showFrames} side="top">
      <button
        type="button"
        className={styles.unit}
        aria-label={inFrames ? words.showTimecode : words.showFrames}
        onClick={run}
      >
        {inFrames ? words.framesUnit : words.timecode}
      </button>
    </Tooltip>
  );
}

function MuteButton() {
  const { checked } = useAction('play/mute');
  return <ActionIconButton action="play/mute" size="sm" iconSize={14} icon={checked === true ? VolumeX : Volume2} />;
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
      <div style={{ padding: '48px 12px 8px 56px', display: 'flex', gap: 2 }}>
        <Skeleton width="22%" height="100%" />
        <Skeleton width="14%" height="100%" />
        <Skeleton width="30%" height="100%" />
      </div>
      <span />
    </div>
  );
}
