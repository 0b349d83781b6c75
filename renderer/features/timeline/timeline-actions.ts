import {
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  ArrowLeftFromLine,
  ArrowRightFromLine,
  Blend,
  BookmarkMinus,
  BookmarkPlus,
  ChevronsLeft,
  ChevronsLeftRight,
  ChevronsRight,
  CircleX,
  Flag,
  GitFork,
  ListFilter,
  MousePointer2,
  Ruler,
  Scaling,
  Search,
  Slice,
  TextCursorInput,
} from 'lucide-react';
import { type Action, type ActionContext, onEditor, withLayerAction } from '#renderer/actions/action.ts';
import { dispatch } from '#renderer/actions/targets.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { trimPartsToPlayhead } from '#renderer/editor/layer-edits.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import {
  scrolledView,
  type TimelineToggle,
  type TimelineTool,
  type Toggle,
  timelineToggles,
  zoomedView,
} from '#renderer/editor/timeline-view.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { putMarker, setIn, setOut, spanBetween } from '#shared/editing/model/editing-record.ts';
import { selectedScenes } from '#shared/editing/model/selection.ts';
import { nearestCut } from '#shared/editing/model/snapping.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { sceneAt, sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { ElementRole } from '#shared/template/tables/elements.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import { rangeLabel } from './gestures/ruler-gestures.ts';
import { brandTransition } from './model/like-brand.ts';
import { deleteMarkers, goToMarker, markersAtPlayhead, turnIntoChapters } from './model/marker-chapters.ts';
import { beginRename } from './model/renaming.ts';
import { type Copies, setOpenCopies, shownScenesOf, withInnerScenes } from './model/repeated-scenes.ts';
import { scrollRows } from './model/scroll-rows.ts';
import { hiddenRows } from './model/visible-rows.ts';

const timeline = (run: (editor: Editor, context: ActionContext) => void) => onEditor('timeline', run);

/** The actions on the in and out points, which limit the range of loops and renders. */
const rangeActions: readonly Action[] = [
  {
    id: 'range/set-in',
    label: ({ timeline }) => timeline.setRangeIn,
    keys: ['I'],
    icon: AlignHorizontalJustifyStart,
    ...withLayerAction(
      { run: (editor) => trimPartsToPlayhead(editor, 'start') },
      timelineAction((editor, context) => setRange(editor, context, 'in')),
    ),
  },
  {
    id: 'range/set-out',
    label: ({ timeline }) => timeline.setRangeOut,
    keys: ['O'],
    icon: AlignHorizontalJustifyEnd,
    ...withLayerAction(
      { run: (editor) => trimPartsToPlayhead(editor, 'end') },
      timelineAction((editor, context) => setRange(editor, context, 'out')),
    ),
  },
  {
    id: 'range/clear',
    label: ({ timeline }) => timeline.clearRange,
    keys: ['Alt+X'],
    icon: CircleX,
    ...rangeAction((editor, context) => setRange(editor, context, null)),
  },
  {
    id: 'range/go-in',
    label: ({ timeline }) => timeline.goToRangeIn,
    keys: ['Alt+Shift+I'],
    icon: ArrowLeftFromLine,
    ...rangeAction((editor) => goToRange(editor, 'in')),
  },
  {
    id: 'range/go-out',
    label: ({ timeline }) => timeline.goToRangeOut,
    keys: ['Alt+Shift+O'],
    icon: ArrowRightFromLine,
    ...rangeAction((editor) => goToRange(editor, 'out')),
  },
];

/** The actions that toggle the options of the timeline. */
const toggleActions: readonly Action[] = (Object.keys(timelineToggles) as TimelineToggle[]).map((name) => {
  const { action, keys, icon }: Toggle = timelineToggles[name];
  return {
    id: action,
    label: ({ timeline }) => timeline.toggles[name],
    ...(keys && { keys }),
    icon,
    ...timeline(({ timeline: view }) => view.toggle(name)),
    checked: ({ editor }) => editor?.timeline.state[name] ?? false,
  };
});

