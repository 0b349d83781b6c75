import type { StoreApi } from 'zustand/vanilla';
import {
  clickElement,
  clickNode,
  pruneSelection,
  type Selection,
  type SelectMode,
  sameSelection,
  sceneIds,
  selectedRole,
  selectNodes,
} from '#shared/editing/model/selection.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type CaptionEdits, createCaptions } from './captions.ts';
import { type CheckState, createCheck } from './check-state.ts';
import { type DocumentOptions, openDocument } from './document-store.ts';
import type { EditorPart } from './editor-part.ts';
import type { DocumentStore, EditorState, SavingManager } from './editor-state.ts';
import { createViews, type ViewsManager } from './editor-views.ts';
import { createKeyframes, type KeyframeSelection } from './keyframe-selection.ts';
import { createLoudness, type LoudnessState } from './loudness-state.ts';
import { createPlayback, type PlaybackManager } from './playback-manager.ts';
import type { RecordStore } from './record-store.ts';
import { createTimelineView, type TimelineView } from './timeline-view.ts';
import { createViewState, type ViewState } from './view-state.ts';

/** An open template. Components read it with `useEditorValue` and change it through its members. */
export interface Editor {
  /** The document with its history. It contains the state that most members share. */
  readonly document: DocumentStore;
  readonly selection: SelectionManager;
  readonly playback: PlaybackManager;
  readonly timeline: TimelineView;
  readonly keyframes: KeyframeSelection;
  readonly captions: CaptionEdits;
  /** The measured loudness of the movie and its target. */
  readonly loudness: EditorPart<LoudnessState>;
  /** The film check: the findings about the movie, and all of its issues. */
  readonly check: EditorPart<CheckState>;
  /** The editing record: data sets, markers, and locks, which are saved separately from the template. */
  readonly record: RecordStore;
  readonly view: EditorPart<ViewState>;
  readonly saving: SavingManager;
  readonly views: ViewsManager;
  /** Calls the listener after each change of a member. Returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Aborted when the template is closed. */
  readonly signal: AbortSignal;
  /** Saves unsaved work, or writes it to the journal, and stops saving. */
  readonly close: () => Promise<void>;
}

export interface EditorOptions extends DocumentOptions {
  readonly record: RecordStore;
}

/** Opens a template and creates all members of its editor. */
export function createEditor(options: EditorOptions): Editor {
  const { record } = options;
  const { store, document, saving, close } = openDocument(options);
  const parts = {
    document,
    record,
    timeline: createTimelineView(),
    keyframes: createKeyframes(document),
    captions: createCaptions(),
    loudness: createLoudness(),
    check: createCheck(),
    view: createViewState(),
    views: createViews(),
  };
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  for (const { subscribe } of Object.values(parts)) subscribe(notify);
  return {
    ...parts,
    selection: createSelection(store),
    playback: createPlayback(store),
    saving,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    signal: closing.signal,
    close: async () => {
      closing.abort();
      await Promise.all([close(), record.close()]);
    },
  };
}

/** The selection of elements in the document. `EditorState.selection` contains its state. */
export interface SelectionManager {
  /**
   * Selects these elements; without elements, the movie. Ids that are not in the document are ignored. The primary
   * element is the first one by default.
   */
  readonly select: (ids: Iterable<NodeId>, primary?: NodeId) => void;
  /** Changes the selection like a click on an element. A range includes all siblings between its ends. */
  readonly click: (id: NodeId, mode: SelectMode) => void;
  /**
   * Changes the selection like a click on a scene. A range includes all scenes between its ends, including nested
   * scenes.
   */
  readonly clickScene: (id: NodeId, mode: SelectMode) => void;
  /** Replaces the selection. Ids that are not in the document are ignored. */
  readonly set: (selection: Selection) => void;
}

function createSelection(store: StoreApi<EditorState>): SelectionManager {
  const set = (selection: Selection) => {
    const { document, selection: before } = store.getState();
    const pruned = pruneSelection(selection, document);
    // Selecting the same scene again also notifies the listeners, so that the playhead moves to it.
    const isScene = selectedRole({ document, selection: pruned }) === 'scene';
    if (isScene || !sameSelection(pruned, before)) store.setState({ selection: pruned });
  };
  return {
    set,
    select: (ids, primary) => set(selectNodes(ids, primary)),
    click: (id, mode) => set(clickElement(store.getState(), id, mode)),
    clickScene: (id, mode) => {
      const { document, selection } = store.getState();
      set(clickNode(selection, id, { mode, order: sceneIds(document) }));
    },
  };
}
