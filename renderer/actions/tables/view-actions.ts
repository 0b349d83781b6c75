import {
  AudioLines,
  Braces,
  CodeXml,
  Columns2,
  Crosshair,
  History,
  Images,
  LayoutTemplate,
  Maximize,
  MonitorPlay,
  MoveHorizontal,
  PanelLeft,
  PanelRight,
  Trash2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { Editor } from '#renderer/editor/editor.ts';
import type { LibraryTab, PreviewMode, PreviewView, ScreenView } from '#renderer/editor/editor-views.ts';
import { fitTimeline, ZOOM_STEP, zoomTimeline } from '#renderer/editor/timeline-view.ts';
import { type Action, type ActionContext, isLibraryShown, onEditor, onView } from '../action.ts';
import { openDialog } from '../dialogs.ts';

const timeline = (run: (editor: Editor) => void) => onEditor('timeline', run);
const preview = (run: (port: PreviewView) => void) => onView('preview', 'view', run);
const layout = (run: (port: ScreenView) => void) => onView('screen', 'view', run);

/** The actions that change only the view. */
export const viewActions: readonly Action[] = [
  {
    id: 'timeline/zoom-in',
    label: ({ actions }) => actions.zoomIn,
    keys: ['Plus'],
    icon: ZoomIn,
    repeats: true,
    ...timeline((editor) => zoomTimeline(editor, ZOOM_STEP)),
  },
  {
    id: 'timeline/zoom-out',
    label: ({ actions }) => actions.zoomOut,
    keys: ['Minus'],
    icon: ZoomOut,
    repeats: true,
    ...timeline((editor) => zoomTimeline(editor, 1 / ZOOM_STEP)),
  },
  {
    id: 'timeline/zoom-fit',
    label: ({ actions }) => actions.zoomFit,
    keys: ['Shift+Z'],
    icon: MoveHorizontal,
    ...timeline(fitTimeline),
  },
  {
    id: 'preview/full-screen',
    label: ({ actions }) => actions.fullScreen,
    keys: ['F'],
    icon: Maximize,
    ...preview((port) => port.toggleFullScreen()),
  },
  {
    id: 'preview/exact-frame',
    label: ({ actions }) => actions.exactFrame,
    keys: ['X'],
    icon: Crosshair,
    ...preview((port) => port.exactFrame()),
  },
  { id: 'view/visual', label: ({ actions }) => actions.viewVisual, icon: MonitorPlay, ...mode('visual') },
  { id: 'view/split', label: ({ actions }) => actions.viewSplit, icon: Columns2, ...mode('split') },
  { id: 'view/xml', label: ({ actions }) => actions.viewXml, icon: CodeXml, ...mode('xml') },
  {
    id: 'view/library',
    label: ({ actions }) => actions.library,
    keys: ['Mod+B'],
    icon: PanelLeft,
    ...layout((port) => port.toggleLibrary()),
    checked: ({ editor }) => editor?.views.screen?.libraryShown() ?? false,
  },
  {
    id: 'view/meters',
    label: ({ actions }) => actions.meters,
    keys: ['Shift+A'],
    icon: AudioLines,
    ...layout((port) => port.toggleMeters()),
    checked: ({ editor }) => editor?.views.screen?.metersShown() ?? false,
  },
  {
    id: 'view/inspector-height',
    label: ({ actions }) => actions.inspectorHeight,
    keys: ['Shift+I'],
    icon: PanelRight,
    ...layout((port) => port.toggleInspectorHeight()),
    checked: ({ editor }) => editor?.views.screen?.inspectorReachesDown() ?? false,
  },
  { id: 'view/assets', label: ({ actions }) => actions.showAssets, icon: Images, ...tab('assets') },
  {
    id: 'view/trash',
    label: ({ actions }) => actions.showTrash,
    icon: Trash2,
    ...layout((port) => port.setTab('assets')),
    enabled: isLibraryShown,
    run: ({ editor }) => {
      editor?.views.screen?.setTab('assets');
      openDialog('trash', null);
    },
  },
  { id: 'view/templates', label: ({ actions }) => actions.showTemplates, icon: LayoutTemplate, ...tab('templates') },
  { id: 'view/variables', label: ({ actions }) => actions.showVariables, icon: Braces, ...tab('variables') },
  {
    id: 'view/history',
    label: ({ actions }) => actions.history,
    icon: History,
    scope: 'editor',
    group: 'view',
    run: () => openDialog('history', null),
  },
];

function mode(requested: PreviewMode) {
  return {
    ...layout((port) => port.setMode(requested)),
    checked: ({ editor }: ActionContext) => editor?.views.screen?.mode() === requested,
    exclusive: true,
  };
}

function tab(requested: LibraryTab) {
  return layout((port) => port.setTab(requested));
}
