import type { EditorCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import type { History } from '#shared/editing/model/history.ts';
import type { Selection } from '#shared/editing/model/selection.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Message } from '#shared/messages/message.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import type { Finding, Problem } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { SourceEnds } from '#shared/timeline/content-length.ts';
import type { RecoveryRecord } from './saving/recovery.ts';
import type { ConflictChoice, ConflictCopy, Elsewhere, SaveState } from './saving/saver.ts';
import type { UnparsedText } from './unparsed-text.ts';

/** Numbers of the transport; the preview drives them. */
export interface PlaybackState {
  readonly playing: boolean;
  /** Speed and direction: 1 is as filmed, -1 backward. */
  readonly rate: number;
  readonly loop: boolean;
  /** From 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** Whether the playhead is being taken along by hand. */
  readonly scrubbing: boolean;
  /** Whether what it passes is heard meanwhile. */
  readonly scrubSound: boolean;
}

/** Frames that a gesture works on, shown in the place of the playhead's. */
export interface PreviewedFrame {
  readonly frame: Frames;
  /** Which of its scene's frames it is. */
  readonly edge: 'first' | 'last';
  /** Beside it: the scene's last one while its source slips. */
  readonly beside: Frames | null;
}

/** What is open in the editor. Readonly all through: it is changed by {@link EditorActions} only. */
export interface EditorState extends PlaybackState {
  readonly project: string;
  /** Its name. */
  readonly template: string;
  /** Text, document and places of the last good text, as the history has it. A gesture that goes on is not in it. */
  readonly source: TemplateSource;
  /** What is shown and selected from: that of `source`, or what a gesture makes of it for the moment. */
  readonly document: TemplateDocument;
  /** What the XML view shows; another than `source.text` while it is broken. */
  readonly text: string;
  readonly isTextBroken: boolean;
  /** With their places: of the broken text, else of `source`. */
  readonly problems: readonly Problem[];
  /** Of `document`, with `values`: as much as can be read. Scenes that are as before are the same objects. */
  readonly movie: Movie | null;
  /** Of `document`. */
  readonly findings: readonly Finding[];
  readonly history: History;
  /** What was typed while the text could not be read: steps that undo and redo take beside those of the history. */
  readonly unparsed: UnparsedText;
  /** The saved version that it was opened from, and when: milliseconds since 1970. */
  readonly opened: { readonly etag: string | null; readonly at: number };
  readonly selection: Selection;
  readonly playhead: Frames;
  /** What the film is shown with, by variable: `given`, and where that gives nothing, `brand`. */
  readonly values: Readonly<Record<string, string>>;
  /** Of the chosen data set. */
  readonly given: Readonly<Record<string, string>>;
  /** What the brand of the project gives. */
  readonly brand: Readonly<Record<string, string>>;
  /** Where the sources end that lengths of scenes come from, by `sourceKey`; those that are known. */
  readonly sourceEnds: ReadonlyMap<string, SourceEnds>;
  readonly saving: SaveState;
  /** The copy that takes the edits during a conflict; null without a conflict. */
  readonly conflictCopy: ConflictCopy | null;
  /** The name of the last copy that isn't needed and couldn't be deleted; null if there is none. */
  readonly copyLeft: string | null;
  /** Why unsaved work cannot be written down for recovery; null while it can. */
  readonly journalFault: string | null;
  /** What a gesture that goes on would be called; null while there is none. */
  readonly gesture: Message | null;
  /** Whether it follows the hand from frame to frame: what stands beside it shows it when there is time. */
  readonly isInteractive: boolean;
  /** What a gesture that goes on looks at; null for the playhead. */
  readonly previewedFrame: PreviewedFrame | null;
  /** Unsaved work of sessions that ended before they could save it, newest first; until it is restored or discarded. */
  readonly recovered: readonly RecoveryRecord[];
}

export interface DispatchOptions {
  /** Commands of one key that follow each other closely are one step: typing, a key held down. */
  readonly key?: string;
  /** However long ago the step of that key was, if it is the last one: what came of it later belongs to it. */
  readonly joins?: boolean;
}

export interface PreviewOptions {
  /** Of what is dragged or written where it is seen: there the next frame shows it, and in forms when there is time. */
  readonly isInteractive?: boolean;
  /** What of the film that the command makes is to be looked at. */
  readonly previewedFrame?: (movie: Movie) => PreviewedFrame | null;
}

/** What was done, by the name of its step. */
export interface Done {
  readonly label: Message;
}

/** All that changes the state. Errors say why not; nothing is changed then. */
export interface EditorActions {
  /** One undo step. A gesture that goes on is committed before. */
  readonly dispatch: (command: EditorCommand, options?: DispatchOptions) => Result<Done, Message>;
  /** Shows what a command would do, in the place of the previous preview; every time from where the gesture began. */
  readonly preview: (command: PlannableCommand, options?: PreviewOptions) => Result<Done, Message>;
  /** Makes the last preview a step. */
  readonly commit: () => Result<Done | null, Message>;
  readonly cancel: () => void;
  /** The step's name; null when there was none. What was typed into a broken text is taken back first, bit by bit. */
  readonly undo: () => Message | null;
  readonly redo: () => Message | null;
  readonly jump: (position: number) => void;
  readonly select: (selection: Selection) => void;
  /** Kept within the film. */
  readonly seek: (frame: number) => void;
  readonly setPlayback: (change: Partial<PlaybackState>) => void;
  /**
   * What is typed into the XML view: a step once it parses, kept as it is until then. `known` is what it is refused
   * for, where somebody has read it already.
   */
  readonly setText: (text: string, known?: readonly Problem[]) => void;
  /** What is typed next is a step of its own, however soon it follows. */
  readonly endTyping: () => void;
  /** Back to the last good text. */
  readonly discardText: () => void;
  readonly setValues: (values: Readonly<Record<string, string>>) => void;
  /** What the brand of the project gives to variables that the data set does not. */
  readonly setBrand: (values: Readonly<Record<string, string>>) => void;
  /** Scenes that are as long as their content become so. */
  readonly setSourceEnds: (ends: ReadonlyMap<string, SourceEnds>) => void;
  /** Now. Resolves when it is done or has failed. */
  readonly save: () => Promise<SaveState>;
  /** The service answers again: a save that failed is tried at once. */
  readonly retrySave: () => void;
  /** Of the saved version that what is open is, or is an edited form of; null where nothing is saved. */
  readonly savedEtag: () => string | null;
  readonly resolveConflict: (choice: ConflictChoice) => Promise<Result<null, Message>>;
  /**
   * Hears what happened to the template elsewhere. What is unsaved here stays and waits for a choice; else the other
   * text is taken up as a step, and selection and playhead stay where what they are at is still there.
   */
  readonly meet: (elsewhere: Elsewhere) => Promise<boolean>;
  /** Whether that is the version which was read or saved last. */
  readonly knows: (etag: string) => Promise<boolean>;
  /** Takes up recovered work, as a step; its record goes with the next save. */
  readonly restoreRecovered: (key: string) => void;
  /** Throws recovered work away. */
  readonly discardRecovered: (key: string) => Promise<void>;
  /** The page goes away: sends and writes down what is unsaved. */
  readonly flush: () => void;
}

/** Whether the history was gone through, by undo, redo or a jump, and not added to. */
export function isHistoryMove(now: Pick<EditorState, 'history'>, before: Pick<EditorState, 'history'>): boolean {
  return now.history.nextId === before.history.nextId && now.history.position !== before.history.position;
}
