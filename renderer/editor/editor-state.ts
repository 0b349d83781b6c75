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
  /** Speed and direction: 1 is normal speed, -1 is backward. */
  readonly rate: number;
  readonly loop: boolean;
  /** From 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** Whether the user drags the playhead. */
  readonly scrubbing: boolean;
  /** Whether scrubbing plays sound. */
  readonly scrubSound: boolean;
}

/** Frames that a gesture shows instead of the playhead's frame. */
export interface PreviewedFrame {
  readonly frame: Frames;
  /** Whether it is the first or the last frame of its scene. */
  readonly edge: 'first' | 'last';
  /** A second frame to show beside it: the last frame of the scene while its source is slipped. */
  readonly beside: Frames | null;
}

/** The state of an open template's document. Only the members of an `Editor` change it. */
export interface EditorState extends PlaybackState {
  readonly project: string;
  /** The name of the template. */
  readonly template: string;
  /** Text, document, and ranges of the last valid text, as in the history. An active gesture is excluded. */
  readonly source: TemplateSource;
  /** The displayed document: the document of `source`, or the preview of an active gesture. */
  readonly document: TemplateDocument;
  /** The text of the XML view. It differs from `source.text` while it has XML errors. */
  readonly text: string;
  readonly isTextBroken: boolean;
  /** The problems with their ranges in the broken text, or in `source`. */
  readonly problems: readonly Problem[];
  /** The movie of `document` with `values`, as far as it can be resolved. Unchanged scenes stay the same objects. */
  readonly movie: Movie | null;
  /** The findings of `document`. */
  readonly findings: readonly Finding[];
  readonly history: History;
  /** The texts typed while the XML had errors. Undo and redo include them as steps beside the history. */
  readonly unparsed: UnparsedText;
  /** The saved version that was opened, and the time in milliseconds since 1970. */
  readonly opened: { readonly etag: string | null; readonly at: number };
  readonly selection: Selection;
  readonly playhead: Frames;
  /** The values of the variables: `given`, and `brand` for variables without a given value. */
  readonly values: Readonly<Record<string, string>>;
  /** The values of the chosen data set. */
  readonly given: Readonly<Record<string, string>>;
  /** The values of the project's brand. */
  readonly brand: Readonly<Record<string, string>>;
  /** The ends of the sources that determine scene lengths, by `sourceKey`. Only known sources. */
  readonly sourceEnds: ReadonlyMap<string, SourceEnds>;
  readonly saving: SaveState;
  /** The copy that takes the edits during a conflict; null without a conflict. */
  readonly conflictCopy: ConflictCopy | null;
  /** The name of the last obsolete copy that could not be deleted; null if there is none. */
  readonly copyLeft: string | null;
  /** Why unsaved work cannot be written to the journal; null while it can. */
  readonly journalFault: string | null;
  /** The name of the step that an active gesture would make; null without a gesture. */
  readonly gesture: Message | null;
  /** Whether the gesture changes the state with each frame. Deferred views then follow when the main thread is idle. */
  readonly isInteractive: boolean;
  /** The frames that an active gesture shows; null for the playhead. */
  readonly previewedFrame: PreviewedFrame | null;
  /** Unsaved work of sessions that ended before they could save, newest first, until it is restored or discarded. */
  readonly recovered: readonly RecoveryRecord[];
}

export interface DispatchOptions {
  /** Successive commands with the same key are one step: typing, a held key. */
  readonly key?: string;
  /** Whether the command joins the last step with the same key regardless of the elapsed time. */
  readonly joins?: boolean;
}

export interface PreviewOptions {
  /**
   * Whether the command follows a drag or typing on the stage. Deferred views then follow when the main thread is idle.
   */
  readonly isInteractive?: boolean;
  /** Returns the frames of the resulting movie to show. */
  readonly previewedFrame?: (movie: Movie) => PreviewedFrame | null;
}

/** The name of the step that was made. */
export interface Done {
  readonly label: Message;
}

/** Whether the position in the history changed by undo, redo, or a jump, without a new step. */
export function isHistoryMove(now: Pick<EditorState, 'history'>, before: Pick<EditorState, 'history'>): boolean {
  return now.history.nextId === before.history.nextId && now.history.position !== before.history.position;
}
