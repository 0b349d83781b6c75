import {
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
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { Action } from '../action.ts';
import type { ActionContext } from '../action-context.ts';
import type { LayoutPort, LibraryTab, PreviewMode, PreviewPort, TimelinePort } from '../ports.ts';

/** What changes what is seen, and nothing else. */
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
  { id: 'view/assets', label: ({ actions }) => actions.showAssets, icon: Images, ...tab('assets') },
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

function timeline(run: (port: TimelinePort) => void) {
  return {
    scope: 'editor',
    group: 'timeline',
    enabled: ({ ports }: ActionContext) => ports.timeline !== undefined,
    run: ({ ports }: ActionContext) => {
      if (ports.timeline !== undefined) run(ports.timeline);
    },
  } as const;
}

function preview(run: (port: PreviewPort) => void) {
  return {
    scope: 'editor',
    group: 'view',
    enabled: ({ ports }: ActionContext) => ports.preview !== undefined,
    run: ({ ports }: ActionContext) => {
      if (ports.preview !== undefined) run(ports.preview);
    },
  } as const;
}

function layout(run: (port: LayoutPort) => void) {
  return {
    scope: 'editor',
    group: 'view',
    enabled: ({ ports }: ActionContext) => ports.layout !== undefined,
    run: ({ ports }: ActionContext) => {
      if (ports.layout !== undefined) run(ports.layout);
    },
  } as const;
}

function mode(wanted: PreviewMode) {
  return {
    ...layout((port) => port.setMode(wanted)),
    checked: ({ ports }: ActionContext) => ports.layout?.mode() === wanted,
  };
}

function tab(wanted: LibraryTab) {
  return layout((port) => port.setTab(wanted));
}
