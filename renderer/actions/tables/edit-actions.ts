import {
  AlignEndVertical,
  AlignStartVertical,
  ArrowLeftToLine,
  ArrowRightToLine,
  AudioLines,
  ClipboardPaste,
  Copy,
  CopyPlus,
  EyeOff,
  MoveLeft,
  MoveRight,
  Redo2,
  Scissors,
  Sparkles,
  SquareDashed,
  SquareDashedMousePointer,
  SquareSplitHorizontal,
  Trash2,
  Undo2,
} from 'lucide-react';
import { canSplitParts, moveParts, splitParts, trimPartsToPlayhead } from '#renderer/editor/layer-edits.ts';
import { say } from '#renderer/strings/say.ts';
import { sceneIds, selectedParts } from '#shared/editing/model/selection.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { type Action, type ActionContext, withLayerAction } from '../action.ts';
import { dispatch, stateOf } from '../targets.ts';
import {
  copyEffects,
  copySelection,
  duplicateKeys,
  pasteEffects,
  pasteSelection,
  removeKeys,
} from './edit-clipboard.ts';
import {
  allEnabled,
  cutCommand,
  detachCommand,
  duplicateCommand,
  isSelecting,
  moveSelected,
  redoLabel,
  removeCommand,
  selectionCommand,
  setInCommand,
  setOutCommand,
  siblingParts,
  toggleCommand,
  undoLabel,
} from './edit-plans.ts';

const removeSelection = selectionCommand(removeCommand);
/** Deletes the selected keyframes if they have the focus, and otherwise the selection. */
const removeKeysOrSelection = {
  ...removeSelection,
  run: (context: ActionContext) => {
    if (!removeKeys(context)) removeSelection.run(context);
  },
};
const duplicateSelection = selectionCommand(duplicateCommand);
const duplicateKeysOrSelection = {
  ...duplicateSelection,
  run: (context: ActionContext) => {
    if (!duplicateKeys(context)) duplicateSelection.run(context);
  },
};

const editor = { scope: 'editor', group: 'edit' } as const;

