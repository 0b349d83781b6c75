import { useMemo } from 'react';
import type { TimelinePort } from '#renderer/actions/ports.ts';
import { useEditorView } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectSceneIds, selectTotal } from '#renderer/editor/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { putMarker, removeMarker, setIn, setOut, spanBetween } from '#shared/editing/model/editing-record.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import { message } from '#shared/messages/message.ts';
import { rangeLabel } from './gestures/ruler-gestures.ts';
import { beginRename } from './model/renaming.ts';
import { useTimelineStore, useTimelineView } from './model/timeline-context.tsx';
import {
  fittedView,
  scrolledView,
  scrollRows,
  type TimelinePreferences,
  xOf,
  ZOOM_STEP,
  zoomedView,
} from './model/timeline-view.ts';
import { hiddenRows, visibleRows } from './model/visible-rows.ts';

const SNAPPING_KEY = 'timeline/snapping';
const RULER_KEY = 'timeline/ruler';
const FOLLOWS_KEY = 'timeline/playhead-follows';

/** Reads the preferences that are stored on this machine. */
export function readTimelinePreferences(): TimelinePreferences {
  return {
    snapping: readStored(SNAPPING_KEY) !== false,
    rulerUnit: readStored(RULER_KEY) === 'frames' ? 'frames' : 'time',
    playheadFollows: readStored(FOLLOWS_KEY) !== false,
  };
}

