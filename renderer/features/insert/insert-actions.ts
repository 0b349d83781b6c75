import { Layers2 } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import { isDialogOpen, openDialog } from '#renderer/actions/dialogs.ts';
import { dispatch } from '#renderer/actions/targets.ts';
import { insertItemsCommand } from '#renderer/editor/inserting.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { chooseLayers } from '#renderer/project/placing.ts';
import { collectKeys } from '#renderer/ui/overlays/typed-ahead.ts';
import { newSceneCommand } from '#shared/editing/insert/insert-command.ts';
import { sceneAt, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import { type InsertEntry, insertEntries } from './insert-items.ts';
import { addNewCaptions, pasteCaptions } from './new-captions.ts';
import { startTypingAdded } from './write-added.ts';

const editor = { scope: 'editor', group: 'insert' } as const;

/** The functions of the actions that add more than one layer. */
const runs: Readonly<Record<string, (context: ActionContext) => void>> = {
  'scene/add': addScene,
  'captions/new': (context) => addNewCaptions(context),
  'captions/import': (context) => {
    if (context.editor !== null) chooseLayers({ ...context, editor: context.editor }, 'captions');
  },
  'captions/paste': (context) => pasteCaptions(context),
};

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
      if (!isDialogOpen('insert')) collectKeys();
      openDialog('insert', null);
      // Preload the drawing code while the user chooses a layer.
      open?.views.preview?.prepareLayers();
    },
  },
  ...insertEntries.flatMap((entry) => actionOf(entry) ?? []),
];

/** Returns the action of an entry; null if it has none. */
function actionOf({ action, icon, insertable }: InsertEntry): Action | null {
  if (action === null) return null;
  const { id, label, keys } = action;
  return {
    ...{ ...editor, id, icon, enabled: hasFilm },
    ...(keys !== undefined && { keys }),
    label: ({ insert }) => label(insert),
    whyNot: ({ insert }) => insert.needsFilm,
    run: insertable === null ? required(runs[id], `the action ${id} has no function`) : adding(insertable),
  };
}

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

function adding(insertable: NonNullable<InsertEntry['insertable']>) {
  return (context: ActionContext) => {
    const state = context.editor?.document.state;
    const command = state === undefined ? null : insertItemsCommand(state, insertable(context.strings.insert));
    if (command !== null && dispatch(context, command)) startTypingAdded(context.editor);
  };
}

/** Returns whether a movie is open. Insertions need its size and frame rate. */
function hasFilm({ editor }: ActionContext): boolean {
  return editor !== null && editor.document.state.movie !== null;
}
