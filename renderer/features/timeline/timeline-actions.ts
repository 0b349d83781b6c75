import {
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  ArrowLeftFromLine,
  ArrowRightFromLine,
  Blend,
  BookmarkMinus,
  BookmarkPlus,
  ChevronsLeft,
  ChevronsRight,
  CircleX,
  GitFork,
  ListFilter,
  Locate,
  MousePointer2,
  Ruler,
  Scaling,
  Search,
  Slice,
  TextCursorInput,
} from 'lucide-react';
import { type Action, type ActionContext, onPort, orLayers } from '#renderer/actions/action.ts';
import type { TimelinePort, TimelineTool } from '#renderer/actions/ports.ts';
import { dispatch } from '#renderer/actions/targets.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectedScenes, selectNodes } from '#shared/editing/model/selection.ts';
import { nearestCut } from '#shared/editing/model/snapping.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { ElementRole } from '#shared/template/tables/elements.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { brandTransition } from './model/like-brand.ts';

const timeline = (run: (port: TimelinePort) => void) => onPort('timeline', 'timeline', run);

/** The actions on the in and out points, which limit what loops and renders use. */
const rangeActions: readonly Action[] = [
  {
    id: 'range/set-in',
    label: ({ timeline }) => timeline.setRangeIn,
    keys: ['I'],
    icon: AlignHorizontalJustifyStart,
    ...orLayers(
      { run: (port) => port.trimToPlayhead('start') },
      ofFilm((port) => port.setRange('in')),
    ),
  },
  {
    id: 'range/set-out',
    label: ({ timeline }) => timeline.setRangeOut,
    keys: ['O'],
    icon: AlignHorizontalJustifyEnd,
    ...orLayers(
      { run: (port) => port.trimToPlayhead('end') },
      ofFilm((port) => port.setRange('out')),
    ),
  },
  {
    id: 'range/clear',
    label: ({ timeline }) => timeline.clearRange,
    keys: ['Alt+X'],
    icon: CircleX,
    ...ofRange((port) => port.setRange(null)),
  },
  {
    id: 'range/go-in',
    label: ({ timeline }) => timeline.goToRangeIn,
    keys: ['Alt+Shift+I'],
    icon: ArrowLeftFromLine,
    ...ofRange((port) => port.goToRange('in')),
  },
  {
    id: 'range/go-out',
    label: ({ timeline }) => timeline.goToRangeOut,
    keys: ['Alt+Shift+O'],
    icon: ArrowRightFromLine,
    ...ofRange((port) => port.goToRange('out')),
  },
];

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
    ...timeline((port) => port.zoomToSelection()),
    enabled: (context) => context.ports.timeline !== undefined && chosen(context).length > 0,
    whyNot: ({ actions }) => actions.needsScene,
  },
  ...rangeActions,
  {
    id: 'timeline/ruler-frames',
    label: ({ timeline }) => timeline.rulerInFrames,
    icon: Ruler,
    ...timeline((port) => port.toggleRulerUnit()),
    checked: ({ ports }) => ports.timeline?.rulerUnit() === 'frames',
  },
  {
    id: 'timeline/playhead-follows',
    label: ({ timeline }) => timeline.playheadFollows,
    icon: Locate,
    ...timeline((port) => port.togglePlayheadFollows()),
    checked: ({ ports }) => ports.timeline?.playheadFollows() ?? false,
  },
  {
    id: 'timeline/find-rows',
    label: ({ timeline }) => timeline.findRows,
    keys: ['Mod+F'],
    keysIn: 'timeline',
    inText: true,
    icon: Search,
    ...timeline((port) => port.findRows()),
  },
  {
    id: 'timeline/only-at-playhead',
    label: ({ timeline }) => timeline.onlyAtPlayhead,
    icon: ListFilter,
    ...timeline((port) => port.toggleOnlyAtPlayhead()),
    checked: ({ ports }) => ports.timeline?.onlyAtPlayhead() ?? false,
  },
  {
    id: 'scene/rename',
    label: ({ timeline }, context) =>
      named(context) === null || chosen(context).length > 0 ? timeline.rename : timeline.renameLayer,
    keys: ['F2'],
    icon: TextCursorInput,
    scope: 'editor',
    group: 'edit',
    enabled: (context) => context.ports.timeline !== undefined && named(context) !== null,
    whyNot: ({ actions }) => actions.needsSelection,
    run: (context) => {
      const node = named(context);
      if (node !== null) context.ports.timeline?.rename(node);
    },
  },
  {
    id: 'scene/make-choice',
    label: ({ timeline }) => timeline.makeChoice,
    keys: ['Shift+C'],
    icon: GitFork,
    scope: 'editor',
    group: 'edit',
    enabled: (context) => chosen(context).length > 0,
    whyNot: ({ actions }) => actions.needsScene,
    run: (context) => void dispatch(context, { type: 'scene/make-choice', scenes: chosen(context) }),
  },
  {
    id: 'transition/add',
    label: ({ timeline }) => timeline.addTransition,
    keys: ['Shift+T'],
    icon: Blend,
    scope: 'editor',
    group: 'edit',
    enabled: (context) => cutHere(context) !== null,
    whyNot: ({ actions }) => actions.needsScene,
    run: (context) => {
      const cut = cutHere(context);
      // If the cut already has a transition, it is selected, because a second one would have no effect.
      if (cut?.transition != null) context.editor?.selection.select(selectNodes([cut.transition]));
      else if (cut !== null) dispatch(context, { type: 'transition/add', at: cut.at, ...brandOf(context) });
    },
  },
  {
    id: 'marker/add',
    label: ({ timeline }) => timeline.addMarker,
    keys: ['Shift+M'],
    icon: BookmarkPlus,
    ...timeline((port) => port.addMarker()),
  },
  {
    id: 'marker/delete',
    label: ({ timeline }) => timeline.deleteMarkerHere,
    icon: BookmarkMinus,
    ...timeline((port) => port.deleteMarker()),
    enabled: ({ ports }) => (ports.timeline?.markersAtPlayhead() ?? 0) > 0,
    whyNot: ({ timeline }) => timeline.needsMarker,
  },
  { id: 'marker/previous', label: ({ timeline }) => timeline.previousMarker, icon: ChevronsLeft, ...toMarker(-1) },
  { id: 'marker/next', label: ({ timeline }) => timeline.nextMarker, icon: ChevronsRight, ...toMarker(1) },
];

