import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ActionButton, ActionIconButton } from '#renderer/actions/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import { assetsByKey } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useUploadStates } from '#renderer/api/queries/use-uploads.ts';
import { Deferred, useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useCarriedLocks } from '#renderer/editor/locked-layers.ts';
import { selectSceneIds, selectScenes, selectTotal } from '#renderer/editor/selectors.ts';
import { followedView, type View, xOf, zoomedView, zoomOfShare, zoomShare } from '#renderer/editor/timeline-view.ts';
import { useRovingFocus } from '#renderer/interaction/focus.ts';
import { createProjectMedia } from '#renderer/playback/decode/service-media.ts';
import { createFilmstripLibrary, type FilmstripLibrary } from '#renderer/playback/strips/filmstrip-library.ts';
import { createFilmstripPainter, type FilmstripPainter } from '#renderer/playback/strips/filmstrip-painter.ts';
import { createFilmstripPort } from '#renderer/playback/strips/filmstrip-port.ts';
import { createScenePictures, type ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { createRestingQueue, type IdleQueue, idleQueue } from '#renderer/ui/browser/idle-queue.ts';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import { toastInset } from '#renderer/ui/overlays/toast-inset.ts';
import { setView } from '#shared/editing/model/editing-record.ts';
import { selectedParts, selectedRole } from '#shared/editing/model/selection.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { totalLength } from '#shared/template/movie/scene-starts.ts';
import { usePlayheadFollows, useRestoredFocus } from './input/focus.ts';
import { EasingHost } from './keyframes/easing-picker.tsx';
import { TimelineLanes } from './lanes.tsx';
import { createGestureStore } from './model/gesture-state.ts';
import { barLabel } from './model/labels.ts';
import { lengthFrom } from './model/layer-sources.ts';
import { scrollRows } from './model/scroll-rows.ts';
import { TimelineProvider, useGestureState, useTimelineContext, useTimelineView } from './model/timeline-context.tsx';
import { visibleRows } from './model/visible-rows.ts';
import { Minimap } from './ruler/minimap.tsx';
import styles from './timeline.module.css';
import toolbarStyles from './toolbar.module.css';

export interface TimelineProps {
  /** The content to the right of the lanes, below the toolbar. */
  readonly beside?: ReactNode;
}

/** The timeline: the lower area of the editor. */
export function Timeline({ beside }: TimelineProps) {
  const [gesture] = useState(createGestureStore);
  const filmstrips = useFilmstrips();
  const context = useMemo(() => filmstrips && { gesture, ...filmstrips }, [gesture, filmstrips]);
  if (context === null) return <TimelineSkeleton />;
  return (
    <TimelineProvider value={context}>
      <TimelineArea beside={beside} />
    </TimelineProvider>
  );
}

function TimelineArea({ beside }: TimelineProps) {
  useFollow();
  usePlayheadFollows();
  useRememberedView();
  useRestoredFocus();
  useRowsAt();
  useCarriedLocks();
  useSourceFrames();
  useAnnouncedRow();
  useOnlyAnimated();
  useKeyFocus();
  const message = useTimelineView((view) => view.message);
  const names = useSplit('timeline-names', { min: 120, max: 320 });
  return (
    <div
      ref={toastInset}
      className={styles.timeline}
      style={names.size === null ? undefined : { '--names': `${names.size}px` }}
    >
      <Deferred>
        <TimelineToolbar />
      </Deferred>
      <TimelineLanes names={names} />
      <EasingHost />
      <Deferred>
        <Minimap />
      </Deferred>
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

/** The limit in bytes of the cache for decoded pictures in composited thumbnails. The preview has a separate cache. */
const CACHE_BYTES = 48 * 2 ** 20;

interface Filmstrips {
  readonly library: FilmstripLibrary;
  readonly painter: FilmstripPainter;
  readonly pictures: ScenePictures;
  readonly paints: IdleQueue;
}

/** Creates the filmstrips and waveforms of the project while the timeline is mounted. */
function useFilmstrips() {
  const api = useApi();
  const editor = useEditor();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets = null } = useAssets(project, assetsByKey);
  const latest = useRef(assets);
  latest.current = assets;
  const [filmstrips, setFilmstrips] = useState<Filmstrips | null>(null);
  useEffect(() => {
    const library = createFilmstripLibrary(createFilmstripPort(api, project, () => latest.current));
    const painter = createFilmstripPainter();
    const pictures = createScenePictures(createProjectMedia(api, project), CACHE_BYTES);
    const paints = createRestingQueue(idleQueue);
    // During a zoom, clips only scale their pictures, because painting at each step would be slow.
    const stopZoom = editor.timeline.subscribe((now, before) => {
      if (now.pixelsPerFrame !== before.pixelsPerFrame) paints.rest();
    });
    // Playback and gestures have priority over drawing filmstrips.
    const isBusy = () => editor.document.state.playing || editor.document.state.gesture !== null;
    let wasBusy = isBusy();
    const unsubscribe = editor.document.subscribe(() => {
      if (isBusy() === wasBusy) return;
      wasBusy = isBusy();
      pictures.rest(wasBusy);
    });
    setFilmstrips({ library, painter, pictures, paints });
    return () => {
      unsubscribe();
      stopZoom();
      paints.dispose();
      library.dispose();
      pictures.dispose();
    };
  }, [api, project, editor]);
  // New assets can provide a missing source or change the content of an existing one.
  useEffect(() => {
    if (assets === null) return;
    filmstrips?.library.refresh();
    filmstrips?.pictures.refresh();
  }, [filmstrips, assets]);
  const uploads = useUploadStates(project);
  return useMemo(() => filmstrips && { ...filmstrips, assets, uploads }, [filmstrips, assets, uploads]);
}

const REMEMBER_MILLISECONDS = 600;

/** Scrolls so that the playhead stays visible, except during a drag in the timeline. */
function useFollow(): void {
  const { gesture } = useTimelineContext();
  const editor = useEditor();
  const { timeline: view } = editor;
  useEffect(
    () =>
      editor.document.subscribe((now, before) => {
        if (now.playhead === before.playhead || gesture.state.drag !== null) return;
        const state = view.state;
        const followed = followedView(state, now.playhead, timelineOf(now.movie).total);
        if (followed !== state && state.width > 0) view.setView(followed);
      }),
    [view, gesture, editor],
  );
}

/** Provides the lengths of sources to the editor while the timeline is mounted. */
function useSourceFrames(): void {
  const { library } = useTimelineContext();
  const { document, timeline } = useEditor();
  useEffect(() => {
    timeline.set({ sourceFrames: lengthFrom(library, () => document.state.movie?.frameRate) });
    return () => timeline.set({ sourceFrames: () => null });
  }, [library, document, timeline]);
}

/** Announces the selected row to screen readers after an edit by a key or a menu. */
function useAnnouncedRow(): void {
  const { document, timeline } = useEditor();
  const { timeline: strings } = useStrings();
  useEffect(
    () =>
      timeline.subscribe((now, before) => {
        if (now.announcements === before.announcements) return;
        const { movie, selection } = document.state;
        const row = visibleRows(movie, now).find(({ id }) => id === selection.primary);
        if (row !== undefined) timeline.say(barLabel(row, strings));
      }),
    [document, timeline, strings],
  );
}

/** Scrolls to the first row when the filter for animated rows changes, and announces an empty list. */
function useOnlyAnimated(): void {
  const { document, timeline } = useEditor();
  const { keys: strings } = useStrings();
  useEffect(
    () =>
      timeline.subscribe((now, before) => {
        if (now.onlyAnimated === before.onlyAnimated) return;
        scrollRows(timeline, 0);
        const isEmpty = visibleRows(document.state.movie, timeline.state).every(({ kind }) => kind === 'hint');
        if (now.onlyAnimated && isEmpty) timeline.say(strings.nothingAnimated);
      }),
    [document, timeline, strings],
  );
}

/** Records whether a keyframe has the focus. If so, copy, cut, paste, and delete apply to keyframes. */
function useKeyFocus(): void {
  const { keyframes } = useEditor();
  useEffect(() => {
    const followFocus = ({ target }: FocusEvent) => {
      // Ignore menus, because their commands apply to the element on which the menu was opened.
      if (!(target instanceof Element) || target.closest('[role=menu]') !== null) return;
      const hasFocus = target.closest('[data-row=property], [data-key-point]') !== null;
      if (hasFocus !== keyframes.state.hasFocus) keyframes.set({ hasFocus });
    };
    document.addEventListener('focusin', followFocus);
    return () => document.removeEventListener('focusin', followFocus);
  }, [keyframes]);
}

/** Stores the view with a debounce after its last change. The next opening of the template restores this view. */
function useRememberedView(): void {
  const { record, timeline: view } = useEditor();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = view.subscribe((now, before) => {
      const isSame = now.pixelsPerFrame === before.pixelsPerFrame && now.scroll === before.scroll;
      // Do not store the initial view, because it is the stored view or the default. Also ignore a change caused only
      // by the width.
      if (isSame || before.width === 0 || now.width !== before.width) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { pixelsPerFrame, scroll } = view.state;
        const scrollFrame = Math.round(scroll / pixelsPerFrame);
        record.update((old) => setView(old, { pixelsPerFrame, scrollFrame }));
      }, REMEMBER_MILLISECONDS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [view, record]);
}

/**
 * Updates the rows while only the layers at the playhead are shown. The update waits until playback and gestures end.
 * Otherwise, a change of rows would move the content under the pointer.
 */
function useRowsAt(): void {
  const { gesture } = useTimelineContext();
  const editor = useEditor();
  const { timeline: view } = editor;
  useEffect(() => {
    const follow = () => {
      const { rowsAt } = view.state;
      const { playhead, playing, gesture: edit } = editor.document.state;
      const isBlocked = playing || edit !== null || gesture.state.drag !== null;
      if (rowsAt !== null && rowsAt !== playhead && !isBlocked) view.set({ rowsAt: playhead });
    };
    const stops = [editor.document.subscribe(follow), view.subscribe(follow), gesture.subscribe(follow)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [view, gesture, editor]);
}

/**
 * The toolbar with the tools, the actions on the selection, and the zoom. It has separate subscriptions, because the
 * timeline renders at each move of a drag.
 */
const TimelineToolbar = memo(function TimelineToolbar() {
  const { timeline: strings, insert } = useStrings();
  const suspended = useGestureState((gesture) => gesture.isSnapSuspended);
  const rovingFocus = useRovingFocus();
  return (
    <div className={toolbarStyles.bar} role="toolbar" aria-label={strings.tools} {...rovingFocus}>
      <ActionButton action="layer/insert" size="sm" icon={Plus}>
        {insert.button}
      </ActionButton>
      <Tools actions={['scene/add']} />
      <span className={toolbarStyles.line} />
      <Tools actions={['timeline/select', 'timeline/blade', 'scene/split', 'scene/trim-start', 'scene/trim-end']} />
      <span className={toolbarStyles.line} />
      <Tools actions={['edit/duplicate', 'scene/toggle-enabled', 'edit/delete']} />
      <span className={toolbarStyles.line} />
      <span className={clsx(suspended && toolbarStyles.suspended)}>
        <ActionIconButton action="timeline/snapping" size="sm" />
      </span>
      <Tools actions={['marker/add', 'effects/paste']} />
      <span className={toolbarStyles.line} />
      <Tools actions={['key/set', 'key/ease', 'key/only-animated']} />
      <span className={toolbarStyles.space} />
      <SelectedCount />
      <ActionIconButton action="view/meters" size="sm" />
      <span className={toolbarStyles.line} />
      <ActionIconButton action="timeline/zoom-out" size="sm" />
      <ZoomSlider />
      <ActionIconButton action="timeline/zoom-in" size="sm" />
      <ActionIconButton action="timeline/zoom-fit" size="sm" />
    </div>
  );
});

function Tools({ actions }: { readonly actions: readonly string[] }) {
  return actions.map((action) => <ActionIconButton key={action} action={action} size="sm" />);
}

function SelectedCount() {
  const { timeline: strings } = useStrings();
  const count = useEditorValue(({ document }) => selectSceneIds(document.state).length);
  const all = useEditorValue(({ document }) => timelineOf(document.state.movie).scenes.length);
  const frames = useEditorValue(({ document }) => totalLength(selectScenes(document.state)));
  const parts = useEditorValue(({ document }) => selectedParts(document.state).length);
  const areSounds = useEditorValue(({ document }) => selectedRole(document.state) === 'sound');
  if (count + parts === 0) return null;
  return (
    <span className={toolbarStyles.selected}>
      <span className={clsx(toolbarStyles.count, 'tabular')}>
        <span>
          {parts === 0
            ? strings.selected(count, all)
            : (areSounds ? strings.selectedSounds : strings.selectedLayers)(parts)}
        </span>
        {parts === 0 && <span className={toolbarStyles.dim}>{strings.frames(frames)}</span>}
      </span>
      <span className={toolbarStyles.line} />
    </span>
  );
}

function ZoomSlider() {
  const { timeline: strings } = useStrings();
  const editor = useEditor();
  const { timeline: view } = editor;
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const pixelsPerFrame = useTimelineView((state) => state.pixelsPerFrame);
  const width = useTimelineView((state) => state.width);
  /** The view before a drag of the slider, which a canceled drag restores. */
  const viewBeforeDrag = useRef<View | null>(null);
  const zoom = (percent: number) => {
    const now = view.state;
    viewBeforeDrag.current ??= now;
    const { movie, playhead } = editor.document.state;
    const all = timelineOf(movie).total;
    const x = xOf(playhead, now);
    const anchorX = x >= 0 && x <= now.width ? x : now.width / 2;
    view.setView(zoomedView(now, zoomOfShare(percent / 100, all, now.width), anchorX, all));
  };
  return (
    <span className={toolbarStyles.zoom}>
      <Slider
        label={strings.zoom}
        value={Math.round(zoomShare(pixelsPerFrame, total, width) * 100)}
        min={0}
        max={100}
        valueText={(value) => strings.zoomValue(value / 100)}
        onPreview={zoom}
        onCommit={(percent) => {
          zoom(percent);
          viewBeforeDrag.current = null;
        }}
        onCancel={() => {
          if (viewBeforeDrag.current !== null) view.setView(viewBeforeDrag.current);
          viewBeforeDrag.current = null;
        }}
      />
    </span>
  );
}