/** The actions of the timeline: its tools, its markers, and renaming. */
export const timelineActions: readonly Action[] = [
  {
    id: 'timeline/select',
    label: ({ timeline }) => timeline.toolSelect,
    keys: ['V'],
    icon: MousePointer2,
    ...tool('select'),
  },
  {
    id: 'timeline/blade',
    label: ({ timeline }) => timeline.toolBlade,
    keys: ['C'],
    icon: Slice,
    ...tool('blade'),
  },
  {
    id: 'timeline/zoom-selection',
    label: ({ timeline }) => timeline.zoomSelection,
    keys: ['Z'],
    icon: Scaling,
    ...timeline(zoomToSelection),
    enabled: (context) => selectedSceneIds(context).length > 0,
    whyNot: ({ actions }) => actions.needsScene,
  },
  ...toggleActions,
  ...rangeActions,
  {
    id: 'timeline/ruler-frames',
    label: ({ timeline }) => timeline.rulerInFrames,
    icon: Ruler,
    ...timeline(({ timeline: view }) => view.setRulerUnit(view.state.rulerUnit === 'time' ? 'frames' : 'time')),
    checked: ({ editor }) => editor?.timeline.state.rulerUnit === 'frames',
  },
  {
    id: 'timeline/find-rows',
    label: ({ timeline }) => timeline.findRows,
    keys: ['Mod+F'],
    keysIn: 'timeline',
    inText: true,
    icon: Search,
    ...timeline(findRows),
  },
  {
    id: 'timeline/only-at-playhead',
    label: ({ timeline }) => timeline.onlyAtPlayhead,
    icon: ListFilter,
    ...timeline(toggleOnlyAtPlayhead),
    checked: ({ editor }) => editor !== null && editor.timeline.state.rowsAt !== null,
  },
  {
    id: 'scene/toggle-copies',
    label: (strings) => strings.timeline.toggleCopies,
    icon: ChevronsLeftRight,
    ...timeline(toggleCopies),
    enabled: ({ editor }) => editor !== null && copiesToToggle(editor).length > 0,
    whyNot: (strings) => strings.timeline.needsRepeatedScene,
  },
  {
    id: 'scene/rename',
    label: ({ timeline }, context) =>
      elementToRename(context) === null || selectedSceneIds(context).length > 0
        ? timeline.rename
        : timeline.renameLayer,
    keys: ['F2'],
    icon: TextCursorInput,
    scope: 'editor',
    group: 'edit',
    enabled: (context) => elementToRename(context) !== null,
    whyNot: ({ actions }) => actions.needsSelection,
    run: (context) => {
      const node = elementToRename(context);
      if (node !== null && context.editor !== null) beginRename(context.editor, node);
    },
  },
  {
    id: 'scene/make-choice',
    label: ({ timeline }) => timeline.makeChoice,
    keys: ['Shift+C'],
    icon: GitFork,
    scope: 'editor',
    group: 'edit',
    enabled: (context) => selectedSceneIds(context).length > 0,
    whyNot: ({ actions }) => actions.needsScene,
    run: (context) => void dispatch(context, { type: 'scene/make-choice', scenes: selectedSceneIds(context) }),
  },
  {
    id: 'transition/add',
    label: ({ timeline }) => timeline.addTransition,
    keys: ['Shift+T'],
    icon: Blend,
    scope: 'editor',
    group: 'edit',
    enabled: (context) => cutNearPlayhead(context) !== null,
    whyNot: ({ actions }) => actions.needsScene,
    run: (context) => {
      const cut = cutNearPlayhead(context);
      // A cut has at most one active transition, so select it if it exists.
      if (cut?.transition != null) context.editor?.selection.select([cut.transition]);
      else if (cut !== null) dispatch(context, { type: 'transition/add', at: cut.at, ...brandOf(context) });
    },
  },
  {
    id: 'marker/add',
    label: ({ timeline }) => timeline.addMarker,
    keys: ['Shift+M'],
    icon: BookmarkPlus,
    ...timeline(addMarker),
  },
  {
    id: 'marker/delete',
    label: ({ timeline }) => timeline.deleteMarkerHere,
    icon: BookmarkMinus,
    ...timeline(deleteMarkers),
    enabled: ({ editor }) => editor !== null && markersAtPlayhead(editor).length > 0,
    whyNot: ({ timeline }) => timeline.needsMarker,
  },
  { id: 'marker/to-chapters', label: ({ timeline: words }) => words.toChapters, icon: Flag, ...toMarker('chapters') },
  { id: 'marker/previous', label: ({ timeline }) => timeline.previousMarker, icon: ChevronsLeft, ...toMarker(-1) },
  { id: 'marker/next', label: ({ timeline }) => timeline.nextMarker, icon: ChevronsRight, ...toMarker(1) },
];

