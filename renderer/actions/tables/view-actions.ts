import {
  AudioLines,
  Braces,
  CodeXml,
  Columns2,
  Crosshair,
  History,
  Images,
  LayoutTemplate,
  Magnet,
  Maximize,
  MonitorPlay,
  MoveHorizontal,
  PanelLeft,
  PanelRight,
  Trash2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { EditorLayout, LibraryTab, PreviewMode } from '#renderer/shell/window/editor-layout.ts';
import { type Action, type ActionContext, onPort } from '../action.ts';
import type { PreviewView, TimelinePort } from '../ports.ts';

const timeline = (run: (port: TimelinePort) => void) => onPort('timeline', 'timeline', run);
const preview = (run: (port: PreviewView) => void) => onPort('preview', 'view', run);
const layout = (run: (port: EditorLayout) => void) => onPort('layout', 'view', run);

/** The actions that change only the view. */
export const viewActions: readonly Action[] = [
  {
    id: 'timeline/snapping',
    label: ({ actions }) => actions.snapping,
    keys: ['N'],
    icon: Magnet,
    ...timeline((port) => port.toggleSnapping()),
    checked: ({ ports }) => ports.timeline?.snapping() ?? false,
  },
  {
    id: 'timeline/zoom-in',
    label: ({ actions }) => actions.zoomIn,
    keys: ['Plus'],
    icon: ZoomIn,
    repeats: true,
    ...timeline((port) => port.zoomIn()),
  },
  {
    id: 'timeline/zoom-out',
    label: ({ actions }) => actions.zoomOut,
    keys: ['Minus'],
    icon: ZoomOut,
    repeats: true,
    ...timeline((port) => port.zoomOut()),
  },
  {
    id: 'timeline/zoom-fit',
    label: ({ actions }) => actions.zoomFit,
    keys: ['Shift+Z'],
    icon: MoveHorizontal,
    ...timeline((port) => port.zoomToFit()),
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
    checked: ({ ports }) => ports.layout?.libraryShown() ?? false,
  },
  {
    id: 'view/meters',
    label: ({ actions }) => actions.meters,
    keys: ['Shift+A'],
    icon: AudioLines,
    ...layout((port) => port.toggleMeters()),
    checked: ({ ports }) => ports.layout?.metersShown() ?? false,
  },
  {
    id: 'view/inspector-height',
    label: ({ actions }) => actions.inspectorHeight,
    keys: ['Shift+I'],
    icon: PanelRight,
    ...layout((port) => port.toggleInspectorHeight()),
    checked: ({ ports }) => ports.layout?.inspectorReachesDown() ?? false,
  },
  { id: 'view/assets', label: ({ actions }) => actions.showAssets, icon: Images, ...tab('assets') },
  {
    id: 'view/trash',
    label: ({ actions }) => actions.showTrash,
    icon: Trash2,
    ...layout((port) => port.setTab('assets')),
    enabled: ({ ports }) => ports.layout !== undefined && ports.assets !== undefined,
    run: ({ ports }) => {
      ports.layout?.setTab('assets');
      ports.assets?.showTrash();
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
    enabled: ({ ports }) => ports.history !== undefined,
    run: ({ ports }) => ports.history?.openHistory(),
  },
];

function mode(requested: PreviewMode) {
  return {
    ...layout((port) => port.setMode(requested)),
    checked: ({ ports }: ActionContext) => ports.layout?.mode() === requested,
    exclusive: true,
  };
}

function tab(requested: LibraryTab) {
  return layout((port) => port.setTab(requested));
}
