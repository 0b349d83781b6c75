import type { History } from '#shared/editing/model/history.ts';
import type { Selection } from '#shared/editing/model/selection.ts';
import type { Message } from '#shared/messages/message.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import type { Finding, Problem } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { SourceEnds } from '#shared/timeline/content-length.ts';
import type { RecoveryRecord } from './saving/recovery.ts';
import type { ConflictCopy, SaveState } from './saving/saver.ts';
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
  /** Whether scrubbing plays sound. */
  readonly scrubSound: boolean;
}

/** The frames that the preview shows during a gesture in place of the playhead's frame. */
export interface PreviewedFrame {
  readonly frame: Frames;
  /** Whether the frame is the first or the last one of its scene. */
  readonly edge: 'first' | 'last';
  /** A second frame beside it: the last frame of the scene while the user slips its source; null for none. */
  readonly beside: Frames | null;
}

/** The state of an open template's document. Only the members of an `Editor` change it. */
export interface EditorState extends PlaybackState {
  readonly project: string;
  /** The name of the template. */
  readonly template: string;
  /**
   * The text, the document, and the ranges of the last valid text, as in the history. An active gesture is not
   * included.
   */
  readonly source: TemplateSource;
  /** The displayed document: that of `source`, or the preview of an active gesture. */
  readonly document: TemplateDocument;
  /** The text of the XML view. While it has XML errors, it differs from `source.text`. */
  readonly text: string;
  readonly isTextBroken: boolean;
  /** The problems, with ranges in `text` if it has XML errors, and otherwise in `source`. */
  readonly problems: readonly Problem[];
  /**
   * The movie of `document` with `values`, as far as it can be resolved. A scene that did not change stays the same
   * object.
   */
  readonly movie: Movie | null;
  /** The findings of `document`. */
  readonly findings: readonly Finding[];
  readonly history: History;
  /**
   * The texts that were typed while the XML had errors. Undo and redo include them as steps in addition to the history.
   */
  readonly unparsed: UnparsedText;
  /** The saved version that was opened, with the time of the opening in milliseconds since 1970. */
  readonly opened: { readonly etag: string | null; readonly at: number };
  readonly selection: Selection;
  readonly playhead: Frames;
  /** The values of the variables. They come from `given`, and from `brand` for variables without a given value. */
  readonly values: Readonly<Record<string, string>>;
  /** The values of the chosen data set. */
  readonly given: Readonly<Record<string, string>>;
  /** The values of the project's brand. */
  readonly brand: Readonly<Record<string, string>>;
  /**
   * The ends of the sources that determine the lengths of scenes, by `sourceKey`. Sources that are unknown are missing.
   */
  readonly sourceEnds: ReadonlyMap<string, SourceEnds>;
  readonly saving: SaveState;
  /** The copy that receives the edits during a conflict; null without a conflict. */
  readonly conflictCopy: ConflictCopy | null;
  /** The name of the last copy that was no longer needed but could not be deleted; null if there is none. */
  readonly copyLeft: string | null;
  /** The reason why unsaved work cannot be written to the journal; null if it can. */
  readonly journalFault: string | null;
  /** The name of the step that an active gesture would make; null without a gesture. */
  readonly gesture: Message | null;
  /** Whether the gesture changes the state in each frame. Deferred views then follow while the main thread is idle. */
  readonly isInteractive: boolean;
  /** The frames that an active gesture shows in the preview; null if it shows the frame at the playhead. */
  readonly previewedFrame: PreviewedFrame | null;
  /**
   * The unsaved work of sessions that ended before they saved it, newest first. An entry stays until the user restores
   * or discards it.
   */
  readonly recovered: readonly RecoveryRecord[];
}

export interface DispatchOptions {
  /** The key of the step. Successive commands with the same key are one step, such as typing or a held key. */
  readonly key?: string;
  /** Whether the command joins the last step with the same key, however long ago that was. */
  readonly joins?: boolean;
}

export interface PreviewOptions {
  /**
   * Whether the command belongs to a drag or to typing on the stage. Deferred views then follow while the main thread
   * is idle.
   */
  readonly isInteractive?: boolean;
  /** Returns the frames of the resulting movie that the preview shows; null for the frame at the playhead. */
  readonly previewedFrame?: (movie: Movie) => PreviewedFrame | null;
}

/** The name of the step that was made. */
export interface Done {
  readonly label: Message;
}

/** Whether the position in the history has changed by undo, redo, or a jump, so that no step was added. */
export function isHistoryMove(now: Pick<EditorState, 'history'>, before: Pick<EditorState, 'history'>): boolean {
  return now.history.nextId === before.history.nextId && now.history.position !== before.history.position;
}
