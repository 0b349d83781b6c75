import {
  Captions,
  Clapperboard,
  ClipboardPaste,
  FolderOpen,
  Layers2,
  PaintBucket,
  QrCode,
  Square,
  Type,
} from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';
import { dispatch } from '#renderer/actions/targets.ts';
import { insertItemsCommand } from '#renderer/editor/inserting.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { chooseLayers } from '#renderer/project/placing.ts';
import { newSceneCommand } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import { sceneAt, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import { plainText } from './insert-items.ts';
import { addNewCaptions, pasteCaptions } from './new-captions.ts';
import { startTypingAdded } from './write-added.ts';

const editor = { scope: 'editor', group: 'insert' } as const;

/** The actions that add layers at the playhead. */
export const insertActions: readonly Action[] = [
  {
    ...editor,
    id: 'layer/insert',
    label: ({ insert }) => insert.open,
    shortLabel: ({ insert }) => insert.openShort,
    keys: ['A'],
    icon: Layers2,
    enabled: hasFilm,
    whyNot: ({ insert }) => insert.needsFilm,
    run: ({ editor: open }) => {
      openDialog('insert', null);
      // Preload the drawing code while the user chooses a layer.
      open?.views.preview?.prepareLayers();
    },
  },
  {
    ...editor,
    id: 'text/add',
    label: ({ insert }) => insert.addText,
    keys: ['T'],
    icon: Type,
    ...adding(({ strings }) => plainText(strings.insert)),
  },
  {
    ...editor,
    id: 'shape/add',
    label: ({ insert }) => insert.addRectangle,
    keys: ['R'],
    icon: Square,
    ...adding(() => ({ kind: 'shape', style: 'rounded' })),
  },
  {
    ...editor,
    id: 'solid/add',
    label: ({ insert }) => insert.addSolid,
    icon: PaintBucket,
    ...adding(() => ({ kind: 'solid' })),
  },
  {
    ...editor,
    id: 'code/add',
    label: ({ insert }) => insert.addCode,
    icon: QrCode,
    ...adding(() => ({ kind: 'code' })),
  },
  {
    ...editor,
    id: 'scene/add',
    label: ({ insert }) => insert.addScene,
    keys: ['Shift+N'],
    icon: Clapperboard,
    enabled: hasFilm,
    whyNot: ({ insert }) => insert.needsFilm,
    run: addScene,
  },
  {
    ...editor,
    id: 'captions/new',
    label: ({ insert }) => insert.addCaptions,
    icon: Captions,
    enabled: hasFilm,
    whyNot: ({ insert }) => insert.needsFilm,
    run: (context) => addNewCaptions(context),
  },
  {
    ...editor,
    id: 'captions/import',
    label: ({ insert }) => insert.importCaptions,
    icon: FolderOpen,
    enabled: hasFilm,
    whyNot: ({ insert }) => insert.needsFilm,
    run: (context) => {
      if (context.editor !== null) chooseLayers({ ...context, editor: context.editor }, 'captions');
    },
  },
  {
    ...editor,
    id: 'captions/paste',
    label: ({ insert }) => insert.pasteCaptions,
    icon: ClipboardPaste,
    enabled: hasFilm,
    whyNot: ({ insert }) => insert.needsFilm,
    run: (context) => pasteCaptions(context),
  },
];

/** Adds an empty scene after the current one and moves the playhead into it for the next insertion. */
function addScene(context: ActionContext): void {
  const { editor: store } = context;
  const state = store?.document.state;
  if (store === null || state === undefined || state.movie === null) return;
  const currentScene =
    selectSceneIds(state).at(-1) ?? sceneAt(timelineOf(state.movie), state.playhead)?.scene.id ?? null;
  if (!dispatch(context, newSceneCommand(state.movie, state.document, currentScene))) return;
  const after = store.document.state;
  const [added] = selectSceneIds(after);
  const addedPlace = added === undefined ? null : sceneOfId(timelineOf(after.movie), added);
  if (addedPlace !== null) store.playback.seek(addedPlace.start);
}

function adding(insertable: (context: ActionContext) => Insertable) {
  return {
    enabled: hasFilm,
    whyNot: ({ insert }: ActionContext['strings']) => insert.needsFilm,
    run: (context: ActionContext) => {
      const state = context.editor?.document.state;
      const command = state === undefined ? null : insertItemsCommand(state, insertable(context));
      if (command !== null && dispatch(context, command)) startTypingAdded(context.editor);
    },
  };
}

/** Returns whether a movie is open. Insertions need its size and frame rate. */
function hasFilm({ editor }: ActionContext): boolean {
  return editor !== null && editor.document.state.movie !== null;
}