function cutNearPlayhead({ editor }: ActionContext) {
  const state = editor?.document.state;
  return state?.movie == null ? null : nearestCut(state.movie, state.playhead);
}

function selectedSceneIds({ editor }: ActionContext) {
  return editor === null ? [] : selectedScenes(editor.document.state);
}

const NAMED_ROLES: readonly ElementRole[] = ['scene', 'layer', 'sound', 'overlay'];

/** Returns the selected scene, layer, sound, or overlay; null unless it is the only selected element. */
function elementToRename({ editor }: ActionContext): NodeId | null {
  if (editor === null) return null;
  const { selection, document } = editor.document.state;
  const [only, ...others] = selection.ids;
  const element = only === undefined ? undefined : indexOf(document).elements.get(only)?.element;
  const role = element === undefined || others.length > 0 ? null : roleOf(element);
  return element !== undefined && role !== null && NAMED_ROLES.includes(role) ? element.id : null;
}

function tool(requested: TimelineTool) {
  return {
    ...timeline(({ timeline: view }) => view.set({ tool: requested })),
    checked: ({ editor }: ActionContext) => editor?.timeline.state.tool === requested,
  };
}

/**
 * Returns the fields of an action on the markers. The actions go to the next or previous marker, or convert all markers
 * to chapters.
 */
function toMarker(goal: -1 | 1 | 'chapters') {
  return {
    ...timeline((editor) => (goal === 'chapters' ? turnIntoChapters(editor) : goToMarker(editor, goal))),
    enabled: ({ editor }: ActionContext) => (editor?.record.current.markers.length ?? 0) > 0,
    whyNot: ({ timeline }: ActionContext['strings']) => timeline.noMarkers,
  };
}

function brandOf({ api, editor }: ActionContext) {
  return editor === null ? {} : brandTransition(api, editor.document.state.project);
}

function timelineAction(run: (editor: Editor, context: ActionContext) => void) {
  return {
    ...timeline(run),
    enabled: ({ editor }: ActionContext) => timelineOf(editor?.document.state.movie ?? null).total > 0,
    whyNot: ({ actions }: ActionContext['strings']) => actions.needsScene,
  };
}

function rangeAction(run: (editor: Editor, context: ActionContext) => void) {
  return {
    ...timeline(run),
    enabled: ({ editor }: ActionContext) => editor !== null && rangeOf(editor) !== null,
    whyNot: ({ timeline }: ActionContext['strings']) => timeline.needsRange,
  };
}

/** Returns the in-out range; null for the whole movie. */
function rangeOf({ document, record }: Editor): FrameSpan | null {
  return spanBetween(record.current, timelineOf(document.state.movie).total);
}

/** Sets an end of the in-out range so that it includes the frame at the playhead; null clears the range. */
function setRange(editor: Editor, { strings }: ActionContext, end: 'in' | 'out' | null): void {
  const { document, record, timeline: view } = editor;
  const { playhead } = document.state;
  const label = end === null ? message('step/clear-in-out-points') : rangeLabel(end);
  record.edit(label, (now) => {
    if (end === null) return setOut(setIn(now, null), null);
    return end === 'in' ? setIn(now, playhead) : setOut(now, playhead + 1);
  });
  const { timeline: words } = strings;
  const time = playheadTime(editor);
  view.say(end === null ? words.rangeCleared : end === 'in' ? words.rangeInSet(time) : words.rangeOutSet(time));
}