function cutHere({ editor }: ActionContext) {
  const state = editor?.document.state;
  return state?.movie == null ? null : nearestCut(state.movie, state.playhead);
}

function chosen({ editor }: ActionContext) {
  return editor === null ? [] : selectedScenes(editor.document.state);
}

const NAMED_ROLES: readonly ElementRole[] = ['scene', 'layer', 'sound', 'overlay'];

/** Returns the selected scene, layer, sound, or overlay; null unless it is the only selected element. */
function named({ editor }: ActionContext): NodeId | null {
  if (editor === null) return null;
  const { selection, document } = editor.document.state;
  const [only, ...others] = selection.ids;
  const element = only === undefined ? undefined : indexOf(document).elements.get(only)?.element;
  const role = element === undefined || others.length > 0 ? null : roleOf(element);
  return element !== undefined && role !== null && NAMED_ROLES.includes(role) ? element.id : null;
}

function tool(requested: TimelineTool) {
  return {
    ...timeline((port) => port.setTool(requested)),
    checked: ({ ports }: ActionContext) => ports.timeline?.tool() === requested,
  };
}

function toMarker(direction: -1 | 1) {
  return {
    ...timeline((port) => port.toMarker(direction)),
    enabled: ({ ports }: ActionContext) => (ports.timeline?.markerCount() ?? 0) > 0,
    whyNot: ({ timeline }: ActionContext['strings']) => timeline.noMarkers,
  };
}

function brandOf({ api, editor }: ActionContext) {
  return editor === null ? {} : brandTransition(api, editor.document.state.project);
}

function ofFilm(run: (port: TimelinePort) => void) {
  return {
    ...onPort('timeline', 'timeline', run),
    enabled: ({ ports, editor }: ActionContext) =>
      ports.timeline !== undefined && timelineOf(editor?.document.state.movie ?? null).total > 0,
    whyNot: ({ actions }: ActionContext['strings']) => actions.needsScene,
  };
}

function ofRange(run: (port: TimelinePort) => void) {
  return {
    ...onPort('timeline', 'timeline', run),
    enabled: ({ ports }: ActionContext) => (ports.timeline?.range() ?? null) !== null,
    whyNot: ({ timeline }: ActionContext['strings']) => timeline.needsRange,
  };
}