/** Registers the functions of the timeline for actions. */
export function useTimelinePort(): void {
  const view = useTimelineStore();
  const editor = useEditor();
  const { record } = useEditor();
  const { timeline: words, keys } = useStrings();
  const tool = useTimelineView((state) => state.tool);
  const snapping = useTimelineView((state) => state.snapping);
  const rulerUnit = useTimelineView((state) => state.rulerUnit);
  const playheadFollows = useTimelineView((state) => state.playheadFollows);
  const onlyAnimated = useTimelineView((state) => state.onlyAnimated);
  const onlyAtPlayhead = useTimelineView((state) => state.rowsAt !== null);
  const markers = useEditorValue(({ record }) => record.current.markers);
  const first = useEditorValue(({ record }) => record.current.in);
  const out = useEditorValue(({ record }) => record.current.out);
  // The range between the in and out points depends on the length of the movie.
  const length = useEditorValue(({ document }) => selectTotal(document.state));
  const port = useMemo((): TimelinePort => {
    // The functions depend on the length, so they are registered again when it changes.
    void length;
    const total = () => timelineOf(editor.document.state.movie).total;
    const zoom = (factor: number) => {
      const now = view.getState();
      const x = xOf(editor.document.state.playhead, now);
      const about = x >= 0 && x <= now.width ? x : now.width / 2;
      view.setView(zoomedView(now, now.pixelsPerFrame * factor, about, total()));
    };
    const range = () =>
      spanBetween({ ...(first !== undefined && { in: first }), ...(out !== undefined && { out }) }, total());
    const here = () => markers.filter(({ frame }) => frame === editor.document.state.playhead);
    return {
      zoomIn: () => zoom(ZOOM_STEP),
      zoomOut: () => zoom(1 / ZOOM_STEP),
      zoomToFit: () => view.setView(fittedView(total(), view.getState().width)),
      zoomToSelection: () => {
        const state = editor.document.state;
        const timeline = timelineOf(state.movie);
        const places = selectSceneIds(state).flatMap((id) => sceneOfId(timeline, id) ?? []);
        const from = Math.min(...places.map(({ start }) => start));
        const to = Math.max(...places.map(({ end }) => end));
        if (!(to > from)) return;
        const now = view.getState();
        const zoomed = zoomedView(now, (now.width * 0.9) / (to - from), 0, total());
        view.setView(scrolledView(zoomed, from * zoomed.pixelsPerFrame - now.width * 0.05, total()));
      },
      snapping: () => snapping,
      toggleSnapping: () => {
        writeStored(SNAPPING_KEY, !snapping);
        view.setState({ snapping: !snapping });
      },
      range,
      setRange: (end) => {
        const { playhead } = editor.document.state;
        const label = end === null ? message('step/clear-in-out-points') : rangeLabel(end);
        record.edit(label, (now) => {
          if (end === null) return setOut(setIn(now, null), null);
          return end === 'in' ? setIn(now, playhead) : setOut(now, playhead + 1);
        });
        const { movie } = editor.document.state;
        const time = movie === null ? String(playhead) : formatTimecode(playhead, movie.frameRate);
        view.say(end === null ? words.rangeCleared : end === 'in' ? words.rangeInSet(time) : words.rangeOutSet(time));
      },
      goToRange: (end) => {
        const span = range();
        if (span !== null) editor.playback.seek(end === 'in' ? span.from : span.to - 1);
      },
      rulerUnit: () => rulerUnit,
      toggleRulerUnit: () => {
        const next = rulerUnit === 'time' ? 'frames' : 'time';
        writeStored(RULER_KEY, next);
        view.setState({ rulerUnit: next });
      },
      playheadFollows: () => playheadFollows,
      togglePlayheadFollows: () => {
        writeStored(FOLLOWS_KEY, !playheadFollows);
        view.setState({ playheadFollows: !playheadFollows });
      },
      onlyAnimated: () => onlyAnimated,
      toggleOnlyAnimated: () => {
        view.setState({ onlyAnimated: !onlyAnimated });
        scrollRows(view, 0);
        const rows = visibleRows(editor.document.state.movie, view.getState());
        if (!onlyAnimated && rows.every(({ kind }) => kind === 'hint')) view.say(keys.nothingAnimated);
      },
      onlyAtPlayhead: () => onlyAtPlayhead,
      toggleOnlyAtPlayhead: () => {
        const { movie, playhead } = editor.document.state;
        view.setState({ rowsAt: onlyAtPlayhead ? null : playhead });
        scrollRows(view, 0);
        view.say(onlyAtPlayhead ? words.allRowsShown : words.hiddenRows(hiddenRows(movie, view.getState())));
      },
      findRows: () =>
        view.setState(({ search, searchedFrom, focus }) => ({
          search: search ?? '',
          // During a search, the focus is on a match. Closing the search restores the focus from before it.
          searchedFrom: search === null ? focus : searchedFrom,
          searchRequested: true,
        })),
      tool: () => tool,
      setTool: (next) => view.setState({ tool: next, blade: null }),
      rename: (node) => beginRename(view, editor, node),
      addMarker: () => {
        const { playhead, movie } = editor.document.state;
        const [known] = here();
        const time = movie === null ? String(playhead) : formatTimecode(playhead, movie.frameRate);
        if (known !== undefined) return view.say(words.marker(known.name, time));
        const marker = { id: crypto.randomUUID(), frame: playhead, name: '' };
        record.edit(message('step/add-marker'), (now) => putMarker(now, marker));
        view.say(words.markerAdded(time));
      },
      markersAtPlayhead: () => here().length,
      deleteMarker: () => {
        const gone = here();
        record.edit(message('step/delete-markers', { count: gone.length }), (now) =>
          gone.reduce((left, { id }) => removeMarker(left, id), now),
        );
        view.say(words.markerDeleted);
      },
      markerCount: () => markers.length,
      toMarker: (direction) => {
        const { playhead } = editor.document.state;
        const next =
          direction > 0
            ? markers.find(({ frame }) => frame > playhead)
            : markers.findLast(({ frame }) => frame < playhead);
        if (next !== undefined) editor.playback.seek(next.frame);
      },
    };
  }, [
    view,
    editor,
    record,
    words,
    keys,
    onlyAnimated,
    onlyAtPlayhead,
    tool,
    snapping,
    rulerUnit,
    playheadFollows,
    markers,
    first,
    out,
    length,
  ]);
  useEditorView('timeline', port);
}
