import type { StoreApi } from 'zustand/vanilla';
import { pruneSelection, type Selection, sameSelection, selectedRole } from '#shared/editing/model/selection.ts';
import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import { type DocumentOptions, type DocumentStore, openDocument, type SavingManager } from './document-store.ts';
import type { EditorState, PlaybackState } from './editor-state.ts';
import type { EditingRecordStore } from './record-store.ts';

/** One open template. Components read it with `useEditorValue` and change it through its members. */
export interface Editor {
  /** The document with its history, and the state that most members share. */
  readonly document: DocumentStore;
  readonly selection: SelectionManager;
  readonly playback: PlaybackManager;
  /** The editing record: data sets, markers, and locks, which are saved beside the template. */
  readonly record: EditingRecordStore;
  readonly saving: SavingManager;
  /** Calls the listener after each change of a member. Returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Saves or journals unsaved work and stops. */
  readonly close: () => Promise<void>;
}

export interface EditorOptions extends DocumentOptions {
  readonly record: EditingRecordStore;
}

/** Opens a template and creates all members of its editor. */
export function createEditor(options: EditorOptions): Editor {
  const { record } = options;
  const { store, document, saving, close } = openDocument(options);
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  for (const { subscribe } of [document, record]) subscribe(notify);
  return {
    document,
    selection: createSelection(store),
    playback: createPlayback(store),
    record,
    saving,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      await Promise.all([close(), record.close()]);
    },
  };
}

/** The selection of elements in the document. `EditorState.selection` contains its state. */
export interface SelectionManager {
  /** Selects elements. Elements that are not in the document are ignored. */
  readonly select: (selection: Selection) => void;
}

function createSelection(store: StoreApi<EditorState>): SelectionManager {
  return {
    select: (selection) => {
      const { document, selection: before } = store.getState();
      const pruned = pruneSelection(selection, document);
      // A scene that is selected again notifies the listeners, because the playhead moves to it.
      const isScene = selectedRole({ document, selection: pruned }) === 'scene';
      if (isScene || !sameSelection(pruned, before)) store.setState({ selection: pruned });
    },
  };
}

/** The playhead and playback. `EditorState` contains their state. */
export interface PlaybackManager {
  /** Moves the playhead to a frame, limited to the movie. */
  readonly seek: (frame: number) => void;
  readonly set: (change: Partial<PlaybackState>) => void;
}

function createPlayback(store: StoreApi<EditorState>): PlaybackManager {
  return {
    seek: (frame) => {
      const { movie, playhead } = store.getState();
      const next = clampFrame(timelineOf(movie), frame);
      if (next !== playhead) store.setState({ playhead: next });
    },
    set: (change) => store.setState(change),
  };
}