/** The actions that edit the template. */
export const editActions: readonly Action[] = [
  {
    // In the fill-in form, undo reverts the values of the form.
    scope: 'film',
    group: 'edit',
    id: 'edit/undo',
    label: ({ actions }, context) => {
      const step = undoLabel(context);
      return step === null ? actions.undo : actions.undoWhat(say(step));
    },
    shortLabel: ({ actions }) => actions.undo,
    keys: ['Mod+Z'],
    icon: Undo2,
    repeats: true,
    enabled: (context) => undoLabel(context) !== null,
    whyNot: ({ actions }) => actions.nothingToUndo,
    run: (context) => {
      const step = undoLabel(context);
      if (step === null || context.editor?.document.undo() !== null) return;
      const { cannotUndo, cannotUndoDetail: detail } = context.strings.actions;
      context.toasts.show({ id: 'refused', message: cannotUndo(say(step)), detail, tone: 'warning' });
    },
  },
  {
    scope: 'film',
    group: 'edit',
    id: 'edit/redo',
    label: ({ actions }, context) => {
      const step = redoLabel(context);
      return step === null ? actions.redo : actions.redoWhat(say(step));
    },
    shortLabel: ({ actions }) => actions.redo,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    icon: Redo2,
    repeats: true,
    enabled: (context) => redoLabel(context) !== null,
    whyNot: ({ actions }) => actions.nothingToRedo,
    run: (context) => void context.editor?.document.redo(),
  },
  {
    ...editor,
    id: 'scene/split',
    label: ({ actions }) => actions.split,
    keys: ['S', 'B'],
    icon: SquareSplitHorizontal,
    ...withLayerAction(
      { can: canSplitParts, run: splitParts },
      cutCommand(({ scene, offset }) => ({ type: 'scene/split', scene: scene.id, at: frames(offset) })),
    ),
  },
  {
    ...editor,
    id: 'scene/trim-start',
    label: ({ actions }) => actions.trimStart,
    keys: ['Q'],
    icon: ArrowRightToLine,
    ...withLayerAction(
      { run: (open) => trimPartsToPlayhead(open, 'start') },
      cutCommand(({ scene, offset }) => ({ type: 'scene/trim-start', scene: scene.id, by: offset })),
    ),
  },
  {
    ...editor,
    id: 'scene/trim-end',
    label: ({ actions }) => actions.trimEnd,
    keys: ['W'],
    icon: ArrowLeftToLine,
    ...withLayerAction(
      { run: (open) => trimPartsToPlayhead(open, 'end') },
      cutCommand(({ scene, offset }) => ({ type: 'scene/trim-end', scene: scene.id, duration: offset })),
    ),
  },
  {
    ...editor,
    id: 'layer/set-in',
    label: ({ actions }) => actions.setIn,
    keys: ['Alt+I'],
    icon: AlignStartVertical,
    ...selectionCommand(setInCommand),
    whyNot: ({ actions }) => actions.needsLayer,
  },
  {
    ...editor,
    id: 'layer/set-out',
    label: ({ actions }) => actions.setOut,
    keys: ['Alt+O'],
    icon: AlignEndVertical,
    ...selectionCommand(setOutCommand),
    whyNot: ({ actions }) => actions.needsLayer,
  },
  {
    ...editor,
    id: 'edit/delete',
    label: ({ actions }) => actions.remove,
    keys: ['Delete', 'Backspace'],
    icon: Trash2,
    ...removeKeysOrSelection,
    whyNot: ({ actions }) => actions.needsSelection,
  },
  {
    ...editor,
    id: 'edit/duplicate',
    label: ({ actions }) => actions.duplicate,
    keys: ['Mod+D'],
    icon: CopyPlus,
    ...duplicateKeysOrSelection,
    whyNot: ({ actions }) => actions.needsSelection,
  },
  {
    ...editor,
    id: 'edit/cut',
    label: ({ actions }) => actions.cut,
    keys: ['Mod+X'],
    icon: Scissors,
    clipboardEvent: 'cut',
    enabled: (context) => isSelecting(context),
    whyNot: ({ actions }) => actions.needsSelection,
    run: (context) => {
      const state = stateOf(context);
      if (state === null || !copySelection(context, state)) return;
      if (removeKeys(context)) return;
      const command = removeCommand(state);
      if (command !== null) dispatch(context, command);
    },
  },
  {
    ...editor,
    id: 'edit/copy',
    label: ({ actions }) => actions.copy,
    keys: ['Mod+C'],
    icon: Copy,
    clipboardEvent: 'copy',
    enabled: (context) => isSelecting(context),
    whyNot: ({ actions }) => actions.needsSelection,
    run: (context) => {
      const state = stateOf(context);
      if (state !== null) copySelection(context, state);
    },
  },
  {
    ...editor,
    id: 'edit/paste',
    label: ({ actions }) => actions.paste,
    keys: ['Mod+V'],
    icon: ClipboardPaste,
    clipboardEvent: 'paste',
    run: pasteSelection,
  },
  {
    ...editor,
    id: 'effects/copy',
    label: ({ actions }) => actions.copyEffects,
    keys: ['Mod+Alt+C'],
    icon: Sparkles,
    enabled: (context) => isSelecting(context),
    whyNot: ({ actions }) => actions.needsScene,
    run: copyEffects,
  },
  {
    ...editor,
    id: 'effects/paste',
    label: ({ actions }) => actions.pasteEffects,
    keys: ['Mod+Alt+V'],
    icon: Sparkles,
    enabled: (context) => isSelecting(context),
    whyNot: ({ actions }) => actions.needsScene,
    run: pasteEffects,
  },
  {
    ...editor,
    id: 'edit/select-all',
    label: ({ actions }, context) => {
      const state = stateOf(context);
      return state !== null && siblingParts(state).length > 0 ? actions.selectAllLayers : actions.selectAll;
    },
    shortLabel: ({ actions }) => actions.selectAll,
    keys: ['Mod+A'],
    icon: SquareDashedMousePointer,
    run: (context) => {
      const state = stateOf(context);
      if (state === null) return;
      const beside = siblingParts(state);
      context.editor?.selection.select(beside.length > 0 ? beside : sceneIds(state.document));
    },
  },
  {
    ...editor,
    id: 'edit/deselect',
    label: ({ actions }) => actions.deselect,
    keys: ['Escape'],
    icon: SquareDashed,
    enabled: (context) => isSelecting(context),
    run: ({ editor: store }) => store?.selection.select([]),
  },
  {
    ...editor,
    id: 'scene/toggle-enabled',
    label: ({ actions }, context) => {
      const state = stateOf(context);
      const words = state !== null && selectedParts(state).length > 0 ? actions.ofLayer : actions.ofScene;
      return allEnabled(state) ? words.disable : words.enable;
    },
    shortLabel: ({ actions }) => actions.toggleEnabled,
    keys: ['Shift+E'],
    icon: EyeOff,
    ...selectionCommand(toggleCommand),
    whyNot: ({ actions }) => actions.needsSelection,
  },
  {
    ...editor,
    id: 'layer/detach-sound',
    label: ({ actions }) => actions.detachSound,
    icon: AudioLines,
    ...selectionCommand(detachCommand),
    whyNot: ({ actions }) => actions.needsHeard,
  },
  {
    ...editor,
    id: 'scene/move-earlier',
    label: ({ actions }) => actions.moveEarlier,
    keys: ['Alt+ArrowLeft'],
    icon: MoveLeft,
    ...withLayerAction({ run: (open) => moveParts(open, -1) }, moveSelected(-1)),
  },
  {
    ...editor,
    id: 'scene/move-later',
    label: ({ actions }) => actions.moveLater,
    keys: ['Alt+ArrowRight'],
    icon: MoveRight,
    ...withLayerAction({ run: (open) => moveParts(open, 1) }, moveSelected(1)),
  },
];
