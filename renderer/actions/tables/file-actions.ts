import {
  Clapperboard,
  ClipboardPen,
  CopyPlus,
  FilePen,
  FilePlus2,
  Film,
  History,
  Link,
  ListVideo,
  Proportions,
  RotateCw,
  Save,
  Table2,
  TextCursorInput,
  Unlink,
  Upload,
} from 'lucide-react';
import { formatClock } from '#renderer/ui/format/age.ts';
import { frameShapeNames, shapeText } from '#shared/editing/model/frame-shapes.ts';
import type { Action } from '../action.ts';

const file = { scope: 'editor', group: 'file' } as const;

/** The actions on templates, media, and renders of the open project. */
export const fileActions: readonly Action[] = [
  {
    ...file,
    id: 'file/save',
    label: ({ actions }) => actions.save,
    keys: ['Mod+S'],
    icon: Save,
    scope: 'film',
    inText: true,
    run: async ({ editor, toasts, strings }) => {
      const state = await editor?.saving.save();
      if (state?.kind === 'saved') {
        toasts.show({ id: 'save', message: strings.app.savedAt(formatClock(new Date())), seconds: 2 });
      } else if (state?.kind === 'held' || state?.kind === 'failed') {
        toasts.show({ id: 'save', message: strings.app.notSaved, detail: state.reason, tone: 'warning', seconds: 8 });
      }
    },
  },
  {
    ...file,
    id: 'render/open',
    label: ({ actions }) => actions.render,
    keys: ['Mod+E'],
    icon: Clapperboard,
    scope: 'film',
    inText: true,
    enabled: ({ ports }) => ports.render !== undefined,
    run: ({ ports }) => ports.render?.openDialog(),
  },
  {
    ...file,
    id: 'render/copy-link',
    label: ({ actions }) => actions.copyLink,
    icon: Link,
    enabled: ({ ports }) => ports.render !== undefined,
    run: ({ ports }) => ports.render?.openLink(),
  },
  {
    ...file,
    id: 'batch/open',
    label: ({ actions }) => actions.batch,
    keys: ['Mod+Shift+E'],
    icon: Table2,
    scope: 'film',
    inText: true,
    run: ({ editor, navigation }) => {
      const state = editor?.document.state;
      if (state !== undefined) navigation.go({ screen: 'batch', project: state.project, movie: state.template });
    },
  },
  {
    ...file,
    id: 'template/fill-in',
    label: ({ fillIn }) => fillIn.action,
    icon: ClipboardPen,
    run: ({ editor, navigation }) => {
      const state = editor?.document.state;
      if (state !== undefined) navigation.go({ screen: 'fill-in', project: state.project, template: state.template });
    },
  },
  {
    ...file,
    id: 'render/queue',
    label: ({ actions }) => actions.renderQueue,
    icon: ListVideo,
    scope: 'global',
    enabled: ({ ports }) => ports.render !== undefined,
    checked: ({ ports }) => ports.render?.queueShown() ?? false,
    run: ({ ports }) => ports.render?.toggleQueue(),
  },
  {
    ...file,
    id: 'render/retry-failed',
    label: ({ actions }) => actions.retryFailed,
    icon: RotateCw,
    scope: 'global',
    enabled: ({ ports }) => (ports.render?.failedCount() ?? 0) > 0,
    whyNot: ({ actions }) => actions.nothingFailed,
    run: ({ ports }) => ports.render?.retryFailed(),
  },
  {
    ...file,
    id: 'assets/import',
    label: ({ actions }) => actions.importFiles,
    icon: Upload,
    enabled: ({ ports }) => ports.assets !== undefined,
    run: ({ ports }) => ports.assets?.importFiles(),
  },
  {
    ...file,
    id: 'assets/import-as-scenes',
    label: ({ actions }) => actions.importAsScenes,
    icon: Film,
    enabled: ({ ports }) => ports.placing !== undefined,
    run: ({ ports }) => ports.placing?.choose(),
  },
  {
    ...file,
    id: 'assets/relink',
    label: ({ actions }) => actions.relink,
    icon: Unlink,
    enabled: ({ ports }) => (ports.assets?.missingCount() ?? 0) > 0,
    whyNot: ({ actions }) => actions.nothingMissing,
    run: ({ ports }) => ports.assets?.relinkMissing(),
  },
  {
    ...file,
    id: 'variables/rename',
    label: ({ actions }) => actions.renameVariable,
    icon: TextCursorInput,
    enabled: ({ ports }) => ports.variables !== undefined,
    run: ({ ports }) => ports.variables?.rename(),
  },
  {
    ...file,
    id: 'variables/data-sets',
    label: ({ actions }) => actions.dataSets,
    icon: Table2,
    scope: 'film',
    enabled: ({ ports }) => ports.variables !== undefined,
    run: ({ ports }) => ports.variables?.editDataSets(),
  },
  {
    ...file,
    id: 'template/create',
    label: ({ actions }) => actions.newTemplate,
    icon: FilePlus2,
    enabled: ({ ports }) => ports.templates !== undefined,
    run: ({ ports }) => ports.templates?.create(),
  },
  {
    ...file,
    id: 'template/rename',
    label: ({ actions }) => actions.renameTemplate,
    icon: FilePen,
    enabled: ({ ports }) => ports.templates !== undefined,
    run: ({ ports }) => ports.templates?.rename(),
  },
  {
    ...file,
    id: 'template/duplicate',
    label: ({ actions }) => actions.duplicateTemplate,
    icon: CopyPlus,
    enabled: ({ ports }) => ports.templates !== undefined,
    run: ({ ports }) => ports.templates?.duplicate(),
  },
  ...frameShapeNames.map(
    (shape): Action => ({
      ...file,
      id: `template/duplicate-${shape}`,
      label: ({ actions }) => actions.duplicateTemplateAs(shapeText(shape)),
      icon: Proportions,
      enabled: ({ ports }) => ports.templates !== undefined,
      run: ({ ports }) => ports.templates?.duplicateAs(shape),
    }),
  ),
  {
    ...file,
    id: 'file/revisions',
    label: ({ actions }) => actions.revisions,
    icon: History,
    enabled: ({ ports }) => ports.revisions !== undefined,
    run: ({ ports }) => ports.revisions?.openRevisions(),
  },
];