/** Moves the playhead to the first or the last frame of the in-out range. */
function goToRange(editor: Editor, end: 'in' | 'out'): void {
  const span = rangeOf(editor);
  if (span !== null) editor.playback.seek(end === 'in' ? span.from : span.to - 1);
}

function playheadTime({ document }: Editor): string {
  const { movie, playhead } = document.state;
  return movie === null ? String(playhead) : formatTimecode(playhead, movie.frameRate);
}

/** Returns the selected repeated scenes, or else the one at the playhead, with their copies and their fold state. */
function copiesToToggle({ document, timeline: view }: Editor): readonly { copies: Copies; isOpen: boolean }[] {
  const { state } = document;
  const shown = shownScenesOf(state, view.state);
  const selected = withInnerScenes(state.document, selectSceneIds(state));
  const playing = sceneAt(timelineOf(state.movie), state.playhead)?.scene.id;
  const isTarget = ({ count, scenes }: Copies) =>
    count > 0 &&
    scenes.some(({ scene }) => (selected.size > 0 ? selected.has(originalId(scene.id)) : scene.id === playing));
  return [
    ...[...shown.folded.values()].filter(isTarget).map((copies) => ({ copies, isOpen: false })),
    ...[...shown.opened.values()].filter(isTarget).map((copies) => ({ copies, isOpen: true })),
  ];
}

/** Unfolds or folds the copies of the elements. If at least one element is folded, unfolds all. */
function toggleCopies(editor: Editor): void {
  const all = copiesToToggle(editor);
  const isOpening = all.some(({ isOpen }) => !isOpen);
  for (const { copies, isOpen } of all) if (isOpen !== isOpening) setOpenCopies(editor.timeline, copies, isOpening);
}

function zoomToSelection({ document, timeline: view }: Editor): void {
  const { state } = document;
  const times = timelineOf(state.movie);
  const selected = withInnerScenes(state.document, selectedScenes(state));
  const places = times.scenes.flatMap(({ id }, at) =>
    selected.has(originalId(id)) ? (sceneOfIndex(times, at) ?? []) : [],
  );
  const from = Math.min(...places.map(({ start }) => start));
  const to = Math.max(...places.map(({ end }) => end));
  if (!(to > from)) return;
  const now = view.state;
  const zoomed = zoomedView(now, (now.width * 0.9) / (to - from), 0, times.total);
  view.setView(scrolledView(zoomed, from * zoomed.pixelsPerFrame - now.width * 0.05, times.total));
}

/** Opens the search of the rows and focuses it. */
function findRows({ timeline: view }: Editor): void {
  view.set(({ search, searchedFrom, focus }) => ({
    search: search ?? '',
    // Store the focus. While the search is open, the focus is on a match; closing the search restores the stored focus.
    searchedFrom: search === null ? focus : searchedFrom,
    searchRequested: true,
  }));
}

/** Toggles the filter that shows only the layers at the playhead in expanded scenes. */
function toggleOnlyAtPlayhead({ document, timeline: view }: Editor, { strings }: ActionContext): void {
  const { movie, playhead } = document.state;
  const { timeline: words } = strings;
  const isOn = view.state.rowsAt !== null;
  view.set({ rowsAt: isOn ? null : playhead });
  scrollRows(view, 0);
  view.say(isOn ? words.allRowsShown : words.hiddenRows(hiddenRows(movie, view.state)));
}

/** Adds a marker at the playhead. If a marker exists there, announces that marker instead. */
function addMarker(editor: Editor, { strings }: ActionContext): void {
  const { document, record, timeline: view } = editor;
  const { timeline: words } = strings;
  const [existing] = markersAtPlayhead(editor);
  const time = playheadTime(editor);
  if (existing !== undefined) {
    view.say(words.marker(existing.name, time));
    return;
  }
  const marker = { id: crypto.randomUUID(), frame: document.state.playhead, name: '' };
  record.edit(message('step/add-marker'), (now) => putMarker(now, marker));
  view.say(words.markerAdded(time));
}
