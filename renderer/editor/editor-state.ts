import type { EditorCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import type { History } from '#shared/editing/model/history.ts';
import type { Selection } from '#shared/editing/model/selection.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Message } from '#shared/messages/message.ts';
import type { WhyNoCopies } from '#shared/resolve/copies.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Finding, Problem } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { SourceEnds } from '#shared/timeline/timeline-kinds.ts';
import type { RecoveryRecord } from './saving/recovery.ts';
import type { ConflictChoice, ConflictCopy, RemoteChange, SaveState } from './saving/saver.ts';
import type { StoredSteps } from './stored-steps.ts';
import type { UnparsedText } from './unparsed-text.ts';

/** The state of the transport. The preview updates it. */
export interface PlaybackState {
  readonly playing: boolean;
  /** The speed factor: 1 is normal, and a negative speed plays backward. */
  readonly rate: number;
  readonly loop: boolean;
  /** The volume from 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** Whether the user drags the playhead. */
  readonly scrubbing: boolean;
  /** Whether sound plays during scrubbing. */
  readonly scrubSound: boolean;
}

/** The frames that the preview shows during a gesture, instead of the frame at the playhead. */
export interface PreviewedFrame {
  readonly frame: Frames;
  /** Whether the frame is the first or the last one of its scene. */
  readonly edge: 'first' | 'last';
  /**
   * A second frame, displayed beside the first: the last frame of the scene while the user slips its source. Null for
   * none.
   */
  readonly beside: Frames | null;
}

/** The state of an open template's document. Only the members of an `Editor` change it. */
export interface EditorState extends PlaybackState {
  readonly project: string;
  /** The name of the template. */
  readonly template: string;
  /**
   * The last valid text with its document and ranges: the current entry of the history. The preview of a gesture does
   * not change it.
   */
  readonly source: TemplateSource;
  /** The displayed document. It is the document of `source`, or the preview of an active gesture. */
  readonly document: TemplateDocument;
  /** The text of the XML view. While it has XML errors, it differs from `source.text`. */
  readonly text: string;
  readonly isTextBroken: boolean;
  /** The problems. Their ranges refer to `text` while it has XML errors, and otherwise to `source`. */
  readonly problems: readonly Problem[];
  /**
   * The resolved movie of `document` with `values`; null if it cannot be resolved. Unchanged scenes stay the same
   * objects.
   */
  readonly movie: Movie | null;
  /** The repeated scenes, layers, and sounds without copies, whose placeholders `movie` contains. */
  readonly withoutCopies: ReadonlyMap<NodeId, WhyNoCopies>;
  /** The findings of `document`. */
  readonly findings: readonly Finding[];
  readonly history: History;
  /** The texts that were typed while the XML had errors. Undo and redo treat them as additional steps. */
  readonly unparsed: UnparsedText;
  /** The saved version that was opened, and the time of opening in milliseconds since 1970. */
  readonly opened: { readonly etag: string | null; readonly at: number };
  readonly selection: Selection;
  readonly playhead: Frames;
  /** The values of all variables: `given`, and `brand` for the variables that `given` omits. */
  readonly values: Readonly<Record<string, string>>;
  /** The values of the chosen data set. */
  readonly given: Readonly<Record<string, string>>;
  /** The values of the project's brand. */
  readonly brand: Readonly<Record<string, string>>;
  /** The ends of the sources that determine the lengths of scenes, by `sourceKey`. Unknown sources have no entry. */
  readonly sourceEnds: ReadonlyMap<string, SourceEnds>;
  readonly saving: SaveState;
  /** The copy that receives the edits during a conflict; null without a conflict. */
  readonly conflictCopy: ConflictCopy | null;
  /** The name of the last obsolete conflict copy that could not be deleted; null if there is none. */
  readonly undeletedCopy: string | null;
  /** The reason why unsaved work cannot be written to the journal; null if it can. */
  readonly journalFault: string | null;
  /** The name of the step that an active gesture would make; null without a gesture. */
  readonly gesture: Message | null;
  /** Whether the gesture changes the state in each frame. Deferred views then update when the main thread is idle. */
  readonly isInteractive: boolean;
  /** The frames that an active gesture shows in the preview; null if it shows the frame at the playhead. */
  readonly previewedFrame: PreviewedFrame | null;
  /** The unsaved work of earlier sessions, newest first. An entry remains until the user restores or discards it. */
  readonly recovered: readonly RecoveryRecord[];
}

export interface DispatchOptions {
  /**
   * The merge key of the step. Successive commands with the same merge key become one step, for example while the user
   * types or holds down a key.
   */
  readonly key?: string;
  /** Whether the command joins the last step with the same merge key, regardless of the time between them. */
  readonly joins?: boolean;
}

export interface PreviewOptions {
  /**
   * Whether the command is part of a drag or of typing on the stage. Deferred views then update when the main thread is
   * idle.
   */
  readonly isInteractive?: boolean;
  /** Returns the frames of the resulting movie that the preview shows; null shows the frame at the playhead. */
  readonly previewedFrame?: (movie: Movie) => PreviewedFrame | null;
}

/** The completed step. */
export interface Done {
  readonly label: Message;
}

/** The document of an open template with its history. After an error, the state is unchanged. */
export interface DocumentStore {
  readonly state: EditorState;
  /** Calls the listener after each change. Returns a function that removes the listener. */
  readonly subscribe: (listener: (state: EditorState, before: EditorState) => void) => () => void;
  /** Makes one undo step. Commits an active gesture first. */
  readonly dispatch: (command: EditorCommand, options?: DispatchOptions) => Result<Done, Message>;
  /** Previews a command, replacing the previous preview. Each preview starts from the state before the gesture. */
  readonly preview: (command: PlannableCommand, options?: PreviewOptions) => Result<Done, Message>;
  /** Makes the last preview a step. */
  readonly commit: () => Result<Done | null, Message>;
  readonly cancel: () => void;
  /**
   * Undoes the last step of this window and returns its name. Later changes by other windows and programs stay. Null if
   * no step can be undone, or if such a change has overwritten its result. Unparsed typing is undone first, step by
   * step.
   */
  readonly undo: () => Message | null;
  readonly redo: () => Message | null;
  readonly jump: (position: number) => void;
  /**
   * Sets the text of the XML view. A text that can be parsed becomes a step; any other text is stored as unparsed text.
   * `known` contains the problems of the text if the caller has already parsed it.
   */
  readonly setText: (text: string, known?: readonly Problem[]) => void;
  /** Makes the next typing a separate step. */
  readonly endTyping: () => void;
  /** Restores the last valid text. */
  readonly discardText: () => void;
  readonly setValues: (values: Readonly<Record<string, string>>) => void;
  /** Sets the brand's values, which apply to variables without a value in the data set. */
  readonly setBrand: (values: Readonly<Record<string, string>>) => void;
  /** Sets the known source ends, which determine the length of scenes without a duration. */
  readonly setSourceEnds: (ends: ReadonlyMap<string, SourceEnds>) => void;
  /**
   * Returns the history and the unparsed text, which are restored when the template is opened again. The preview of an
   * active gesture is not included.
   */
  readonly steps: () => StoredSteps;
}

/** The saving of an open template and the recovery of unsaved work. `EditorState.saving` contains its state. */
export interface SavingManager {
  /** Saves now. Resolves when the save succeeded or failed. */
  readonly save: () => Promise<SaveState>;
  /** Retries a failed save. Called when the service is reachable again. */
  readonly retry: () => void;
  /** Returns the etag of the saved version on which the open text is based; null if nothing is saved. */
  readonly savedEtag: () => string | null;
  readonly resolveConflict: (choice: ConflictChoice) => Promise<Result<null, Message>>;
  /**
   * Handles a change by another window or program. If this window has unsaved work, the work stays and the user chooses
   * a version. Otherwise, the other text becomes a step, and the selection and playhead stay if their targets still
   * exist. Returns false if the change is outdated; the caller must then read the template again.
   */
  readonly handleRemoteChange: (elsewhere: RemoteChange) => Promise<boolean>;
  /** Returns whether the etag belongs to the version that was last read or saved. */
  readonly isKnownVersion: (etag: string) => Promise<boolean>;
  /** Finds unsaved work of earlier sessions. Call it when the editor is visible. */
  readonly findRecovered: () => Promise<void>;
  /** Applies recovered work as a step. Its journal record is deleted after the next save. */
  readonly restoreRecovered: (key: string) => void;
  /** Deletes recovered work. */
  readonly discardRecovered: (key: string) => Promise<void>;
  /** Sends unsaved work and writes it to the journal. Call it when the page is closing. */
  readonly flush: () => void;
}

/** Returns whether undo, redo, or a jump changed the position in the history. Returns false for a new step. */
export function isHistoryMove(current: Pick<EditorState, 'history'>, before: Pick<EditorState, 'history'>): boolean {
  return current.history.nextId === before.history.nextId && current.history.position !== before.history.position;
}
