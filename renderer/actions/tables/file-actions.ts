import {
  Bot,
  Clapperboard,
  ClipboardPen,
  CopyPlus,
  FileCode2,
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
import { chooseFiles } from '#renderer/project/placing.ts';
import { formatClock } from '#renderer/ui/format/age.ts';
import { frameShapeNames, shapeText } from '#shared/editing/model/frame-shapes.ts';
import { type Action, isLibraryShown } from '../action.ts';
import { closeDialog, isDialogOpen, openDialog } from '../dialogs.ts';

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
    run: () => openDialog('render', { format: null }),
  },
  {
    ...file,
    id: 'render/copy-link',
    label: ({ actions }) => actions.copyLink,
    icon: Link,
    run: () => openDialog('renderLink', null),
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
    checked: () => isDialogOpen('queue'),
    run: () => (isDialogOpen('queue') ? closeDialog('queue') : openDialog('queue', null)),
  },
  {
    ...file,
    id: 'render/retry-failed',
    label: ({ actions }) => actions.retryFailed,
    icon: RotateCw,
    scope: 'global',
    enabled: ({ shell }) => shell.screen().queue.failed > 0,
    whyNot: ({ actions }) => actions.nothingFailed,
    run: () => openDialog('queueCommand', 'retry-failed'),
  },
  {
    ...file,
    id: 'assets/import',
    label: ({ actions }) => actions.importFiles,
    icon: Upload,
    enabled: isLibraryShown,
    run: () => openDialog('importAssets', null),
  },
  {
    ...file,
    id: 'assets/import-as-scenes',
    label: ({ actions }) => actions.importAsScenes,
    icon: Film,
    run: (context) => {
      if (context.editor !== null) chooseFiles({ ...context, editor: context.editor });
    },
  },
  {
    ...file,
    id: 'assets/relink',
    label: ({ actions }) => actions.relink,
    icon: Unlink,
    enabled: ({ editor }) => (editor?.view.state.missingAssets ?? 0) > 0,
    whyNot: ({ actions }) => actions.nothingMissing,
    run: () => openDialog('relinkAsset', null),
  },
  {
    ...file,
    id: 'variables/rename',
    label: ({ actions }) => actions.renameVariable,
    icon: TextCursorInput,
    run: () => openDialog('renameVariable', null),
  },
  {
    ...file,
    id: 'variables/data-sets',
    label: ({ actions }) => actions.dataSets,
    icon: Table2,
    scope: 'film',
    run: () => openDialog('dataSets', null),
  },
  {
    ...file,
    id: 'template/create',
    label: ({ actions }) => actions.newTemplate,
    icon: FilePlus2,
    enabled: isLibraryShown,
    run: () => openDialog('newTemplate', null),
  },
  {
    ...file,
    id: 'template/rename',
    label: ({ actions }) => actions.renameTemplate,
    icon: FilePen,
    enabled: isLibraryShown,
    run: ({ editor }) => {
      if (editor !== null) openDialog('renameTemplate', { template: editor.document.state.template });
    },
  },
  {
    ...file,
    id: 'template/duplicate',
    label: ({ actions }) => actions.duplicateTemplate,
    icon: CopyPlus,
    enabled: isLibraryShown,
    run: () => openDialog('duplicateTemplate', { shape: null }),
  },
  ...frameShapeNames.map(
    (shape): Action => ({
      ...file,
      id: `template/duplicate-${shape}`,
      label: ({ actions }) => actions.duplicateTemplateAs(shapeText(shape)),
      icon: Proportions,
      enabled: isLibraryShown,
      run: () => openDialog('duplicateTemplate', { shape }),
    }),
  ),
  {
    ...file,
    id: 'file/revisions',
    label: ({ actions }) => actions.revisions,
    icon: History,
    run: () => openDialog('revisions', null),
  },
  {
    ...file,
    id: 'agents/show-calls',
    label: ({ agents }) => agents.allCalls,
    icon: Bot,
    run: () => openDialog('agentCalls', null),
  },
  {
    id: 'template/open-file',
    label: ({ openWith }) => openWith.action,
    icon: FileCode2,
    scope: 'global',
    group: 'file',
    run: () => openDialog('openTemplate', null),
  },
];
