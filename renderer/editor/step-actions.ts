import type { StoreApi } from 'zustand/vanilla';
import { syncText } from '#shared/editing/apply-command.ts';
import {
  type History,
  jump,
  type RestoredHistory,
  redo,
  undo,
  withOwnStepLast,
} from '#shared/editing/model/history.ts';
import type { RecordReplay } from '#shared/editing/model/record-change.ts';
import { mergeTemplates } from '#shared/template-xml/edit/merge-templates.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { DocumentStore, EditorState } from './editor-state.ts';
import { findingsOf } from './read-template.ts';
import {
  applyAllTypedSteps,
  canRedo,
  hasTypedSteps,
  type ReplayedSteps,
  stepLabels,
  undoOrRedoTyped,
  withoutTypedAround,
  withoutTypedSteps,
} from './unparsed-text.ts';

interface StepDependencies {
  readonly store: StoreApi<EditorState>;
  /** Returns the state that depends on the current source. */
  readonly stateOf: (source: TemplateSource) => Partial<EditorState>;
  readonly textChanged: () => void;
  readonly endGesture: () => void;
  /** Applies or reverts a change of the editing record. */
  readonly replay: (replay: RecordReplay) => void;
  /**
   * The empty movie that the editor shows if the opened text and its earlier versions are invalid; null otherwise. Undo
   * never restores this movie.
   */
  readonly emptySource: TemplateSource | null;
}

type StepActions = Pick<DocumentStore, 'undo' | 'redo' | 'jump' | 'discardText'>;

/** Creates the actions for undo, redo, and jumps in the history, including steps of unparsed text. */
export function createStepActions({
  store,
  stateOf,
  textChanged,
  endGesture,
  replay,
  emptySource,
}: StepDependencies): StepActions {
  const restore = (target: RestoredHistory | null): boolean => {
    if (target === null) return false;
    const { history, selection } = target;
    const unparsed = withoutTypedSteps(store.getState());
    store.setState({ ...stateOf(history.source), history, selection, unparsed });
    for (const each of target.replays) replay(each);
    textChanged();
    return true;
  };

  /** Shows the state after undo or redo in unparsed text. If the text equals the source, shows the parsed state. */
  const applySteps = ({ text, unparsed, replays }: ReplayedSteps): void => {
    const { source } = store.getState();
    if (text === source.text && source !== emptySource) store.setState({ ...stateOf(source), unparsed });
    else {
      const synced = syncText(source, text);
      store.setState({ text, isTextBroken: true, problems: synced.ok ? [] : synced.error, unparsed });
    }
    for (const each of replays) replay(each);
    textChanged();
  };

  const step = (direction: -1 | 1): boolean => {
    const typedStep = undoOrRedoTyped(store.getState(), direction);
    if (typedStep !== null) applySteps(typedStep);
    return typedStep !== null;
  };

  const discardText = (): void => {
    const state = store.getState();
    if (hasTypedSteps(state.history, state.unparsed)) applySteps(applyAllTypedSteps(state, -1));
  };

  /**
   * Moves the last step of this window behind later remote steps. Returns the new history; null if the steps cannot be
   * reordered.
   */
  const moveLocalStepLast = (): History | null => {
    const { history, unparsed } = store.getState();
    const next = withOwnStepLast(history, (versions) => mergeTemplates(versions, findingsOf));
    if (next === null || next === history) return next;
    const staying = new Set(next.entries);
    const moved = new Set(history.entries.filter((entry) => !staying.has(entry)).map(({ id }) => id));
    store.setState({ history: next, unparsed: withoutTypedAround(unparsed, history, moved) });
    return next;
  };

  return {
    undo: () => {
      endGesture();
      const label = stepLabels(store.getState()).undo;
      if (label === null) return null;
      if (step(-1)) return label;
      const history = moveLocalStepLast();
      if (history === null) return null;
      const undone = history.entries[history.position - 1];
      if (!restore(undo(history))) return null;
      const state = store.getState();
      if (undone !== undefined && state.unparsed.repairStepIds.has(undone.id)) applySteps(applyAllTypedSteps(state, 1));
      return label;
    },
    redo: () => {
      endGesture();
      const state = store.getState();
      const label = stepLabels(state).redo;
      if (step(1)) return label;
      return canRedo(state) && restore(redo(state.history)) ? label : null;
    },
    jump: (position) => {
      endGesture();
      discardText();
      restore(jump(store.getState().history, position));
    },
    discardText,
  };
}
